/** How the program ends when a newer version replaces it. */
import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SystemSignal } from '#shared/ipc/desktop.ts'
import { handleQuit } from '../../electron/main/quit.ts'
import { onAnyDay } from '../support/test-day.ts'
import { until } from '../support/until.ts'

onAnyDay()

/** Electron's app as far as quitting goes: each event may be prevented. */
const { app } = vi.hoisted((): { app: { current: unknown } } => ({ app: { current: undefined } }))
vi.mock('electron', () => ({
  get app() {
    return app.current
  },
  dialog: {},
}))

class App extends EventEmitter {
  readonly done: string[] = []
  quit(): void {
    for (const name of ['before-quit', 'will-quit']) {
      let goesOn = true
      this.emit(name, { preventDefault: () => (goesOn = false) })
      if (!goesOn) return
    }
    this.done.push('gone')
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
let before: NodeJS.SignalsListener[]
beforeEach(() => {
  before = signals.flatMap((signal) => process.listeners(signal))
})
afterEach(() => {
  for (const signal of signals) {
    for (const own of process.listeners(signal)) {
      if (!before.includes(own)) process.off(signal, own)
    }
  }
})

function leaving(notice: (signal: SystemSignal) => Promise<void> = () => Promise.resolve()) {
  const here = new App()
  app.current = here
  const left = handleQuit({
    view: { snapshot: () => ({ timer: { running: true }, state: null }) } as never,
    log: { info() {}, warn() {} },
    notice: (signal) => {
      here.done.push(`${signal.is}${'answered' in signal ? ', answered' : ''}`)
      return notice(signal)
    },
    close() {
      here.done.push('closed')
      return Promise.resolve()
    },
  })
  const install = () => {
    here.done.push('installs')
    here.quit()
  }
  return { ...left, here, install }
}

describe('a restart for a newer version', () => {
  it('installs when everything is closed, and asks nothing about the time without Stint', async () => {
    const { handOver, isUnderWay, install, here } = leaving()
    handOver(install)
    expect(isUnderWay()).toBe(true)
    await until(() => expect(here.done).toContain('gone'))
    expect(here.done).toEqual(['quit, answered', 'closed', 'installs', 'gone'])
  })

  it('installs nothing where the system starts to shut down before it', async () => {
    const deciding = Promise.withResolvers<void>()
    const {
      handOver,
      quitNow: now,
      install,
      here,
    } = leaving(({ is }) => (is === 'quit' ? deciding.promise : Promise.resolve()))
    handOver(install)
    now()
    deciding.resolve()
    await until(() => expect(here.done).toContain('gone'))
    expect(here.done).not.toContain('installs')
  })

  it('installs nothing where the program is about to end already', async () => {
    const { handOver, quitNow: now, install, here } = leaving()
    now()
    handOver(install)
    await until(() => expect(here.done).toContain('gone'))
    expect(here.done).toEqual(['shutdown', 'closed', 'gone'])
  })
})
