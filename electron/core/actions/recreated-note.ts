/** The text about records that are created on the service again. */
import { nounOf } from '#shared/rules/record-nouns.ts'
import type { HistoryResource } from '../store/tables.ts'

/** Says plainly that the service no longer had the restored records. */
export function recreatedNote(resources: readonly HistoryResource[]): string {
  const [resource] = resources
  return resources.length === 1
    ? `Created again on the service as a new ${nounOf(resource!)}`
    : `${resources.length} created again on the service as new records`
}
