/**
 * Mirror of the days behind the one that is looked at: of each its date and totals, and the
 * entries of those that are on screen. What a person scrolls past is forgotten again, so that all
 * of a history costs no more than a few days of it.
 */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import { addDays } from '#shared/rules/calendar.ts'
import type { TimeTotal } from '#shared/ipc/views.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import { useClient } from '../../ipc/client.ts'
import { useClock } from '../../app/stores/clock.ts'
import { changeOf, useMirror } from '../../app/stores/mirror.ts'
import { useWatching } from '../../app/watching.ts'

/** Days whose totals are read at once; each further reading takes twice as many. */
const firstStep = 366
/** Days before what is known ends, at which more are read. */
const lookahead = 60
/** Entries read beyond each end of what is on screen, so that scrolling meets no empty rows. */
const prefetched = 60
/** Days with entries kept in mind; those on screen come on top. */
const mostKept = 90

export interface DayGroup {
  date: string
  minutes: number
  /** How many entries it has. */
  count: number
  /** Newest first; undefined until they are read. */
  entries?: readonly TimeEntry[]
}

/** Places of the first and the last day on screen. */
export interface DaysOnScreen {
  first: number
  last: number
  /** While one jumps along the list. */
  passing: boolean
}

/** Civil dates; both belong to it. */
interface Span {
  from: string
  to: string
}

const newestFirst = (one: TimeEntry, other: TimeEntry): number =>
  other.start - one.start || other.local - one.local

