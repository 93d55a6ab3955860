/** The saved reports of the account, and the one that is open. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { CallInput } from '#shared/ipc/contract.ts'
import type { SavedReport, SavedReportView } from '#shared/ipc/saved-reports.ts'
import { useIpcClient } from '../../../ipc/ipc-client.ts'
import { useTranslate } from '../../../app/messages/index.ts'
import { isChangeOf, useLiveQuery } from '../../../app/stores/live-query.ts'
import { useToastStore } from '../../../app/stores/toasts.ts'
import { useFailureToast } from '../../../app/stores/use-failure-toast.ts'
import { useReportStore } from '../report-store.ts'

const isSameView = (one: SavedReportView, other: SavedReportView): boolean =>
  textOf(one) === textOf(other)
const textOf = ({ period, by, then, whose, filter, asTables }: SavedReportView): string =>
  JSON.stringify([Object.entries(period).toSorted(), by, then, whose, filter, asTables])

export const useSavedReportStore = defineStore('savedReports', () => {
  const t = useTranslate()
  const client = useIpcClient()
  const toasts = useToastStore()
  const attempt = useFailureToast()
  const choice = useReportStore()
  const all = shallowRef<readonly SavedReport[]>([])

  const refresh = useLiveQuery(async () => {
    all.value = await client.call('reports.listSaved')
  }, isChangeOf('savedReport'))

  const current = computed(() => all.value.find(({ id }) => id === choice.saved))
  /** Whether something else is shown than was saved. */
  const isChanged = computed(
    () => current.value !== undefined && !isSameView(current.value.view, choice.view),
  )

  async function write(report: CallInput<'reports.save'>): Promise<SavedReport> {
    const written = await client.call('reports.save', report)
    await refresh()
    return written
  }
  async function remove({ id }: SavedReport) {
    await client.call('reports.deleteSaved', { id })
    await refresh()
  }
  function offerUndo(text: string, undo: () => Promise<unknown>) {
    const run = () => void attempt(undo)
    toasts.show({ text, action: { label: t('undo.undo'), key: 'z', run } })
  }

  /** Throws a `FailureError` for the name of another report, as `rename` does. */
  async function saveAs(name: string) {
    const before = choice.saved
    const made = await write({ name, isStarred: false, view: choice.view })
    choice.saved = made.id
    offerUndo(t('reports.savedNamed', { name: made.name }), async () => {
      await remove(made)
      if (choice.saved === made.id) choice.saved = before
    })
  }
  async function rename(report: SavedReport, name: string) {
    const renamed = await write({ ...report, name })
    offerUndo(t('reports.renamedTo', { name: renamed.name }), () =>
      write({ ...renamed, name: report.name }),
    )
  }
  const saveChanges = (report: SavedReport) =>
    attempt(async () => {
      await write({ ...report, view: choice.view })
      offerUndo(t('reports.savedNamed', { name: report.name }), () => write(report))
    })
  const toggleStar = (report: SavedReport) =>
    attempt(() => write({ ...report, isStarred: !report.isStarred }))
  const discard = (report: SavedReport) =>
    attempt(async () => {
      const isOpen = choice.saved === report.id
      await remove(report)
      if (isOpen) choice.saved = undefined
      offerUndo(t('reports.deletedNamed', { name: report.name }), async () => {
        await write(report)
        if (isOpen && choice.saved === undefined) choice.saved = report.id
      })
    })

  return { all, current, isChanged, saveAs, rename, saveChanges, toggleStar, discard }
})
