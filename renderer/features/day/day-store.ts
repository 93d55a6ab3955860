/** Mirror of the days on screen: the chosen day and, below it, as many before as were scrolled to. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import { addDays, daysBetween } from '#shared/rules/calendar.ts'
import type { DayRange } from '#shared/ipc/views.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import { useClient } from '../../ipc/client.ts'
import { useApp } from '../../app/stores/app.ts'
import { useClock } from '../../app/stores/clock.ts'
import { changeOf, useMirror } from '../../app/stores/mirror.ts'

const step = 7
const longestStep = 366

export interface DayGroup {
  date: string
  minutes: number
  entries: TimeEntry[]
}

export const useDay = defineStore('day', () => {
  const client = useClient()
  const app = useApp()
  const clock = useClock()

  /** Undefined follows today, also past midnight. */
  const chosen = ref<string>()
  const date = computed(() => chosen.value ?? clock.today)
  const from = ref(addDays(date.value, -step))
  const range = shallowRef<DayRange>()
  /** Colleagues' entries are shown and counted only where everyone's are asked for. */
  const whose = ref<'mine' | 'everyone'>('mine')
  /** Date of the oldest entry of all; undefined without entries. */
  const oldest = ref<string>()

  /** Local ids of entries that were sent and whose answer was lost. */
  const checking = shallowRef<ReadonlySet<number>>(new Set())
  async function readChecking({ entries }: DayRange) {
    if (!entries.some(({ state }) => state === 'sending')) return new Set<number>()
    const { items } = await client.call('sync.outbox', { limit: 200 })
    const lost = items.filter(({ resource, state }) => resource === 'time' && state === 'checking')
    return new Set(lost.map(({ local }) => local))
  }

  const refresh = useMirror(
    async () => {
      const [days, first] = await Promise.all([
        client.call('times.days', { from: from.value, to: date.value, whose: whose.value }),
        client.call('times.list', { sortKey: 'date', sortAsc: true, limit: 1 }),
      ])
      checking.value = await readChecking(days)
      range.value = days
      oldest.value = first.data[0]?.date
    },
    changeOf('time', 'project', 'task'),
  )

  watch(date, (to) => {
    from.value = addDays(to, -step)
  })
  watch([date, from, whose], () => void refresh())

  /** Whether a page shows these days; sync keeps fresh what is shown. */
  const shown = ref(false)
  watch([shown, date, from, () => app.readings], async () => {
    if (app.readings === 0) return
    const days = shown.value ? { from: from.value, to: date.value } : null
    // Only a hint for sync: when the core is away, it is given again with the next reading.
    await client.call('sync.watch', days).catch(() => null)
  })

  /** The chosen day first (even when empty), then those with entries, newest first. */
  const groups = computed<DayGroup[]>(() => {
    const byDate = new Map<string, TimeEntry[]>([[date.value, []]])
    for (const entry of range.value?.entries ?? []) {
      if (entry.date > date.value) continue
      const entries = byDate.get(entry.date)
      if (entries) entries.push(entry)
      else byDate.set(entry.date, [entry])
    }
    return [...byDate]
      .toSorted(([one], [other]) => (one < other ? 1 : -1))
      .map(([day, entries]) => ({
        date: day,
        entries: entries.toSorted(
          (one, other) => other.start - one.start || other.local - one.local,
        ),
        minutes: entries.reduce((total, entry) => total + entry.total, 0),
      }))
  })

  const others = computed(() => new Set(range.value?.others))
  const isOwn = (entry: TimeEntry) => !others.value.has(entry.local)

  const hasEarlier = computed(() => oldest.value !== undefined && oldest.value < from.value)

  /** Shows more days before; further back each time a stretch without entries was added. */
  function extend() {
    if (!hasEarlier.value || !range.value) return
    const days = daysBetween(from.value, date.value)
    const earliestShown = range.value.entries.at(-1)?.date ?? date.value
    const empty = daysBetween(from.value, earliestShown) >= step
    from.value = addDays(from.value, -(empty ? Math.min(days * 2, longestStep) : step))
  }

  return {
    date,
    shown,
    range,
    whose,
    /** False for a colleague's entry. */
    isOwn,
    isChecking: ({ local }: TimeEntry) => checking.value.has(local),
    groups,
    /** The chosen day's own group. */
    today: computed(() => groups.value.find((group) => group.date === date.value)),
    isToday: computed(() => date.value === clock.today),
    hasEarlier,
    refresh,
    extend,
    go: (to: string) => (chosen.value = to === clock.today ? undefined : to),
    step: (days: number) => {
      const to = addDays(date.value, days)
      chosen.value = to === clock.today ? undefined : to
    },
    entry: (local: number) => range.value?.entries.find((entry) => entry.local === local),
  }
})
