/**
 * What is measured: through the store, and where it is done by hand as well, with the same answer.
 */
import { isDeepStrictEqual } from 'node:util'
import type { ActionContext } from '#core/actions/change.ts'
import { createTime, type EntryInput } from '#core/actions/times.ts'
import { createDispatch, type Domains, type HandlersOf } from '#core/handlers/dispatch.ts'
import { showTime } from '#core/handlers/times.ts'
import { readTimeSeries } from '#core/reports/time-series.ts'
import { readRowEntries } from '#core/reports/row-entries.ts'
import { makeReport } from '#core/reports/make-report.ts'
import { readRecordStates } from '#core/store/sync/sync-records.ts'
import { listTimes, readTimePage, readTime, readTimesBetween } from '#core/store/resources/times.ts'
import { totalsByDay } from '#core/store/resources/time-totals.ts'
import { unwrap } from '#shared/errors.ts'
import { timeCalls } from '#shared/ipc/calls/times.ts'
import { reportKinds } from '#shared/ipc/reports.ts'
import { timeSortKeys, type TimeListQuery } from '#shared/resources/time.ts'
import { likePattern } from '#shared/rules/search-text.ts'
import { organisation } from './data.ts'
import type { Sides } from './measure.ts'
import type { Raw } from './raw.ts'

export interface Work extends Sides {
  name: string
  target?: Target
}

/**
 * The targets: a ratio of the store's median to the other's, microseconds above it, or microseconds
 * at any size.
 */
export type Target = { ratio: number } | { above: number } | { within: number }

const term = 'homepage'

/** Any page of the list by any sort key. */
const aPage: Target = { within: 15_000 }

/** As a person types them. */
const searches: readonly { query: string; target: Target }[] = [
  ...['h', 'ho', 'homep', 'homepage', 'p00', 'zzz'].map((query) => ({
    query,
    target: { within: 5_000 },
  })),
  ...['homepage layout', 'home layout search', 'c1 review print'].map((query) => ({
    query,
    target: { within: 30_000 },
  })),
]

const stretches = {
  week: { from: '2026-11-16', to: '2026-11-22' },
  year: { from: '2025-11-21', to: '2026-11-20' },
}

