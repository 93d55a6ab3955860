/** Invariant 2: a sum equals its parts, and what the store says. */
import { addDays, daysBetween } from '#shared/rules/calendar.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import type { Look, Sum } from './seen.ts'
import type { CoreWire } from './wire.ts'

interface Days {
  from: string
  to: string
  whose?: 'mine' | 'everyone'
}

const add = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

/** What the sums of a page are compared with. */
interface Kept {
  /** Minutes of each day of own entries, or of everyone's where the page shows those. */
  minutes: (days: Days) => Promise<number>
  /** The running timer counts on most pages, and runs on during the check. */
  isRunning: boolean
}

/** The error in the sums that a page shows; undefined where there is none. */
export async function wrongSum(look: Look, core: CoreWire): Promise<string | undefined> {
  const off = look.sums.find(({ shown, parts }) => parts && add(parts) !== shown)
  if (off) return `${off.what} shows ${off.shown}, its parts come to ${add(off.parts!)}`
  const held = look.sums.filter(({ of }) => of)
  if (held.length === 0) return undefined
  const store = await lookInto(core)
  for (const sum of held) {
    const kept = await inStore(sum, look, core, store)
    if (kept.length > 0 && !kept.includes(sum.shown)) {
      return `${sum.what} shows ${sum.shown}, the store has ${kept.join(' or ')}`
    }
  }
  return undefined
}

async function lookInto(core: CoreWire): Promise<Kept> {
  const { running } = await core.call('timer.status')
  /** Each range is read once for all the sums of a page. */
  const read = new Map<string, TimeEntry[]>()
  async function entriesOf(days: Days): Promise<TimeEntry[]> {
    const key = JSON.stringify(days)
    const known = read.get(key)
    if (known) return known
    const { entries, others } = await core.call('times.inDateRange', { ...days })
    const own =
      days.whose === 'everyone' ? entries : entries.filter(({ local }) => !others.includes(local))
    read.set(key, own)
    return own
  }
  return {
    isRunning: running,
    minutes: async (days) => add((await entriesOf(days)).map(({ total }) => total)),
  }
}

/**
 * Minutes or money from the store; undefined where the page shows something else as well. Several
 * where a page asked for several weeks, and does not say which it shows.
 */
async function inStore({ of }: Sum, look: Look, core: CoreWire, store: Kept): Promise<number[]> {
  const ranges = (look.asked['times.inDateRange'] ?? []) as Days[]
  const newest = (name: string) => look.asked[name]?.at(-1) as Days | undefined
  switch (of?.is) {
    case 'day': {
      // The palette requests its own: one day of a person's own entries.
      const ofPage = look.path.startsWith('/week')
        ? ranges.findLast(({ from, to }) => from !== to)
        : newest('times.newestDays')
      const whose = ofPage?.whose ?? 'mine'
      if (look.inHand || store.isRunning) return []
      const entry = /^of (\d+)$/.exec(of.date)?.[1]
      if (entry === undefined) return [await store.minutes({ from: of.date, to: of.date, whose })]
      const shown = await core.attempt('times.show', { local: Number(entry) })
      return shown ? [await store.minutes({ from: shown.date, to: shown.date, whose })] : []
    }
    case 'week': {
      const weeks = ranges.filter(({ from, to }) => daysBetween(from, to) === 6)
      return store.isRunning ? [] : Promise.all(weeks.map((week) => store.minutes(week)))
    }
    case 'report': {
      const days = newest('reports.show')
      return days ? [await store.minutes({ whose: 'mine', ...pick(days) })] : []
    }
    case 'expenses': {
      // Selected entries are read once more, over their own days; the page shows a month.
      const asked = (look.asked['expenses.inDateRange'] ?? []) as Days[]
      const days = asked.findLast(isMonth)
      if (!days) return []
      const report = await core.call('reports.show', { ...days, by: 'project' })
      const found = report.total.chargeable.find(({ currency }) => currency === of.currency)
      return [found?.amount ?? 0]
    }
    default:
      return []
  }
}

const isMonth = ({ from, to }: Days): boolean =>
  [from, addDays(to, 1)].every((day) => day.endsWith('-01')) && daysBetween(from, to) < 31

const pick = ({ from, to, whose }: Days): Days => ({ from, to, ...(whose ? { whose } : {}) })
