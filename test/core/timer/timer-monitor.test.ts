/** Every setting for a running timer while the person is away from the machine. */
import { describe, expect, it } from 'vitest'
import { undoChange } from '#core/actions/undo.ts'
import { answerQuestion } from '#core/timer/answer-question.ts'
import { stopTimer } from '#core/timer/timer-actions.ts'
import { unwrap } from '#shared/errors.ts'
import type { SystemSignal } from '#shared/ipc/desktop.ts'
import type { MachineSettings } from '#shared/ipc/settings.ts'
import { stateOf } from '../../support/acts.ts'
import { watching, type Watching } from './watching.ts'

type Policy = MachineSettings['whenAsleep']

interface Absence {
  cause: string
  setting: keyof MachineSettings
  /** Twenty minutes of absence, which the system reports. */
  happens(app: Watching): Promise<void>
}

const told = (
  setting: keyof MachineSettings,
  cause: string,
  begin: SystemSignal['is'],
  end: SystemSignal['is'],
): Absence => ({
  ...{ setting, cause },
  async happens(app) {
    await app.notice(begin)
    if (begin === 'suspend') app.frozen(20)
    else await app.pass(20)
    await app.notice(end)
  },
})

const absences: Absence[] = [
  told('whenAsleep', 'sleep', 'suspend', 'resume'),
  told('whenLocked', 'lock', 'lock', 'unlock'),
  told('whenUserSwitched', 'switch', 'user-left', 'user-back'),
  {
    cause: 'gap',
    setting: 'whenAsleep',
    async happens(app) {
      app.frozen(20)
      await app.pass(0.5)
    },
  },
  {
    cause: 'shutdown',
    setting: 'whenShutDown',
    async happens(app) {
      await app.notice('shutdown')
      app.frozen(20)
      await app.restart()
    },
  },
  {
    cause: 'restart',
    setting: 'whenQuit',
    async happens(app) {
      await app.notice('quit')
      app.frozen(20)
      await app.restart()
    },
  },
]
const policies: Policy[] = ['keep', 'ask', 'stop']
const cases = absences.flatMap((absence) =>
  policies.map((policy) => ({ ...absence, policy, name: `${absence.setting}, ${absence.cause}` })),
)

describe.for(cases)('$name: $policy', ({ policy, setting, cause, happens }) => {
  it('applies to a timer that runs', async () => {
    const app = await watching({ [setting]: policy })
    await app.start()
    await app.pass(20)
    await happens(app)
    await app.pass(10)
    const entries = await app.entries()
    const timer = await app.timer()
    if (policy === 'stop') {
      expect(timer).toBeUndefined()
      expect(entries).toMatchObject([{ start: 14 * 60, total: 30, notes: 'Hero' }])
      return
    }
    expect(entries).toEqual([])
    expect(timer).toMatchObject({ breaks: [] })
    expect(await app.question()).toEqual(
      policy === 'ask' ? { id: 1, cause, from: 20, to: cause === 'gap' ? 40.5 : 40 } : null,
    )
  })

  it('does nothing where no timer runs', async () => {
    const app = await watching({ [setting]: policy })
    await app.pass(20)
    await happens(app)
    await app.pass(10)
    expect(await app.timer()).toBeUndefined()
    expect(await app.entries()).toEqual([])
    expect(app.told()).toBe(0)
  })
})

describe('an app that was killed', () => {
  it('asks about the time since its last sign of life', async () => {
    const app = await watching({ whenQuit: 'keep' })
    await app.start()
    await app.pass(31)
    app.frozen(29)
    await app.restart()
    expect(await app.question()).toMatchObject({ cause: 'restart', from: 31, to: 60 })
  })

  it('asks nothing of a timer that the command line started', async () => {
    const app = await watching()
    await app.context.db.updateTable('timer').set({ heartbeat_at: null }).execute()
    await app.start()
    await app.context.db.updateTable('timer').set({ heartbeat_at: null }).execute()
    app.frozen(60)
    await app.restart()
    expect(await app.question()).toBeNull()
  })

  it('asks nothing after less than a minute', async () => {
    const app = await watching()
    await app.start()
    await app.pass(10)
    app.frozen(0.9)
    await app.restart()
    expect(await app.question()).toBeNull()
  })
})

