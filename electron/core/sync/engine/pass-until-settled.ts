/** Runs passes until nothing is open any more. */
import { nextQuarantineEnd } from '../../store/sync/attempts.ts'
import { countUnsent } from '../../store/sync/record-states.ts'
import type { Db } from '../../store/database/db.ts'
import type { Clock } from '../../ports.ts'
import type { PassCounts, PassResult, PassKind } from '../pass/pass-result.ts'

/** Maximum number of additional passes. */
const roundsAllowed = 20
/** Maximum number of lost replies before the service counts as unreachable. */
const lossesAllowed = 2

interface Waiting {
  db: Db
  clock: Clock
  signal: AbortSignal
  counts: PassCounts
  pass(kind: PassKind): Promise<PassResult>
}

/**
 * Runs passes until every outcome is known and everything sendable is sent, or nothing changes any
 * more. A lost reply does not end it, because the outcome of the request can be found out later.
 */
export async function passUntilSettled(first: PassResult, waiting: Waiting): Promise<PassResult> {
  const { db, clock, signal, counts, pass } = waiting
  let ended = first
  let before = ''
  let losses = 0
  for (let round = 0; round < roundsAllowed; round++) {
    const until = await nextQuarantineEnd(db)
    const goesOn = ended.is === 'done' || (isLoss(ended) && until !== null)
    if (!goesOn || (isLoss(ended) && ++losses > lossesAllowed)) break
    const { pending } = await countUnsent(db)
    const progress = `${counts.pushed} ${pending}`
    if (until === null && (pending === 0 || progress === before)) break
    before = progress
    if (until !== null) await clock.sleep(Math.max(0, until - clock.now()), signal)
    ended = await pass(ended.is === 'done' ? 'sending' : 'full')
  }
  return ended
}

const isLoss = (ended: PassResult): boolean =>
  ended.is === 'failed' && ended.failure.is === 'unknown'
