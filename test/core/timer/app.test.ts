/** The timer in a whole core: what an app and its windows see of it. */
import { cpSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createCore } from '#core/core.ts'
import type { Desktop } from '#core/ports.ts'
import { heartbeatInterval } from '#core/timer/timer-monitor.ts'
import { unwrap, type Result } from '#shared/errors.ts'
import type { CallInput, CallName, CallValue, CoreEvent } from '#shared/ipc/contract.ts'
import type { DesktopState } from '#shared/ipc/desktop.ts'
import { machineDefaults } from '#shared/ipc/settings.ts'
import { quietPorts } from '../../support/account.ts'
import { testFolder } from '../../support/folder.ts'
import { testNow } from '../../support/store.ts'
import { onAnyDay } from '../../support/test-day.ts'

onAnyDay()

const minute = 60_000

/** A clock that only the test moves; the timer monitor runs when the test says so. */
function movedClock() {
  let offset = 0
  const waiting = new Set<() => void>()
  let arrived = () => {}
  return {
    later: (minutes: number) => {
      offset += minutes * minute
    },
    /** One more round of the monitor, from its beginning to its end. */
    round: () =>
      new Promise<void>((resolve) => {
        arrived = resolve
        for (const wake of [...waiting]) wake()
      }),
    wrap: (clock: ReturnType<typeof quietPorts>['clock']) => ({
      ...clock,
      now: () => testNow + offset,
      zone: () => 'UTC',
      sleep(milliseconds: number, signal?: AbortSignal) {
        if (signal?.aborted || milliseconds !== heartbeatInterval)
          return clock.sleep(milliseconds, signal)
        return new Promise<void>((resolve) => {
          const wake = () => {
            waiting.delete(wake)
            resolve()
          }
          waiting.add(wake)
          arrived()
          signal?.addEventListener('abort', wake, { once: true })
        })
      },
    }),
  }
}

function program(home = testFolder(), clock = movedClock()) {
  return {
    ...{ clock, home },
    async open(desktop?: Desktop) {
      const ports = quietPorts(home)
      const core = await createCore(
        { ...ports, clock: clock.wrap(ports.clock), ...(desktop ? { desktop } : {}) },
        { home, host: 'browser', version: '0', background: true },
      )
      const events: CoreEvent[] = []
      core.on((event) => events.push(event))
      let isOpen = true
      const close = async () => {
        if (isOpen) await core.close()
        isOpen = false
      }
      onTestFinished(close)
      const tryCall = <Name extends CallName>(name: Name, input?: CallInput<Name>) =>
        core.call(name, input) as Promise<Result<CallValue<Name>>>
      const call = async <Name extends CallName>(name: Name, input?: CallInput<Name>) =>
        unwrap(await tryCall(name, input))
      return { ...{ core, events, close, call, tryCall } }
    },
  }
}

describe('the next start', () => {
  it('asks where the person wants to be asked, and every window receives the answer', async () => {
    const { clock, open } = program()
    const app = await open()
    await app.call('account.createLocal')
    await app.call('settings.set', { whenQuit: 'ask' })
    await app.call('timer.start', { notes: 'Hero' })
    clock.later(20)
    await app.close()
    clock.later(22)
    const next = await open()
    const status = await next.call('timer.status')
    expect(status).toMatchObject({
      question: { cause: 'restart', from: testNow + 20 * minute, to: testNow + 42 * minute },
    })
    const question = status.running ? status.question!.id : 0
    const gap = { from: testNow + 20 * minute, to: testNow + 42 * minute }
    expect(await next.call('timer.answer', { question, choice: 'discard' })).toMatchObject({
      question: null,
      breaks: [gap],
    })
    expect(next.events.findLast(({ event }) => event === 'timer')).toMatchObject({
      status: { question: null, breaks: [gap] },
    })
    const [{ change } = { change: 0 }] = await next.call('history.list', { limit: 1 })
    expect(await next.call('history.show', { change })).toMatchObject({
      action: 'timer.answer',
      records: [{ fields: [{ field: 'breaks', before: null, after: ['14:20–14:42'] }] }],
    })
  })

  it('asks after a crash within the first seconds of a timer', async () => {
    const { clock, home, open } = program()
    const app = await open()
    await app.call('account.createLocal')
    await app.call('timer.start', { notes: 'Hero' })
    // The state that a killed process leaves.
    const left = testFolder()
    cpSync(home, left, { recursive: true })
    clock.later(180)
    const next = await program(left, clock).open()
    expect(await next.call('timer.status')).toMatchObject({
      question: { cause: 'restart', from: testNow, to: testNow + 180 * minute },
    })
  })

  it('asks nothing after an app that was quit normally', async () => {
    const { clock, open } = program()
    const app = await open()
    await app.call('account.createLocal')
    await app.call('timer.start', { notes: 'Hero' })
    clock.later(20)
    await app.close()
    clock.later(600)
    const next = await open()
    expect(await next.call('timer.status')).toMatchObject({ running: true, question: null })
  })

  it('asks nothing where the person answered when they quit', async () => {
    const { clock, open } = program()
    const app = await open()
    await app.call('account.createLocal')
    await app.call('settings.set', { whenQuit: 'ask' })
    await app.call('timer.start', { notes: 'Hero' })
    await app.core.handleSystemSignal({ is: 'quit', answered: true })
    await app.close()
    clock.later(600)
    const next = await open()
    expect(await next.call('timer.status')).toMatchObject({ running: true, question: null })
  })

  it('finds the timer stopped where quitting stops it', async () => {
    const { clock, open } = program()
    const app = await open()
    await app.call('account.createLocal')
    await app.call('settings.set', { whenQuit: 'stop' })
    await app.call('timer.start', { notes: 'Hero' })
    clock.later(20)
    await app.core.handleSystemSignal({ is: 'quit' })
    expect(await app.call('timer.status')).toEqual({ running: false })
    await app.close()
    const next = await open()
    const { data } = await next.call('times.list', {})
    expect(data).toMatchObject([{ notes: 'Hero', start: 14 * 60, total: 30, state: 'draft' }])
  })
})

