/** Following the feed of changes (capability `changes`) makes windows needless. */
import { civilAt } from '#shared/rules/calendar.ts'
import { askedAbout } from '../store/gone-records.ts'
import { mappedCategories, type Mapped } from '../store/mapped-records.ts'
import { patchRecord } from '../store/record-state.ts'
import type { EntryResource } from '../store/tables.ts'
import { commit, type SyncContext, type Trouble } from './context.ts'
import type { Kind } from './kinds/kind.ts'
import { kinds } from './kinds/kinds.ts'
import { writeMemory } from './memory.ts'
import { pullChanges } from './pull-changes.ts'
import { keep, pullDays, type Reading } from './reading.ts'
import { consentedRemovals, missingBetween, missingOf, settleMissing } from './removals.ts'
import { nearDays, type Duty } from './schedule.ts'

/** What every reading of the feed brings up to date. */
const told: readonly Duty[] = ['near', 'recent', 'watched', 'expenses', 'categories']
/** Beside the feed, counting and looking at each category find nothing new. */
const needless: readonly Duty[] = ['timeRanks', 'expenseRanks', 'eachCategory']
/** What a first copy, which is every record there is, brings up to date besides. */
const whole: readonly Duty[] = [...needless, 'everything', 'allExpenses']

/**
 * Reads the feed where something is due: `done`. `not`: it cannot be followed now, and lists are to
 * be read. On the first reading the last days come first, so that the app is useful after one page.
 */
export async function followFeed(reading: Reading): Promise<'done' | 'not' | Trouble> {
  const { context, memory, options, now, due } = reading
  if (!due('near') && !(options.watched && due('watched'))) return 'done'
  const first = memory.changesCursor === null
  const quiet = first && memory.marks.everything === undefined
  if (first && memory.marks.near === undefined) {
    const { date: today } = civilAt(now, context.clock.zone())
    const trouble = await pullDays(reading, nearDays(today), true)
    if (trouble) return trouble
  }
  const shown = { time: new Set<number>(), expense: new Set<number>(), category: new Set<number>() }
  // Later than the list above: what that showed may be gone before the feed is asked for.
  const askedAt = context.clock.now()
  const pulled = await pullChanges(context, memory.changesCursor, {
    ...reading.pull(quiet),
    async keep(work, next) {
      if (next === memory.changesCursor) return
      memory.changesCursor = next
      // Until what it left out is settled: whatever ends the pass before that, lists are read.
      if (first) for (const duty of whole) if (memory.marks[duty]) memory.marks[duty] = 0
      await writeMemory(work.trx, memory)
    },
    shown(resource, remote) {
      if (first) shown[resource].add(remote)
    },
  })
  if (pulled.is === 'start-over') {
    // Deletions may have been forgotten there: only whole lists tell of them.
    memory.changesCursor = null
    await keep(reading, ['everything', 'allExpenses', 'eachCategory', 'categories'], 0)
    return 'not'
  }
  if (pulled.is !== 'pulled') return pulled
  if (first && pulled.whole) {
    const trouble = await settleUnshown(context, shown, askedAt)
    if (trouble) return trouble
    await keep(reading, [...told, ...whole], now)
  } else {
    await keep(reading, due('near') ? [...told, ...needless] : ['watched'], now)
  }
  return 'done'
}

/** A first copy leaves out what was deleted before: it is a complete list, and no more. */
async function settleUnshown(
  context: SyncContext,
  shown: Record<EntryResource, ReadonlySet<number>>,
  startedAt: number,
): Promise<Trouble | null> {
  for (const kind of Object.values(kinds)) {
    await keepUnshown(context, kind, shown[kind.resource])
    const { of, missing } = await missingFrom(context, kind, shown[kind.resource], startedAt)
    if (missing.length === 0) continue
    const going = await consentedRemovals(context, kind, missing, of)
    const trouble = await settleMissing(context, kind, going)
    if (trouble) return trouble
  }
  return null
}

/** What the person was asked about before the feed was read: it never says that these are gone. */
async function keepUnshown(
  context: SyncContext,
  kind: Kind,
  shown: ReadonlySet<number>,
): Promise<void> {
  const asked = await askedAbout(context.db, kind.resource)
  const unshown = asked.filter(({ remote }) => !shown.has(remote))
  if (unshown.length === 0) return
  await commit(context, async (work) => {
    for (const { local } of unshown) {
      await patchRecord(work.trx, kind.resource, local, { gone: 1 })
    }
  })
}

async function missingFrom(
  context: SyncContext,
  kind: Kind,
  shown: ReadonlySet<number>,
  startedAt: number,
): Promise<{ of: number; missing: Mapped[] }> {
  if (kind.resource !== 'category') {
    return missingBetween(context, kind, { from: null, to: null }, shown, startedAt)
  }
  const mapped = await mappedCategories(context.db, context.organisation)
  return {
    of: mapped.length,
    missing: missingOf(mapped, shown, { startedAt, now: context.clock.now() }),
  }
}