export const useDay = defineStore('day', () => {
  const client = useClient()
  const clock = useClock()

  /** Undefined follows today, also past midnight. */
  const chosen = ref<string>()
  const date = computed(() => chosen.value ?? clock.today)
  /** Colleagues' entries are shown and counted only where everyone's are asked for. */
  const whose = ref<'mine' | 'everyone'>('mine')

  /** First day whose totals are known. */
  const since = ref(addDays(date.value, -firstStep))
  let step = firstStep
  /** The days with entries from `since` on, newest first; undefined until they are read. */
  const totals = shallowRef<readonly TimeTotal[]>()
  /** Date of the oldest entry of all; undefined without entries. */
  const oldest = ref<string>()
  const read = shallowRef<ReadonlyMap<string, readonly TimeEntry[]>>(new Map())
  const others = shallowRef<ReadonlySet<number>>(new Set())
  /** Local ids of entries that were sent and whose answer was lost. */
  const checking = shallowRef<ReadonlySet<number>>(new Set())

  /** What is on screen beside the chosen day. */
  const onScreen = shallowRef<Span>()
  /** The day of the row that has the focus: it stays, wherever one scrolls. */
  const held = ref<string>()

  async function readChecking(entries: readonly TimeEntry[]) {
    if (!entries.some(({ state }) => state === 'sending')) return new Set<number>()
    const { items } = await client.call('sync.outbox', { limit: 200 })
    const lost = items.filter(({ resource, state }) => resource === 'time' && state === 'checking')
    return new Set(lost.map(({ local }) => local))
  }

  const readTotals = async ({ from, to }: Span) =>
    (await client.call('times.totals', { from, to, by: 'day', whose: whose.value })).toReversed()

  /** The entries of some days; a day without any is an empty list. */
  async function readEntries({ from, to }: Span) {
    const answer = await client.call('times.days', { from, to, whose: whose.value })
    const byDate = Map.groupBy(answer.entries, (entry) => entry.date)
    for (const [day, entries] of byDate) byDate.set(day, entries.toSorted(newestFirst))
    return { ...answer, from, to, byDate }
  }

  /** Days that belong together are asked for together. */
  function spansToRead(): Span[] {
    const spans: Span[] = [{ from: date.value, to: date.value }]
    if (onScreen.value) spans.push(onScreen.value)
    if (held.value) spans.push({ from: held.value, to: held.value })
    return spans.filter(
      ({ from, to }, nth) =>
        !spans.some((other, at) => {
          const covers = other.from <= from && to <= other.to
          const isSame = other.from === from && other.to === to
          return covers && at !== nth && (!isSame || at < nth)
        }),
    )
  }

  /** Goes up with every reading of everything: what was asked for before it is of yesterday. */
  let reading = 0
  const refresh = useMirror(
    async () => {
      reading += 1
      const asked = { from: since.value, to: date.value }
      const [days, first, ...parts] = await Promise.all([
        readTotals(asked),
        client.call('times.list', { sortKey: 'date', sortAsc: true, limit: 1 }),
        ...spansToRead().map(readEntries),
      ])
      // Another day was gone to meanwhile: its own reading follows.
      if (asked.to !== date.value) return
      const entries = parts.flatMap((part) => part.entries)
      checking.value = await readChecking(entries)
      others.value = new Set(parts.flatMap((part) => part.others))
      oldest.value = first.data[0]?.date
      totals.value = days
      read.value = new Map(parts.flatMap((part) => [...part.byDate]))
    },
    changeOf('time', 'project', 'task'),
  )

  watch(date, (to) => {
    onScreen.value = undefined
    held.value = undefined
    step = firstStep
    since.value = addDays(to, -step)
  })
  watch([date, whose], () => void refresh())

  /** Whether a page shows these days; sync keeps fresh what is shown. */
  const shown = ref(false)
  const from = computed(() => onScreen.value?.from ?? date.value)
  useWatching(() => (shown.value ? { from: from.value, to: date.value } : null))

  /** The chosen day first (even when empty), then those with entries, newest first. */
  const groups = computed<readonly DayGroup[]>((before) => {
    const known = (totals.value ?? []).filter(({ key }) => (key as string) <= date.value)
    const days = known[0]?.key === date.value ? known : [emptyDay(date.value), ...known]
    return days.map(({ key, minutes, entries: count }, nth) => {
      const entries = read.value.get(key as string) ?? (count === 0 ? none : undefined)
      const group = { date: key as string, minutes, count: entries?.length ?? count, entries }
      // A day of which nothing changed stays the same object, so that what changed is quickly told.
      const stood = before?.[nth]
      return stood && isSame(stood, group) ? stood : group
    })
  })
  /** True where the totals of days before are not read yet. */
  const hasEarlier = computed(() => oldest.value !== undefined && oldest.value < since.value)
  let extending: Promise<void> | undefined
  async function extend() {
    const [before, now] = [since.value, reading]
    step *= 2
    const further = { from: addDays(before, -step), to: addDays(before, -1) }
    const days = await readTotals(further)
    if (before !== since.value) return
    since.value = further.from
    // A reading of everything that came between knows less far back: it is made again.
    if (now === reading && totals.value) totals.value = [...totals.value, ...days]
    else await refresh()
  }

  /** Reads the entries of these days, as far as they are not known; keeps the nearest of all. */
  async function load(span: Span) {
    const missing = groups.value.filter((group) => isWithin(group.date, span) && !group.entries)
    if (missing.length === 0) return
    const now = reading
    const [from, to] = [missing.at(-1)!.date, missing[0]!.date]
    const part = await readEntries({ from, to }).catch(() => undefined)
    // Everything was read anew meanwhile; whoever still wants these days asks again.
    if (!part || now !== reading) return
    // A day whose entries went meanwhile is read, too.
    const empty = missing.map(({ date: day }) => [day, [] as readonly TimeEntry[]] as const)
    const kept = new Map([...empty, ...read.value, ...part.byDate])
    others.value = new Set([...others.value, ...part.others])
    const lost = await readChecking(part.entries)
    if (lost.size > 0) checking.value = new Set([...checking.value, ...lost])
    read.value = kept.size > mostKept ? nearest(kept) : kept
  }

  function nearest(days: ReadonlyMap<string, readonly TimeEntry[]>) {
    const needed = [{ from: date.value, to: date.value }, onScreen.value]
    if (held.value) needed.push({ from: held.value, to: held.value })
    const isNeeded = (day: string) =>
      needed.some((span) => span && span.from <= day && day <= span.to)
    return new Map([...days].filter(([day]) => isNeeded(day)))
  }

  let loading: Promise<void> | undefined
  /** @param at what of `groups` is on screen */
  function showOnScreen(at: DaysOnScreen) {
    const days = groups.value
    if (at.last >= days.length - lookahead && hasEarlier.value) {
      extending ??= extend()
        .catch(() => undefined)
        .finally(() => (extending = undefined))
    }
    // Entries that one only passes are not read.
    if (at.passing) return
    const around = (place: number, by: 1 | -1) => {
      let entries = 0
      let end = place
      while (days[end + by] && entries < prefetched) entries += days[(end += by)]!.count
      return days[end]?.date ?? date.value
    }
    onScreen.value = { from: around(at.last, 1), to: around(at.first, -1) }
    loadOnScreen()
  }
  /** One reading at a time; where one has scrolled on meanwhile, the next. */
  function loadOnScreen() {
    const span = onScreen.value
    if (!span || loading) return
    loading = load(span).finally(() => {
      loading = undefined
      if (onScreen.value !== span) loadOnScreen()
    })
  }

  const entry = (local: number): TimeEntry | undefined => {
    for (const entries of read.value.values()) {
      const found = entries.find((one) => one.local === local)
      if (found) return found
    }
    return undefined
  }

  return {
    date,
    shown,
    whose,
    /** False for a colleague's entry. */
    isOwn: (one: TimeEntry) => !others.value.has(one.local),
    isChecking: ({ local }: TimeEntry) => checking.value.has(local),
    /** True once it is known what there is to show. */
    isReady: computed(() => totals.value !== undefined),
    groups,
    /** The chosen day's own group. */
    today: computed(() => groups.value[0]),
    isToday: computed(() => date.value === clock.today),
    hasEarlier,
    refresh,
    load,
    showOnScreen,
    /** Keeps the entries of this day, wherever one scrolls. */
    hold: (day: string | undefined) => (held.value = day),
    go: (to: string) => (chosen.value = to === clock.today ? undefined : to),
    step: (days: number) => {
      const to = addDays(date.value, days)
      chosen.value = to === clock.today ? undefined : to
    },
    entry,
  }
})

const isWithin = (day: string, { from, to }: Span): boolean => from <= day && day <= to

const none: readonly TimeEntry[] = []
const isSame = (one: DayGroup, other: DayGroup): boolean =>
  one.date === other.date &&
  one.entries === other.entries &&
  one.count === other.count &&
  one.minutes === other.minutes

const emptyDay = (day: string): TimeTotal => ({ key: day, minutes: 0, entries: 0 })