describe('a person who touches nothing', () => {
  it('is asked once, about the time from the last touch to the next', async () => {
    const app = await watching()
    await app.start()
    await app.pass(20)
    await app.idle(9.5)
    expect(await app.question()).toBeNull()
    await app.idle(22)
    await app.notice({ is: 'input', idleSeconds: 0 })
    // The idle time starts again: the last touch was at 29.5.
    expect(await app.question()).toMatchObject({ cause: 'idle', from: 29.5, to: 51.5 })
    await app.pass(60)
    expect(await app.question()).toMatchObject({ id: 1, from: 29.5, to: 51.5 })
  })

  it('is never asked where that is switched off', async () => {
    const app = await watching({ idleMinutes: null })
    await app.start()
    await app.idle(120)
    expect(await app.question()).toBeNull()
  })

  it('is not asked about time before the timer began', async () => {
    const app = await watching()
    await app.idle(30)
    await app.start()
    await app.notice({ is: 'input', idleSeconds: 30 * 60 })
    expect(await app.question()).toBeNull()
  })
})

describe('one question', () => {
  it('combines what two sources report', async () => {
    const app = await watching()
    await app.start()
    await app.pass(20)
    await app.notice('lock')
    await app.notice('suspend')
    app.frozen(60)
    await app.notice('resume')
    await app.pass(1)
    expect(await app.question()).toMatchObject({ cause: 'lock', from: 20, to: null })
    await app.notice('unlock')
    await app.pass(5)
    expect(await app.question()).toMatchObject({ id: 1, cause: 'lock', from: 20, to: 81 })
    expect((await app.timer())?.away).toHaveLength(1)
  })

  it('grows by an absence that follows within a minute, and another one waits behind it', async () => {
    const app = await watching()
    await app.start()
    await app.pass(20)
    await app.notice('lock')
    await app.pass(10)
    await app.notice('unlock')
    await app.pass(0.5)
    app.frozen(20)
    await app.pass(0.5)
    expect(await app.question()).toMatchObject({ id: 1, from: 20, to: 51 })
    await app.pass(30)
    await app.notice('lock')
    await app.pass(15)
    await app.notice('unlock')
    expect(await app.question()).toMatchObject({ id: 1, from: 20, to: 51 })
    unwrap(await answerQuestion(app.context, 1, 'discard'))
    expect(await app.question()).toMatchObject({ id: 2, from: 81, to: 96 })
  })

  it('stays across a restart while it waits', async () => {
    const app = await watching()
    await app.start()
    await app.pass(20)
    await app.notice('suspend')
    app.frozen(40)
    await app.restart()
    expect(await app.question()).toMatchObject({ id: 1, cause: 'sleep', from: 20, to: 60 })
    await app.restart()
    expect(await app.question()).toMatchObject({ id: 1, from: 20, to: 60 })
  })

  it('stays when a setting would stop the timer', async () => {
    const app = await watching({ whenAsleep: 'stop' })
    await app.start()
    await app.notice('lock')
    await app.pass(10)
    await app.notice('unlock')
    await app.pass(20)
    await app.notice('suspend')
    app.frozen(20)
    await app.notice('resume')
    expect(await app.entries()).toEqual([])
    expect((await app.timer())?.away).toHaveLength(2)
  })

  it('is not asked about less than a minute', async () => {
    const app = await watching()
    await app.start()
    await app.notice('lock')
    expect(await app.question()).toMatchObject({ to: null })
    await app.pass(0.5)
    await app.notice('unlock')
    expect(await app.question()).toBeNull()
  })

  it('is not asked again about what a setting kept', async () => {
    const app = await watching({ whenAsleep: 'keep' })
    await app.start()
    await app.pass(1)
    await app.notice('suspend')
    app.frozen(60)
    await app.notice('resume')
    await app.notice({ is: 'input', idleSeconds: 61 * 60 })
    await app.pass(1)
    expect(await app.question()).toBeNull()
  })
})

describe('a missing signal', () => {
  it('leaves no question open: touching something proves that the machine is awake', async () => {
    const app = await watching()
    await app.start()
    await app.pass(10)
    await app.notice('suspend')
    app.frozen(30)
    await app.notice({ is: 'input', idleSeconds: 0 })
    expect(await app.question()).toMatchObject({ cause: 'sleep', from: 10, to: 40 })
  })

  it('after a shutdown that was canceled lets the app give its signs of life again', async () => {
    const app = await watching()
    await app.start()
    await app.notice('shutdown')
    await app.pass(5)
    await app.notice({ is: 'input', idleSeconds: 0 })
    await app.pass(25)
    expect(await app.question()).toMatchObject({ cause: 'shutdown', from: 0, to: 5 })
    expect(app.minuteOf((await app.timer())!.heartbeat_at!)).toBe(30)
  })
})

