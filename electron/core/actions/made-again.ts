/** Words for what a service gets a second time. */
import type { HistoryResource } from '../store/tables.ts'

const words: Partial<Record<HistoryResource, string>> = { time: 'entry' }

/** Says plainly that the service no longer had what is brought back. */
export function madeAgain(resources: readonly HistoryResource[]): string {
  const [resource] = resources
  return resources.length === 1
    ? `made again on the service as a new ${words[resource!] ?? resource!}`
    : `${resources.length} of them made again on the service as new records`
}
