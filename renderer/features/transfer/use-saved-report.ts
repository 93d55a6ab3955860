/** Keeps with the saved report that is exported whether its files are for a client. */
import type { SavedReport } from '#shared/ipc/saved-reports.ts'
import type { ClientView } from '#shared/rules/for-client.ts'
import { useFailureToast } from '../../app/stores/use-failure-toast.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'

export function useSavedReport() {
  const client = useIpcClient()
  const attempt = useFailureToast()
  let open: number | undefined

  const find = async (): Promise<SavedReport | undefined> =>
    (await client.call('reports.listSaved')).find(({ id }) => id === open)

  return {
    /** @param id none of a report that is not saved */
    async open(id: number): Promise<SavedReport | undefined> {
      open = Number.isNaN(id) ? undefined : id
      return open === undefined ? undefined : attempt(find)
    },
    remember: (forClient: ClientView | undefined) =>
      attempt(async () => {
        const report = open === undefined ? undefined : await find()
        if (!report || JSON.stringify(report.forClient) === JSON.stringify(forClient)) return
        const { forClient: _, ...rest } = report
        await client.call('reports.save', { ...rest, ...(forClient ? { forClient } : {}) })
      }),
  }
}
