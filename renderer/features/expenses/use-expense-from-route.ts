/**
 * Opens what the route names: an expense, as `/expenses?expense=7`, or a new one for a project, as
 * `/expenses?project=3`.
 */
import { watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { Expense } from '#shared/resources/expense.ts'
import { useFailureToast } from '../../app/stores/use-failure-toast.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'

export function useExpenseFromRoute(
  open: (expense: Expense) => void,
  add: (project: number) => void,
): void {
  const route = useRoute()
  const router = useRouter()
  const client = useIpcClient()
  const attempt = useFailureToast()

  async function show(local: number) {
    await router.replace({ query: {} })
    const expense = await attempt(() => client.call('expenses.show', { local }))
    if (expense) open(expense)
  }
  watch(
    () => route.query['expense'],
    (asked) => {
      if (route.name === 'expenses' && typeof asked === 'string') void show(Number(asked))
    },
    { immediate: true },
  )
  watch(
    () => route.query['project'],
    async (asked) => {
      if (route.name !== 'expenses' || typeof asked !== 'string') return
      await router.replace({ query: {} })
      add(Number(asked))
    },
    { immediate: true },
  )
}
