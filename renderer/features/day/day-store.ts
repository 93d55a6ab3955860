/**
 * A live query of the chosen day and the days before it: date and totals of each, and the entries
 * of the days on screen. Entries that scroll far away are evicted, so that a long history needs no
 * more memory than a few days.
 */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import { addDays } from '#shared/rules/calendar.ts'
import type { DayTotals } from '#shared/ipc/call-results.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { useClockStore } from '../../app/stores/clock.ts'
import { isChangeOf, useLiveQuery } from '../../app/stores/live-query.ts'
import { useWatchedDays } from '../../app/entries/use-watched-days.ts'
import { newestFirst } from './day-rows.ts'

/** Number of days whose totals are read first; each further read doubles it. */
const firstStep = 366
/** Number of entries read before it is known which days are on screen: more than fit on any. */
const firstEntries = 120
/** Reads more totals when this few known days are left to scroll to. */
const lookahead = 60
/**
 * Number of entries read beyond each end of the viewport, so that scrolling shows no empty rows.
 */
const prefetched = 60
/** Maximum number of days with entries in memory, beyond those on screen. */
const mostKept = 90

export interface DayGroup {
  date: string
  minutes: number
  /** Number of its entries. */
  count: number
  /** Newest first; undefined until they are read. */
  entries?: readonly TimeEntry[]
}

/** Indexes of the first and the last day on screen. */
export interface VisibleDays {
  first: number
  last: number
  /** True during a fast scroll. */
  isJumping: boolean
}

/** Civil dates, both inclusive. */
interface Span {
  from: string
  to: string
}