it('leaves the timer of the former account running, and says so', async () => {
  const { clock, open } = program()
  const app = await open()
  const { account } = await app.call('account.createLocal')
  await app.call('timer.start', { notes: 'Hero' })
  const demo = await app.call('account.createDemo')
  const { otherTimers } = await app.call('app.state')
  expect(otherTimers).toEqual([{ account, name: expect.any(String), startedAt: testNow }])
  expect(await app.call('timer.status')).toEqual({ running: false })
  clock.later(300)
  await app.call('account.switch', { account })
  expect(await app.call('timer.status')).toMatchObject({ running: true, question: null })
  expect((await app.call('app.state')).otherTimers).toEqual([])
  expect(demo.account).not.toBe(account)
})

describe('reminders', () => {
  const reminders = (events: readonly CoreEvent[]) =>
    events.flatMap((event) => (event.event === 'reminder' ? [event.reminder] : []))

  it('come once for each occasion, over restarts', async () => {
    const { clock, open } = program()
    const app = await open()
    await app.call('account.createLocal')
    await app.call('settings.set', {
      workingHours: { days: [1, 2, 3, 4, 5], from: 13 * 60 + 30, to: 17 * 60 },
      remindIdleMinutes: 20,
      remindLongMinutes: 60,
      dailyTarget: 90,
    })
    await clock.round()
    await clock.round()
    expect(reminders(app.events)).toEqual([{ is: 'nothing-runs', since: null }])
    await app.close()

    const next = await open()
    await next.call('timer.start', { notes: 'Hero' })
    const long = { is: 'running-long', minutes: 60 }
    const target = { is: 'target-reached', minutes: 90 }
    for (const [minutes, heard] of [
      [59, []],
      [1, [long]],
      [30, [long, target]],
      [300, [long, target]],
    ] as const) {
      clock.later(minutes)
      await clock.round()
      expect(reminders(next.events)).toEqual(heard)
    }
  })

  it('that are dismissed in one window are dismissed in all', async () => {
    const { open } = program()
    const app = await open()
    await app.call('timer.dismissReminder', { reminder: 'running-long' })
    expect(app.events).toContainEqual({ event: 'reminder-dismissed', reminder: 'running-long' })
  })
})

const able: DesktopState = {
  ...{ idle: true, power: true, lock: true, userSwitch: true, tray: true, smallWindows: true },
  ...{
    alwaysOnTop: true,
    globalShortcuts: true,
    startAtLogin: true,
    pdf: true,
    secrets: 'keychain',
  },
  ...{ timerShortcut: 'off', entryShortcut: 'off', locale: 'de-AT' },
}

describe('an event', () => {
  it('reaches every window, also where one of them fails', async () => {
    const app = await program().open()
    app.core.on(() => {
      throw new TypeError('Object has been destroyed')
    })
    const heard: string[] = []
    app.core.on(({ event }) => heard.push(event))
    await app.call('account.createLocal')
    expect(heard).toContain('app-state-changed')
  })
})

