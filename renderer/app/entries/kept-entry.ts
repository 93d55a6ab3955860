/** What was typed about an entry and not saved: each page with entries opens its form with it. */
import { toRaw } from 'vue'
import type { TimeEntry } from '#shared/resources/time.ts'
import { useClient } from '../../ipc/client.ts'
import { useDraft, useReopening } from '../drafts.ts'
import type { EditedEntry } from './entry-conflicts.ts'
import type { EntryDraft } from './entry-draft.ts'

/** A form of an entry as it was left. */
export interface KeptEntry {
  typed: EntryDraft
  /** What stood in it when it was opened. */
  initial: EntryDraft
  /** The entry that is edited, as it was seen last; absent for a new one. */
  entry?: TimeEntry | undefined
  /** On which of its fields the person had yet to decide. */
  conflicts: string[]
}

/** What is kept of a form that goes away unsaved. */
export const keptOf = ({ draft, before, record, conflicts }: EditedEntry): KeptEntry => ({
  typed: { ...toRaw(draft) },
  initial: before,
  entry: record,
  conflicts: [...conflicts],
})

const form = 'entry'
const fields = [
  ...(['project', 'task', 'date', 'from', 'to', 'length', 'notes'] as const),
] satisfies (keyof EntryDraft)[]

/** True when something was typed that would be lost. */
const isTyped = ({ typed, initial }: KeptEntry): boolean =>
  fields.some((field) => typed[field] !== initial[field])

/**
 * In a form of an entry: what is typed comes back by undo when the form goes away unsaved, on the
 * page of its day, wherever it was.
 */
export const useEntryDraft = (left: EditedEntry) =>
  useDraft([form], () => (isTyped(keptOf(left)) ? keptOf(left) : undefined), '/')

/** On a page: opens its form again. Of an entry that is gone by now, a new one is made. */
export function useKeptEntry(open: (kept: KeptEntry) => unknown): void {
  const client = useClient()
  useReopening<KeptEntry>(form, async (kept) => {
    const { entry, typed } = kept
    const isThere = async (local: number) =>
      client.call('times.show', { local }).then(
        () => true,
        () => false,
      )
    const isGone = entry !== undefined && !(await isThere(entry.local))
    await open(
      isGone
        ? { ...kept, typed: { ...typed, local: undefined }, entry: undefined, conflicts: [] }
        : kept,
    )
  })
}
