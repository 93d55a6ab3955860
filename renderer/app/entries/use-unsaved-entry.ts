/** Drafts of entry forms: every page with entries can reopen one. */
import { toRaw } from 'vue'
import type { TimeEntry } from '#shared/resources/time.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { useDraft, useReopening } from '../stores/drafts.ts'
import type { EditedEntry } from './use-entry-conflicts.ts'
import type { EntryDraft } from './entry-draft.ts'

/** The state of an entry form when it was closed. */
export interface UnsavedEntry {
  typed: EntryDraft
  /** The draft when the form was opened. */
  initial: EntryDraft
  /** The last known version of the edited entry; absent for a new one. */
  entry?: TimeEntry | undefined
  /** Fields with an undecided conflict. */
  conflicts: string[]
}

/** The parts of an entry form to store when it is closed unsaved. */
export const toUnsavedEntry = ({
  draft,
  before,
  record,
  conflicts,
}: EditedEntry): UnsavedEntry => ({
  typed: { ...toRaw(draft) },
  initial: before,
  entry: record,
  conflicts: [...conflicts],
})

const form = 'entry'
const fields = [
  ...(['project', 'task', 'date', 'from', 'to', 'length', 'notes'] as const),
] satisfies (keyof EntryDraft)[]

/** True when closing the form would lose input. */
const isTyped = ({ typed, initial }: UnsavedEntry): boolean =>
  fields.some((field) => typed[field] !== initial[field])

/**
 * Call it in an entry form's setup: undo can reopen the form with its input, on the Day page,
 * wherever it was open before.
 */
export const useEntryDraft = (left: EditedEntry) =>
  useDraft([form], () => (isTyped(toUnsavedEntry(left)) ? toUnsavedEntry(left) : undefined), '/')

/**
 * Call it in a page's setup: reopens entry forms there. If the entry was deleted in the meantime,
 * the form creates a new one.
 */
export function useUnsavedEntry(open: (kept: UnsavedEntry) => unknown): void {
  const client = useIpcClient()
  useReopening<UnsavedEntry>(form, async (kept) => {
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
