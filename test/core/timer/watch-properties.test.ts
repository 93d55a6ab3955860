/**
 * Random events at the machine, in any order, against a plain model: intervals of minutes in which
 * the person was away, those that wait for an answer, and those that were answered.
 */
import { expect, it } from 'vitest'
import { undoChange } from '#core/actions/undo.ts'
import { answerQuestion } from '#core/timer/answer-question.ts'
import { stopTimer } from '#core/timer/timer-actions.ts'
import { unwrap } from '#shared/errors.ts'
import fc from 'fast-check'
import { testNow } from '../../support/store.ts'
import { minute, watching, type Watching } from './watching.ts'

interface Stretch {
  from: number
  to: number
}

/**
 * What an episode does, and the interval of it in which the person was away, in its own minutes.
 */
interface Episode {
  is: string
  minutes: number
  run(app: Watching): Promise<void>
  away: Stretch | null
}

const touch = { is: 'input', idleSeconds: 0 } as const
const between = (minutes: number, away = true) => (away ? { from: 0, to: minutes } : null)

const episodes: ((minutes: number) => Episode)[] = [
  (minutes) => ({
    ...{ is: 'work', minutes, away: null },
    async run(app) {
      await app.pass(minutes)
      await app.notice(touch)
    },
  }),
  (minutes) => ({
    ...{ is: 'idle', minutes, away: between(minutes, minutes >= 10) },
    async run(app) {
      await app.idle(minutes)
      await app.notice(touch)
    },
  }),
  (minutes) => ({
    ...{ is: 'lock', minutes, away: between(minutes) },
    async run(app) {
      await app.notice('lock')
      await app.pass(minutes)
      await app.notice('unlock')
    },
  }),
  (minutes) => ({
    ...{ is: 'sleep', minutes, away: between(minutes) },
    async run(app) {
      await app.notice('suspend')
      app.frozen(minutes)
      await app.notice('resume')
      await app.pass(0)
    },
  }),
  (minutes) => ({
    ...{ is: 'sleep behind a lock', minutes: minutes + 2, away: between(minutes + 2) },
    async run(app) {
      await app.notice('lock')
      await app.pass(1)
      await app.notice('suspend')
      app.frozen(minutes)
      await app.notice('resume')
      await app.pass(0.5)
      await app.notice('user-left')
      await app.notice('unlock')
      await app.pass(0.5)
      await app.notice('user-back')
    },
  }),
  // The next round comes half a minute later.
  (minutes) => ({
    is: 'gap',
    minutes: minutes + 0.5,
    away: between(minutes + 0.5, minutes >= 1),
    async run(app) {
      app.frozen(minutes)
      await app.pass(0.5)
    },
  }),
  (minutes) => ({
    ...{ is: 'kill', minutes, away: between(minutes, minutes >= 1) },
    async run(app) {
      app.frozen(minutes)
      await app.restart()
    },
  }),
]

type Step = { does: Episode } | { answer: Choice; takenBack: boolean }
const choices = ['keep', 'discard', 'split', 'stop', 'drop'] as const
type Choice = (typeof choices)[number]

const anyEpisode = fc
  .tuple(fc.constantFrom(...episodes), fc.constantFrom(0.5, 1, 2, 5, 9.5, 10, 25, 90))
  .map(([episode, minutes]): Step => ({ does: episode(minutes) }))
const anyAnswer = fc.record({
  answer: fc.constantFrom(...choices, 'keep' as const, 'discard' as const),
  takenBack: fc.boolean(),
})
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: anyEpisode, weight: 3 },
  { arbitrary: anyAnswer, weight: 1 },
)

/** The questions after an absence, by the rules as the guide states them. */
function withAbsence(asked: Stretch[], away: Stretch): Stretch[] {
  const last = asked.at(-1)
  if (last && away.from <= last.to + 1) {
    return [...asked.slice(0, -1), { from: last.from, to: away.to }]
  }
  return away.to - away.from < 1 ? asked : [...asked, away]
}