describe('a clock that was set back', () => {
  it('asks nothing, and the timer can be stopped', async () => {
    const app = await watching()
    await app.start()
    await app.pass(10)
    app.frozen(-60)
    await app.pass(5)
    expect(await app.question()).toBeNull()
    unwrap(await stopTimer(app.context))
    expect(await app.entries()).toMatchObject([{ start: 14 * 60, total: 15 }])
  })
})

describe('an answer', () => {
  const asked = async () => {
    const app = await watching()
    await app.start()
    await app.pass(20)
    await app.notice('lock')
    await app.pass(22)
    await app.notice('unlock')
    await app.pass(5)
    return app
  }
  /** The exact instants that count so far, in minutes since the beginning. */
  const segments = async (app: Watching) =>
    (await app.context.db.selectFrom('segment').selectAll().orderBy('id').execute()).map(
      ({ started_at, stopped_at }) => [app.minuteOf(started_at), app.minuteOf(stopped_at)],
    )

  const outcomes = {
    keep: { runs: true, entries: [[14 * 60, 60]], segments: [[0, 47]] },
    discard: {
      runs: true,
      entries: [[14 * 60, 30]],
      segments: [
        [0, 20],
        [42, 47],
      ],
    },
    split: {
      runs: true,
      entries: [
        [14 * 60 + 20, 30],
        [14 * 60, 30],
      ],
      segments: [
        [20, 42],
        [0, 20],
        [42, 47],
      ],
    },
    stop: { runs: false, entries: [[14 * 60, 30]], segments: [[0, 20]] },
    drop: { runs: false, entries: [], segments: [] },
  }
  const choices = ['keep', 'discard', 'split', 'stop', 'drop'] as const

  it.for(choices)('%s counts the matching time, and is undone completely', async (choice) => {
    const app = await asked()
    const before = await stateOf(app.context.db)
    unwrap(await answerQuestion(app.context, 1, choice))
    const { runs, entries, segments: exact } = outcomes[choice]
    expect((await app.timer()) !== undefined).toBe(runs)
    expect(await app.question()).toBeNull()
    const again = await answerQuestion(app.context, 1, 'keep')
    expect(again).toMatchObject({ ok: false, error: { code: 'conflict' } })
    if (runs) unwrap(await stopTimer(app.context))
    const made = await app.entries()
    expect(made.map(({ start, total }) => [start, total])).toEqual(entries)
    expect(await segments(app)).toEqual(exact)
    if (runs) unwrap(await undoChange(app.context, undefined))
    unwrap(await undoChange(app.context, undefined))
    const after = await stateOf(app.context.db)
    const withoutSettled = (state: typeof before) =>
      JSON.parse(
        JSON.stringify(state, (key, value) => (key === 'settled_at' ? 0 : value)),
      ) as unknown
    expect(withoutSettled(after)).toEqual(withoutSettled(before))
    expect(await app.question()).toMatchObject({ from: 20, to: 42 })
  })

  it('may come before the person is back', async () => {
    const app = await watching()
    await app.start()
    await app.pass(20)
    await app.idle(15)
    expect(await app.question()).toMatchObject({ from: 20, to: null })
    unwrap(await answerQuestion(app.context, 1, 'discard'))
    expect((await app.timer())?.breaks.map(({ from, to }) => [from, to].map(app.minuteOf))).toEqual(
      [[20, 35]],
    )
    unwrap(await undoChange(app.context, undefined))
    expect(await app.question()).toMatchObject({ from: 20, to: 35 })
  })

  it('saves time that was split off as a draft', async () => {
    const app = await asked()
    unwrap(await answerQuestion(app.context, 1, 'split'))
    const [draft] = await app.context.db.selectFrom('time_entry').selectAll().execute()
    expect(draft).toMatchObject({ project_id: null, task_id: null, notes: 'Away', total: 30 })
  })

  it('is not needed to stop: time without an answer counts', async () => {
    const app = await asked()
    unwrap(await stopTimer(app.context))
    expect(await segments(app)).toEqual([[0, 47]])
    unwrap(await undoChange(app.context, undefined))
    expect(await app.question()).toMatchObject({ from: 20, to: 42 })
  })

  it('cannot be given to a question of an earlier timer', async () => {
    const app = await asked()
    unwrap(await stopTimer(app.context))
    await app.start()
    await app.notice('lock')
    await app.pass(22)
    await app.notice('unlock')
    expect(await answerQuestion(app.context, 1, 'drop')).toMatchObject({ ok: false })
    expect(await app.question()).toMatchObject({ id: 2 })
  })
})
