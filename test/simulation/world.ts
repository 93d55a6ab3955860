/** What everything in a simulated world shares: its time, its service, its faults, its verdict. */
import { testNow } from '../support/store.ts'
import { chance, type Chance } from './chance.ts'
import type { Fault } from './fault.ts'
import type { Scenario } from './scenario.ts'
import type { Webhook } from './service/held.ts'
import { makeModel, type Model } from './service/model.ts'
import { makeSignals, type Signals } from './signals.ts'
import { timeline, type Timeline } from './timeline.ts'
import { makeTrace, type Trace } from './trace.ts'

export interface Failure {
  /** Number of the invariant; 0: something that no invariant is about, such as a thrown bug. */
  invariant: number
  what: string
}

export interface Tally {
  requests: number
  operations: number
  crashes: number
  faults: Partial<Record<Fault['is'], number>>
  /** Situations of the ledger, with how often each occurred. */
  events: Record<string, number>
}

export interface World {
  readonly scenario: Scenario
  readonly timeline: Timeline
  readonly model: Model
  readonly trace: Trace
  readonly signals: Signals
  readonly tally: Tally
  /** Names of the faults that happened. */
  readonly happened: string[]
  /** Chance for what is neither a step nor a fault: how long requests travel. */
  readonly travel: Chance
  /** Backups of the service, each as the function that restores it. */
  readonly backups: (() => void)[]
  /** Names of records that were deleted at once in a browser. */
  readonly removedAtOnce: ReadonlySet<string>[]
  /** True while faults occur. */
  storm: boolean
  /** Epoch milliseconds of the world's true clock. */
  now(): number
  /** Records a violation; the first one counts. */
  fail(invariant: number, what: string): void
  failure(): Failure | null
}

const mostEvents = 30_000

const webhookOf = (id: number): Webhook => ({
  ...{ id, uri: `https://hooks.test/${id}`, events: ['time.created'] },
  ...{ created_at: '2026-01-01 00:00:00', updated_at: '2026-01-01 00:00:00' },
})

export function makeWorld(scenario: Scenario, keepLines: boolean): World {
  const time = timeline(mostEvents)
  const trace = makeTrace(keepLines)
  let failure: Failure | null = null
  const now = () => testNow + Math.floor(time.now())
  const model = makeModel(scenario.profile, chance(scenario.seed, 'service'), {
    now,
    elapsed: () => time.now(),
  })
  if (scenario.profile.capabilities.includes('webhooks')) {
    for (const { webhooks, id } of model.organisations) webhooks.set(id, webhookOf(id))
  }
  return {
    scenario,
    timeline: time,
    model,
    trace,
    signals: makeSignals(),
    tally: { requests: 0, operations: 0, crashes: 0, faults: {}, events: {} },
    happened: [],
    backups: [],
    removedAtOnce: [],
    travel: chance(scenario.seed, 'travel'),
    storm: true,
    now,
    fail(invariant, what) {
      if (failure) return
      failure = { invariant, what }
      trace.add(time.now(), 'world', `INVARIANT ${invariant}: ${what}`)
    },
    failure: () => failure,
  }
}