const lengthOf = (stretches: Stretch[]) =>
  stretches.reduce((sum, { from, to }) => sum + to - from, 0)

it('asks about each minute once, and counts each once, with any answers', async () => {
  const check = async (steps: Step[]) => {
    const app = await watching()
    await app.start()
    const runs = { now: 0, start: 0, asked: [] as Stretch[], out: [] as Stretch[] }
    const counted: Stretch[] = []
    let dropped = 0

    const stretches = async (column: 'away' | 'breaks') =>
      ((await app.timer())?.[column] ?? []).map(({ from, to }) => ({
        from: app.minuteOf(from),
        to: app.minuteOf(to!),
      }))
    /** The run without the intervals that were taken out of it. */
    const settle = (until: number) => {
      let from = runs.start
      for (const gap of runs.out) {
        if (gap.from > from) counted.push({ from, to: gap.from })
        from = gap.to
      }
      if (until > from) counted.push({ from, to: until })
    }
    const begin = async () => {
      await app.start()
      Object.assign(runs, { start: runs.now, asked: [], out: [] })
    }

    for (const step of steps) {
      if ('does' in step) {
        const { away, minutes, run } = step.does
        await run(app)
        if (away) {
          const at = { from: runs.now + away.from, to: runs.now + away.to }
          runs.asked = withAbsence(runs.asked, at)
        }
        runs.now += minutes
      } else {
        const question = await app.question()
        expect(question !== null).toBe(runs.asked.length > 0)
        if (!question) continue
        const before = await app.timer()
        unwrap(await answerQuestion(app.context, question.id, step.answer))
        if (step.takenBack) {
          unwrap(await undoChange(app.context, undefined))
          const after = (await app.timer())!
          expect({ ...after, settled_at: 0, heartbeat_at: 0 }).toEqual({
            ...before,
            settled_at: 0,
            heartbeat_at: 0,
          })
          // The answer or act that ended the run also removed its sign of life.
          await app.pass(0.5)
          runs.now += 0.5
        } else {
          const [asked, ...rest] = runs.asked
          runs.asked = rest
          if (step.answer === 'discard' || step.answer === 'split') runs.out.push(asked!)
          if (step.answer === 'split') counted.push(asked!)
          if (step.answer === 'stop') settle(asked!.from)
          if (step.answer === 'stop') dropped += runs.now - asked!.from
          if (step.answer === 'drop') dropped += runs.now - runs.start - lengthOf(runs.out)
          if (step.answer === 'stop')
            dropped -= lengthOf(runs.out.filter((o) => o.from > asked!.from))
          if (step.answer === 'discard') dropped += lengthOf([asked!])
          if (step.answer === 'stop' || step.answer === 'drop') await begin()
        }
      }
      expect(await stretches('away')).toEqual(runs.asked)
      expect(await stretches('breaks')).toEqual(runs.out)
      expect(app.minuteOf((await app.timer())!.started_at)).toBe(runs.start)
    }
    settle(runs.now)
    unwrap(await stopTimer(app.context))
    const rows = await app.context.db
      .selectFrom('segment')
      .innerJoin('time_entry', 'time_entry.id', 'segment.time_entry_id')
      .select(['segment.started_at', 'segment.stopped_at'])
      .execute()
    const exact = rows
      .map((row) => ({ from: app.minuteOf(row.started_at), to: app.minuteOf(row.stopped_at) }))
      .filter(({ from, to }) => to > from)
    expect(merged(exact)).toEqual(merged(counted))
    expect(lengthOf(exact) + dropped).toBeCloseTo((app.context.clock.now() - testNow) / minute)
    await app.context.store.close()
  }
  await fc.assert(fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 14 }), check), {
    numRuns: 80,
  })
})

/** In order, and one where they touch: the entries are split at midnight, the model is not. */
function merged(stretches: Stretch[]): Stretch[] {
  const whole: Stretch[] = []
  for (const next of stretches.toSorted((one, other) => one.from - other.from)) {
    const last = whole.at(-1)
    if (last && last.to === next.from) last.to = next.to
    else whole.push({ ...next })
  }
  return whole
}
