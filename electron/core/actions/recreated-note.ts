/** The text about restored records that the service no longer has. */
import { nounOf } from '#shared/rules/record-nouns.ts'
import type { HistoryResource } from '../store/tables/index.ts'

/** Says that sync will create them again, which it may not have done yet when this is read. */
export function recreatedNote(resources: readonly HistoryResource[]): string {
  const [resource] = resources
  return resources.length === 1
    ? `It will be created on the service as a new ${nounOf(resource!)}`
    : `${resources.length} will be created on the service as new records`
}
