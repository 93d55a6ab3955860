/** Keeps the address of the page and the chosen report the same: back and forward work. */
import { computed, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useAppStore } from '../../app/stores/app.ts'
import { useClockStore } from '../../app/stores/clock.ts'
import { firstDayOfWeek } from '../../ui/format.ts'
import { fromReportQuery, toReportQuery, type ReportAddress } from './report-address.ts'
import { useReportStore } from './report-store.ts'

export function useReportAddress(): void {
  const route = useRoute()
  const router = useRouter()
  const app = useAppStore()
  const clock = useClockStore()
  const choice = useReportStore()

  const here = () => ({ today: clock.today, firstDay: firstDayOfWeek() })
  const isHere = () => route.name === 'reports'
  const pathOf = (address: ReportAddress) =>
    router.resolve({ name: 'reports', query: toReportQuery(address, here()) }).fullPath
  const path = computed(() => pathOf(choice))
  /** True while the address is followed, which adds no step to go back to. */
  let isFollowing = false
  /** Where the page is about to be: a choice is not undone by the address of the one before. */
  let pending: string | undefined

  function write(how: 'push' | 'replace', to: string) {
    pending = to
    void router[how](to).finally(() => {
      if (pending === to) pending = undefined
    })
  }
  function follow() {
    const asked = fromReportQuery(route.query, here())
    isFollowing = asked !== undefined && pathOf(asked) !== path.value
    if (asked && isFollowing) choice.open(asked)
    // An address may say it in other words, or nothing.
    if (!isFollowing && path.value !== route.fullPath) write('replace', path.value)
  }
  // The address of another account, which was left with this page, names records of that account.
  const isOfOther = choice.belongTo(app.account?.account)
  if (!isOfOther) follow()
  else write('replace', path.value)

  watch(
    () => route.query,
    () => {
      if (isHere() && pending === undefined) follow()
    },
  )
  watch(path, (now) => {
    const isStep = !isFollowing
    isFollowing = false
    if (isHere() && now !== (pending ?? route.fullPath)) write(isStep ? 'push' : 'replace', now)
  })
}
