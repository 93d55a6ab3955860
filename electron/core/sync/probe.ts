/**
 * What became of a create that lost its answer: found out by looking, never by sending again
 * first.
 */
import type { TimeWire } from '#shared/resources/time.ts'
import { timeVersionOf, type TimeVersion } from '#shared/resources/time-version.ts'
import { closeAttempt, countProbe, quarantineAttempt, type Attempt } from '../store/attempts.ts'
import { raiseCard } from '../store/inbox.ts'
import { findLocal } from '../store/sync-records.ts'
import {
  isRetiredTime,
  patchTimeRecord,
  readTimeState,
  type TimeState,
} from '../store/time-records.ts'
import { takeCreated } from './apply-times.ts'
import { commit, troubleOf, type SyncContext, type Trouble, type Work } from './context.ts'
import { isExactly, isNearly } from './match.ts'
import { confirmWalk, walkWindow, type Window } from './pages.ts'
import { probeAgain } from './timing.ts'

/**
 * Looks for what became of a create, in the complete window of its date: adopts the entry if it
 * is there, and sends again only after two looks that found nothing.
 */
export async function probe(
  context: SyncContext,
  local: number,
  attempt: Attempt,
): Promise<'end' | 'again' | Trouble> {
  const window: Window = { is: 'day', date: attempt.body.date! }
  const shown: TimeWire[] = []
  const walk = await walkWindow(context.client, window, {
    onPage: (page) => {
      shown.push(...page.times)
      return Promise.resolve(true)
    },
  })
  const sure = walk.is === 'walk' ? await confirmWalk(context.client, window, walk) : walk
  if (sure.is !== 'walk') return troubleOf(sure)
  return commit(context, async (work) => {
    const state = await readTimeState(work.trx, local)
    if (state?.attempt?.id !== attempt.id) return 'end'
    const found = await unmapped(work, attempt.sent!, shown)
    if (found.exact.length > 0) {
      await adopt(work, state, found.exact)
      context.counts.pushed++
      return 'end'
    }
    if (found.near.length > 0) {
      await waitForPerson(work, state, found.near)
      return 'end'
    }
    const until = work.now + probeAgain
    if (!sure.sound) {
      await quarantineAttempt(work.trx, 'time', local, until)
      return 'end'
    }
    if ((await countProbe(work.trx, 'time', local, until)) < 2) return 'end'
    await closeAttempt(work.trx, 'time', local)
    return 'again'
  })
}

/** Rows that no record here carries, by how well they fit what was sent; lowest id first. */
async function unmapped(
  work: Work,
  sent: TimeVersion,
  shown: readonly TimeWire[],
): Promise<{ exact: TimeWire[]; near: TimeWire[] }> {
  const exact: TimeWire[] = []
  const near: TimeWire[] = []
  for (const time of shown.toSorted((one, other) => one.id - other.id)) {
    const version = timeVersionOf(time)
    if (!isNearly(sent, version)) continue
    if ((await findLocal(work.trx, 'time', time.id)) !== undefined) continue
    if (await isRetiredTime(work.trx, time.id)) continue
    if (isExactly(sent, version)) exact.push(time)
    else near.push(time)
  }
  return { exact, near }
}

async function adopt(work: Work, state: TimeState, matches: readonly TimeWire[]): Promise<void> {
  const [first, ...others] = matches
  await takeCreated(work, state, first!)
  if (others.length === 0) return
  const detail = { adopted: first!.id, others: others.map((time) => time.id) }
  await raiseCard(work.trx, 'time', state.local, { kind: 'twin', detail }, work.now)
}

/** The service may have written the notes differently: nothing is adopted, nothing sent again. */
async function waitForPerson(
  work: Work,
  state: TimeState,
  near: readonly TimeWire[],
): Promise<void> {
  await closeAttempt(work.trx, 'time', state.local)
  if (state.version) await patchTimeRecord(work.trx, state.local, { parked: 'conflict' })
  const detail = { adopted: null, others: near.map((time) => time.id) }
  await raiseCard(work.trx, 'time', state.local, { kind: 'twin', detail }, work.now)
  work.touched.add(state.local)
}