export function works(context: ActionContext, raw: Raw, entries: number): Work[] {
  const { db } = context
  const someone = (turn: number) => ((turn * 7_919) % entries) + 1
  const list = async (query: TimeListQuery) => {
    const { data, total } = await listTimes(db, organisation, { limit: 50, ...query })
    return { data, total }
  }
  const lastPage = Math.max(1, Math.ceil(entries / 50))
  const middlePage = Math.ceil(lastPage / 2)

  return [
    {
      name: 'point read: an entry and its standing',
      target: { ratio: 1.5 },
      async store(turn) {
        const id = someone(turn)
        const row = await readTime(db, organisation, id)
        const standing = (await readRecordStates(db, 'time', [id])).get(id)
        return { row, remote: standing?.remote, state: standing?.state }
      },
      raw: (turn) => raw.point(someone(turn)),
    },
    {
      name: 'first page of 50, newest first, and total',
      target: { ratio: 1.3 },
      store: () => list({}),
      raw: () => raw.firstPage(),
    },
    {
      name: 'last page by date, and total',
      target: aPage,
      store: () => list({ sortKey: 'date', page: lastPage }),
      raw: () => raw.lastPage((lastPage - 1) * 50),
    },
    {
      name: 'first page by project.name, and total',
      target: aPage,
      store: () => list({ sortKey: 'project.name' }),
      raw: () => raw.byProject(),
    },
    ...[undefined, ...timeSortKeys].map((sortKey) => ({
      name: `middle page by ${sortKey ?? 'no key'}, and total`,
      target: aPage,
      store: () => list({ sortKey, page: middlePage }),
    })),
    ...[undefined, ...timeSortKeys.slice(1)].map((sortKey) => ({
      name: `last page by ${sortKey ?? 'no key'}, and total`,
      target: aPage,
      store: () => list({ sortKey, page: lastPage }),
    })),
    {
      name: 'search of one term, newest 50, and total',
      store: () => list({ query: term }),
      raw: () => raw.search(likePattern(term)),
    },
    ...searches.map(({ query, target }) => ({
      name: `search of “${query}”, newest 50 alone`,
      target,
      store: () => readTimePage(db, organisation, { query, limit: 50 }),
    })),
    ...(['week', 'year'] as const).map((stretch) => ({
      name: `totals of a ${stretch} by day`,
      target: { within: stretch === 'week' ? 1_000 : 30_000 },
      store: () => totalsByDay(db, organisation, stretches[stretch]),
    })),
    ...(['week', 'year'] as const).flatMap((stretch) =>
      reportKinds.map((by) => ({
        name: `report of a ${stretch} by ${by}`,
        target: { within: stretch === 'week' ? 5_000 : 30_000 },
        store: () =>
          makeReport(context, {
            ...{ ...stretches[stretch], by, rate: 'hour' },
            ...{ whose: 'everyone', user: undefined },
          }),
      })),
    ),
    ...(['day', 'month'] as const).map((unit) => ({
      name: `course of a year by ${unit} and project`,
      target: { within: 60_000 },
      store: () => readTimeSeries(context, { ...stretches.year, unit, user: undefined }),
    })),
    {
      name: 'newest 100 entries of a client in a year',
      target: { within: 60_000 },
      store: () =>
        readRowEntries(context, {
          ...{ ...stretches.year, by: 'client', key: 1, user: undefined, limit: 100 },
        }),
    },
    {
      name: 'entries of a week, and their total',
      async store() {
        const rows = await readTimesBetween(db, organisation, '2026-11-16', '2026-11-22')
        return rows.reduce((sum, { total }) => sum + total, 0)
      },
      raw: () => raw.week('2026-11-16', '2026-11-22'),
    },
    callThroughDispatcher(context, someone),
    // Last, so that all others read the same entries on both sides.
    {
      name: 'save: entry, history and unsent mark, FULL',
      target: { ratio: 1.5 },
      store: async (turn) => unwrap(await createTime(context, entry(turn))),
      raw: (turn) => raw.save(entry(turn), context.clock.now()),
    },
  ]
}

/** The call against its own handler: what the gate costs. */
function callThroughDispatcher(context: ActionContext, someone: (turn: number) => number): Work {
  const handlers: Pick<HandlersOf<typeof timeCalls>, 'times.show'> = {
    'times.show': ({ local }) => showTime(context, local),
  }
  const quiet = { info: () => {}, warn: () => {} }
  const times = () => Promise.resolve({ calls: timeCalls, handlers })
  const dispatch = createDispatch({ times } as unknown as Domains, quiet)
  return {
    name: 'a call through the dispatcher, against its handler',
    target: { above: 200 },
    store: (turn) => dispatch('times.show', { local: someone(turn) }),
    raw: (turn) => showTime(context, someone(turn)),
  }
}

/** A new entry of the past weeks, a different one each time. */
const entry = (turn: number): EntryInput => ({
  project: (turn % 60) + 1,
  task: (turn % 20) + 1,
  date: `2026-11-${String((turn % 20) + 1).padStart(2, '0')}`,
  start: 480 + (turn % 600),
  quantity: (turn % 12) + 1,
  notes: `Homepage hero, round ${turn}`,
})

/** Throws when the two sides give different answers: then there is nothing to compare. */
export async function checkSame(work: Work): Promise<void> {
  if (!work.raw) return
  const answers = [await work.store(1), await work.raw(1)]
  if (!isDeepStrictEqual(answers[0], answers[1])) {
    throw new Error(`“${work.name}” differs: ${JSON.stringify(answers).slice(0, 2_000)}`)
  }
}