describe('settings', () => {
  it('of the machine reach the desktop, at the start and whenever they change', async () => {
    const applied: unknown[] = []
    const desktop: Desktop = {
      state: () => able,
      apply: (settings) => Promise.resolve(void applied.push(settings)),
      open: () => {},
      savePdf: () => Promise.resolve({ ok: true, value: null }),
      quit: () => {},
    }
    const { open } = program()
    const app = await open(desktop)
    await app.call('settings.set', { idleMinutes: null, timerShortcut: 'Ctrl+Alt+T' })
    const changed = { ...machineDefaults, idleMinutes: null, timerShortcut: 'Ctrl+Alt+T' }
    expect(applied).toEqual([machineDefaults, changed])
    expect((await app.call('app.state')).settings).toMatchObject(changed)
    expect((await app.call('app.state')).desktop).toEqual(able)
  })

  it('of an account need one', async () => {
    const { open } = program()
    const app = await open()
    expect(await app.tryCall('settings.set', { dailyTarget: 480 })).toMatchObject({
      error: { code: 'no-account' },
    })
    await app.call('account.createLocal')
    await app.call('settings.set', { dailyTarget: 480 })
    await app.call('account.createDemo')
    expect((await app.call('app.state')).settings.dailyTarget).toBeNull()
  })

  it('say which feature needs a desktop', async () => {
    const app = await program().open()
    expect(await app.tryCall('desktop.quit')).toMatchObject({ error: { code: 'conflict' } })
    expect((await app.call('app.state')).desktop).toMatchObject({ tray: false, idle: false })
  })
})

describe('work to start again', () => {
  it('is the latest work, each once, and what was pinned', async () => {
    const { open } = program()
    const app = await open()
    await app.call('account.createLocal')
    const web = await app.call('projects.add', { name: 'Web', code: 'WEB' })
    const old = await app.call('projects.add', { name: 'Old', code: 'OLD' })
    const task = await app.call('tasks.add', { name: 'Design' })
    const add = (project: number, start: number, notes: string) =>
      app.call('times.create', {
        ...{ project, task: task.local, date: '2026-11-19', start, quantity: 2, notes },
      })
    await add(web.local, 540, 'Hero')
    await add(old.local, 600, 'Gone')
    await add(web.local, 660, 'Footer')
    await add(web.local, 720, 'Hero')
    await app.call('projects.delete', { local: old.local })
    const recents = await app.call('timer.recents', { limit: 5 })
    expect(recents.map(({ notes, lastUsed }) => [notes, lastUsed])).toEqual([
      ['Hero', Date.UTC(2026, 10, 19, 12, 30)],
      ['Footer', Date.UTC(2026, 10, 19, 11, 30)],
    ])
    expect(await app.call('timer.recents', { limit: 1 })).toHaveLength(1)
    const [lastWeb, lastOld] = [750, 630].map((minute) => Date.UTC(2026, 10, 19, 0, minute))
    expect(await app.call('timer.lastUses')).toEqual({
      project: [
        { local: web.local, lastUsed: lastWeb },
        { local: old.local, lastUsed: lastOld },
      ],
      task: [{ local: task.local, lastUsed: lastWeb }],
    })
    expect(await app.call('timer.lastEntryEnd')).toEqual({ at: Date.UTC(2026, 10, 19, 12, 30) })
    const work = [
      { project: old.local, task: task.local },
      { project: web.local, task: task.local, notes: 'Stand-up' },
    ]
    expect(await app.call('favorites.set', { work })).toMatchObject([
      { project: { code: 'WEB' }, task: { name: 'Design' }, notes: 'Stand-up', lastUsed: null },
    ])
    expect(await app.call('favorites.list')).toHaveLength(1)
    // Two windows with the same starting point: neither removes what the other pinned, nor restores
    // what the other removed.
    const seen = work.slice(1)
    const review = { project: web.local, task: task.local, notes: 'Review' }
    const planning = { project: web.local, task: task.local, notes: 'Planning' }
    await app.call('favorites.set', { work: [...seen, review], was: seen })
    await app.call('favorites.set', { work: [...seen, planning], was: seen })
    await app.call('favorites.set', { work: [], was: seen })
    const pins = await app.call('favorites.set', { work: [...seen], was: seen })
    expect(pins.map(({ notes }) => notes)).toEqual(['Planning', 'Review'])
    // Together at most the maximum, or the next edit would be refused.
    const many = Array.from({ length: 20 }, (_, at) => ({ ...review, notes: `Task ${at}` }))
    expect(await app.call('favorites.set', { work: many, was: [] })).toHaveLength(20)
  })
})
