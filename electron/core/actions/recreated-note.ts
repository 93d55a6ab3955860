/** The summary of restored records that the service no longer has. */
import { sentence, type Sentence } from '#shared/sentences/sentence.ts'
import type { HistoryResource } from '../store/tables/index.ts'

/** Adds that sync will create them again, which it may not have done yet when this is read. */
export function withRecreated(summary: Sentence, resources: readonly HistoryResource[]): Sentence {
  const [kind, ...more] = resources
  return more.length === 0
    ? sentence('{summary}. It will be created on the service as a new {kind}', {
        summary,
        kind: kind!,
      })
    : sentence('{summary}. {count} will be created on the service as new records', {
        summary,
        count: resources.length,
      })
}
