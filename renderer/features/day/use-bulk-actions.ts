/** Bulk actions on entries, and splitting one into several. All of them can be undone. */
import type { CallInput } from '#shared/ipc/contract.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import {
  mergeEntryParts,
  type Mergeable,
  type MergeProblem,
} from '#shared/rules/split-merge-rules.ts'
import { useFailureToast } from '../../app/stores/use-failure-toast.ts'
import { useTranslate } from '../../app/messages/index.ts'
import { useToastStore } from '../../app/stores/toasts.ts'
import { useUndo } from '../../app/notices/use-undo.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { formatClock, formatLength, formatShortDay } from '../../ui/format.ts'

export const sumMinutes = (entries: Iterable<TimeEntry>): number =>
  [...entries].reduce((sum, entry) => sum + entry.total, 0)

const mergeable = (entry: TimeEntry): Mergeable => ({
  date: entry.date,
  start: entry.start,
  quantity: entry.quantity,
  increment: entry.increment,
  worked: entry.worked,
  user: entry.user?.local ?? null,
  project: entry.project?.local ?? null,
  task: entry.task?.local ?? null,
  // An entry that the service does not know yet has no rate until the service replies.
  rate: entry.rate === 0 && entry.id === null ? null : entry.rate,
  currency: entry.currency,
})

export function useBulkActions() {
  const client = useIpcClient()
  const toasts = useToastStore()
  const t = useTranslate()
  const attempt = useFailureToast()
  const { wayBack } = useUndo()

  /** Runs a call and shows a toast with Undo. Returns undefined when the call failed. */
  async function change<Value>(
    run: () => Promise<{ value: Value; change: number | undefined }>,
    words: (value: Value) => { text: string; detail?: string },
  ): Promise<Value | undefined> {
    const done = await attempt(run)
    if (!done) return undefined
    const { text, detail } = words(done.value)
    toasts.show({ text, detail, action: wayBack(done.change) })
    return done.value
  }
  const localsOf = (entries: readonly TimeEntry[]) => entries.map(({ local }) => local)

  const remove = (entries: readonly TimeEntry[]) =>
    change(
      () => client.write('times.deleteMany', { locals: localsOf(entries) }),
      ({ deleted }) => ({
        text: t('several.deleted', {}, deleted),
        detail: formatLength(sumMinutes(entries)),
      }),
    )
  const update = (edit: CallInput<'times.updateMany'>) =>
    change(
      () => client.write('times.updateMany', edit),
      ({ changed }) => ({ text: t('several.changed', {}, changed) }),
    )
  const copy = (entries: readonly TimeEntry[], date: string) =>
    change(
      () => client.write('times.copyMany', { locals: localsOf(entries), date }),
      ({ added }) => ({ text: t('several.copied', { day: formatShortDay(date) }, added) }),
    )
  const merge = (entries: readonly TimeEntry[]) =>
    change(
      () => client.write('times.merge', { locals: localsOf(entries) }),
      (merged) => ({
        text: t('several.merged', {}, entries.length),
        detail: formatLength(merged.total),
      }),
    )
  const split = (entry: TimeEntry, at: number) =>
    change(
      () => client.write('times.split', { local: entry.local, at }),
      (halves) => ({
        text: t('several.split'),
        detail: halves.map(({ total }) => formatLength(total)).join(' + '),
      }),
    )

  const problemWords = (problem: MergeProblem): string =>
    problem.is === 'gap'
      ? t('several.cannotMerge.gap', {
          from: formatClock(problem.from),
          to: formatClock(problem.to),
        })
      : t(`several.cannotMerge.${problem.is}`)
  /** Returns why these entries cannot be merged; undefined when they can be. */
  function whyNotMerged(entries: readonly TimeEntry[]): string | undefined {
    const merged = mergeEntryParts(entries.map(mergeable))
    return 'problem' in merged ? problemWords(merged.problem) : undefined
  }

  return { remove, update, copy, merge, split, whyNotMerged }
}
