/**
 * Receiving times: a window is read page by page and each page applied before the next is asked
 * for. What a complete window does not show is asked for by its id before it goes.
 */
import type { TimeWire } from '#shared/resources/time.ts'
import { sameTimeVersion, timeVersionOf } from '#shared/resources/time-version.ts'
import { openCreates, type Attempt } from '../store/attempts.ts'
import { readableAgain, setAside } from '../store/inbox.ts'
import { findLocal } from '../store/sync-records.ts'
import { isRetiredTime, mappedTimes, readTimeState } from '../store/time-records.ts'
import {
  addPulled,
  askAboutGone,
  confirmDeleted,
  dropTime,
  mergeTime,
  recreateTime,
  related,
  restoreTime,
  saysNothingNew,
  situationOf,
} from './apply-times.ts'
import { commit, troubleOf, type SyncContext, type Trouble, type Work } from './context.ts'
import { isNearly } from './match.ts'
import { confirmWalk, walkWindow, type TimesPage, type Window } from './pages.ts'
import { plan } from './plan.ts'

export interface PullOptions {
  /** The first time that this account is read: its entries are no news for the history. */
  first: boolean
  /** Runs between two pages: what cannot wait for a long window. Trouble ends the window. */
  between(): Promise<Trouble | null>
}

/** `sound`: every record of the window was seen. */
export type Pulled = { is: 'pulled'; sound: boolean }

/** More removals at once than this, and than this share of the window, wait for the person. */
const removalsAllowed = 10
const shareAllowed = 0.1

/** Brings one window up to date. */
export async function pullWindow(
  context: SyncContext,
  window: Window,
  options: PullOptions,
): Promise<Pulled | Trouble> {
  const startedAt = context.clock.now()
  const interruption: { trouble: Trouble | null } = { trouble: null }
  const walk = await walkWindow(context.client, window, {
    parameters: parametersOf(context),
    async onPage(page) {
      await applyPage(context, page, options.first)
      if (page.lastPage > 1) {
        await context.show({ is: 'fetching', page: page.page, pages: page.lastPage })
      }
      interruption.trouble = await options.between()
      return interruption.trouble === null
    },
  })
  if (interruption.trouble) return interruption.trouble
  if (walk.is !== 'walk') return troubleOf(walk)

  const { mapped, missing } = await missingFrom(context, window, walk.ids, startedAt)
  if (missing.length === 0 || !walk.sound) return { is: 'pulled', sound: walk.sound }
  if (missing.length > removalsAllowed && missing.length > mapped * shareAllowed) {
    context.log.warn('Held back removals: many entries are missing at once', {
      missing: missing.length,
      of: mapped,
    })
    return { is: 'pulled', sound: true }
  }
  const sure = await confirmWalk(context.client, window, walk)
  if (sure.is !== 'walk') return troubleOf(sure)
  if (!sure.sound) return { is: 'pulled', sound: false }
  const trouble = await settleMissing(context, missing)
  return trouble ?? { is: 'pulled', sound: true }
}

const parametersOf = (context: SyncContext): Record<string, string> =>
  context.namesUsers ? { include: 'user' } : {}

/** Entries that stand here and that the window should have shown. */
async function missingFrom(
  context: SyncContext,
  window: Window,
  shown: ReadonlySet<number>,
  startedAt: number,
): Promise<{ mapped: number; missing: { local: number; remote: number }[] }> {
  const [from, to] = window.is === 'day' ? [window.date, window.date] : [window.from, null]
  const mapped = await mappedTimes(context.db, context.organisation, from, to)
  const missing = mapped.filter(
    ({ remote, seenAt }) => !shown.has(remote) && (seenAt === null || seenAt <= startedAt),
  )
  return { mapped: mapped.length, missing }
}

async function settleMissing(
  context: SyncContext,
  missing: readonly { local: number; remote: number }[],
): Promise<Trouble | null> {
  for (const { local, remote } of missing) {
    const answer = await context.client.readTime(remote)
    switch (answer.is) {
      case 'record':
        await commit(context, (work) => applyTime(context, work, answer.time, [], false))
        break
      case 'gone':
        await commit(context, (work) => applyGone(context, work, local))
        break
      case 'refused':
      case 'stale':
        // Neither there nor gone: it stays.
        break
      case 'unknown':
        if (answer.lost) return answer
        break
      default:
        return answer
    }
  }
  return null
}

async function applyPage(context: SyncContext, page: TimesPage, quiet: boolean): Promise<void> {
  await commit(context, async (work) => {
    const unknown = await openCreates(work.trx, 'time')
    for (const time of page.times) await applyTime(context, work, time, unknown, quiet)
    for (const bad of page.bad) await setAside(work.trx, 'time', bad, work.now)
    const readable = new Set(page.times.map((time) => time.id))
    await readableAgain(work.trx, 'time', readable, work.now)
  })
}

async function applyTime(
  context: SyncContext,
  work: Work,
  wire: TimeWire,
  unknown: readonly Attempt[],
  quiet: boolean,
): Promise<void> {
  const { trx } = work
  await related(work, wire)
  const local = await findLocal(trx, 'time', wire.id)
  if (local === undefined) {
    // Ours under an id that is spent, or perhaps a create whose answer was lost: not a new entry.
    if (await isRetiredTime(trx, wire.id)) return
    const theirs = timeVersionOf(wire)
    if (unknown.some((attempt) => isNearly(attempt.sent!, theirs))) return
    await addPulled(work, wire, quiet)
    context.counts.pulled++
    return
  }
  const state = await readTimeState(trx, local)
  if (!state || (await saysNothingNew(work, state, wire))) return
  const remote = { is: 'here', version: timeVersionOf(wire) } as const
  const action = plan(situationOf(state, remote, work.now))
  if (action.do === 'merge') {
    if (!state.base || !sameTimeVersion(timeVersionOf(state.base), remote.version)) {
      context.counts.pulled++
    }
    await mergeTime(work, state, wire, action.sent)
  } else if (action.do === 'restore') {
    await restoreTime(work, state, wire)
    context.counts.pulled++
  }
  // Whatever else is to be done is for sending to do.
}

async function applyGone(context: SyncContext, work: Work, local: number): Promise<void> {
  const state = await readTimeState(work.trx, local)
  if (!state) return
  const action = plan(situationOf(state, { is: 'gone' }, work.now))
  switch (action.do) {
    case 'drop':
      await dropTime(work, state)
      context.counts.pulled++
      return
    case 'ask':
      return askAboutGone(work, state)
    case 'deleted':
      return confirmDeleted(work, state)
    case 'recreate':
      return recreateTime(work, state)
    default:
      return
  }
}