export const useDayStore = defineStore('day', () => {
  const client = useIpcClient()
  const clock = useClockStore()

  /** Undefined means today, also after midnight. */
  const chosen = ref<string>()
  const date = computed(() => chosen.value ?? clock.today)
  /** Colleagues' entries are shown and counted only when everyone's are selected. */
  const whose = ref<'mine' | 'everyone'>('mine')

  /** Number of days whose totals have been read. */
  const reach = ref(firstStep)
  /** The first of them. */
  const since = computed(() => addDays(date.value, 1 - reach.value))
  let step = firstStep
  /** The days with entries from `since` on, newest first; undefined until they are read. */
  const totals = shallowRef<readonly DayTotals[]>()
  /** Date of the oldest entry; undefined without entries. */
  const oldest = ref<string>()
  const read = shallowRef<ReadonlyMap<string, readonly TimeEntry[]>>(new Map())
  const others = shallowRef<ReadonlySet<number>>(new Set())
  /** Local ids of sent entries whose reply was lost. */
  const checking = shallowRef<ReadonlySet<number>>(new Set())

  /** The days on screen, apart from the chosen day. */
  const onScreen = shallowRef<Span>()
  /** The day of the focused row: it stays in memory, however far the list scrolls. */
  const held = ref<string>()

  async function readChecking(entries: readonly TimeEntry[]) {
    if (!entries.some(({ state }) => state === 'sending')) return new Set<number>()
    const { items } = await client.call('sync.outbox', { limit: 200 })
    const lost = items.filter(({ resource, state }) => resource === 'time' && state === 'checking')
    return new Set(lost.map(({ local }) => local))
  }

  const readEntries = ({ from, to }: Span) =>
    client.call('times.inDateRange', { from, to, whose: whose.value })

  /** Returns the ranges of days to read; a range that another covers is left out. */
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

  /** Counts full reloads: a reply to a request from before the last one is outdated. */
  let reading = 0
  const refresh = useLiveQuery(
    async () => {
      reading += 1
      const asked = date.value
      const [newest, ...parts] = await Promise.all([
        client.call('times.newestDays', {
          to: asked,
          days: reach.value,
          entries: onScreen.value ? 0 : firstEntries,
          whose: whose.value,
        }),
        ...(onScreen.value || held.value ? spansToRead().map(readEntries) : []),
      ])
      // Another day was chosen in the meantime; it is read separately.
      if (asked !== date.value) return
      const lists = [newest, ...parts]
      const entries = lists.flatMap((list) => list.entries)
      checking.value = await readChecking(entries)
      others.value = new Set(lists.flatMap((list) => list.others))
      oldest.value = newest.oldest ?? undefined
      totals.value = newest.days
      read.value = new Map(lists.flatMap((list) => [...byDay(list.entries)]))
    },
    isChangeOf('time', 'project', 'task'),
  )

  watch(date, () => {
    onScreen.value = undefined
    held.value = undefined
    step = firstStep
    reach.value = firstStep
  })
  watch([date, whose], () => void refresh())

  /** True while a page shows these days; sync keeps what is shown fresh. */
  const shown = ref(false)
  const from = computed(() => onScreen.value?.from ?? date.value)
  useWatchedDays(() => (shown.value ? { from: from.value, to: date.value } : null))

  /** The chosen day first (even when empty), then those with entries, newest first. */
  const groups = computed<readonly DayGroup[]>((before) => {
    const known = (totals.value ?? []).filter((day) => day.date <= date.value)
    const days = known[0]?.date === date.value ? known : [emptyDay(date.value), ...known]
    return days.map(({ date: day, minutes, entries: count }, nth) => {
      const entries = read.value.get(day) ?? (count === 0 ? none : undefined)
      const group = { date: day, minutes, count: entries?.length ?? count, entries }
      // An unchanged day stays the same object, which makes changes cheap to detect.
      const previous = before?.[nth]
      return previous && isSame(previous, group) ? previous : group
    })
  })
  /** True while the totals of earlier days have not been read. */
  const hasEarlier = computed(() => oldest.value !== undefined && oldest.value < since.value)
  let extending: Promise<void> | undefined
  async function extend() {
    const [before, now] = [since.value, reading]
    step *= 2
    const { days } = await client.call('times.newestDays', {
      to: addDays(before, -1),
      days: step,
      entries: 0,
      whose: whose.value,
    })
    if (before !== since.value) return
    reach.value += step
    // A full reload in the meantime reaches less far back, so the totals are read again.
    if (now === reading && totals.value) totals.value = [...totals.value, ...days]
    else await refresh()
  }

  /** Reads the missing entries of these days, then evicts days that are too far away. */
  async function load(span: Span) {
    const missing = groups.value.filter((group) => isWithin(group.date, span) && !group.entries)
    if (missing.length === 0) return
    const now = reading
    const [from, to] = [missing.at(-1)!.date, missing[0]!.date]
    const part = await readEntries({ from, to }).catch(() => undefined)
    // A full reload happened in the meantime; a page that still needs these days requests them
    // again.
    if (!part || now !== reading) return
    // Covers days whose entries were deleted in the meantime.
    const empty = missing.map(({ date: day }) => [day, [] as readonly TimeEntry[]] as const)
    const kept = new Map([...empty, ...read.value, ...byDay(part.entries)])
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
  /** @param at the part of `groups` that is on screen */
  function showOnScreen(at: VisibleDays) {
    const days = groups.value
    if (at.last >= days.length - lookahead && hasEarlier.value) {
      extending ??= extend()
        .catch(() => undefined)
        .finally(() => (extending = undefined))
    }
    // Entries of days that are only scrolled past are not read.
    if (at.isJumping) return
    const around = (place: number, by: 1 | -1) => {
      let entries = 0
      let end = place
      while (days[end + by] && entries < prefetched) entries += days[(end += by)]!.count
      return days[end]?.date ?? date.value
    }
    onScreen.value = { from: around(at.last, 1), to: around(at.first, -1) }
    loadOnScreen()
  }
  /** Reads one range at a time; if the list scrolled on while reading, the next range follows. */
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
    /** True once the days to show are known. */
    isReady: computed(() => totals.value !== undefined),
    groups,
    /** The chosen day's own group. */
    today: computed(() => groups.value[0]),
    isToday: computed(() => date.value === clock.today),
    hasEarlier,
    refresh,
    load,
    showOnScreen,
    /** Keeps the entries of this day in memory, however far the list scrolls. */
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

const emptyDay = (date: string): DayTotals => ({ date, minutes: 0, entries: 0 })

/** Groups entries by their day; those of a day newest first. */
function byDay(entries: readonly TimeEntry[]): ReadonlyMap<string, readonly TimeEntry[]> {
  const days = Map.groupBy(entries, ({ date }) => date)
  for (const [day, unsorted] of days) days.set(day, unsorted.toSorted(newestFirst))
  return days
}
