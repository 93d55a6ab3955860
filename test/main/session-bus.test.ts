/** What is read from D-Bus, with real buses and pretended services of desktops on them. */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { hasNotifier, hasOwnIcon, hasPanel, senseByBus } from '../../electron/main/session-bus.ts'
import { needsProgram } from '../support/needs.ts'
import { debianPython } from '../support/other-programs.ts'
import { onAnyDay } from '../support/test-day.ts'

onAnyDay()

const run = promisify(execFile)
const running: ChildProcess[] = []
let folder: string

async function startBus(): Promise<string> {
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, XDG_DATA_HOME: folder },
  })
  running.push(bus)
  const [address] = (await once(createInterface({ input: bus.stdout }), 'line')) as [string]
  return address
}

interface Service {
  bus?: 'session' | 'system'
  name: string
  path: string
  /** Unless it is the name. */
  interface?: string
  /** The answer of a method: a type of D-Bus, and its value in Python. */
  methods?: Record<string, [type: string, value: string]>
  properties?: Record<string, string>
}

const services: ChildProcess[] = []

/** Puts a service on a bus, as a desktop would have it; it is removed with the test. */
async function pretend({ bus = 'session', name, path, methods, properties, ...rest }: Service) {
  const face = rest.interface ?? name
  services.push(
    spawn(debianPython, ['-m', 'dbusmock', `--${bus}`, name, path, face], { stdio: 'ignore' }),
  )
  await run('gdbus', ['wait', `--${bus}`, '--timeout', '20', name])
  const mock = (method: string, ...args: string[]) =>
    run('gdbus', [
      ...['call', `--${bus}`, '--dest', name, '--object-path', path],
      ...['--method', `org.freedesktop.DBus.Mock.${method}`, ...args],
    ])
  for (const [method, [type, value]] of Object.entries(methods ?? {})) {
    await mock('AddMethod', face, method, '', type, `ret = ${value}`)
  }
  for (const [property, value] of Object.entries(properties ?? {})) {
    await mock('AddProperty', face, property, value)
  }
}

const login = (properties: Record<string, string>): Service => ({
  bus: 'system',
  name: 'org.freedesktop.login1',
  path: '/org/freedesktop/login1/session/auto',
  interface: 'org.freedesktop.login1.Session',
  properties,
})
const watcher = (isHosted: boolean, icons?: string[]): Service => ({
  name: 'org.kde.StatusNotifierWatcher',
  path: '/StatusNotifierWatcher',
  properties: {
    IsStatusNotifierHostRegistered: `<${isHosted}>`,
    ...(icons && { RegisteredStatusNotifierItems: `<@as ${JSON.stringify(icons)}>` }),
  },
})

describe.each(['dbus-send', 'gdbus'])('the answers of desktops on the bus, by %s', (program) => {
  needsProgram('dbus-daemon')
  needsProgram('gdbus')
  needsProgram('dbusmock')

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'stint-bus-'))
    // This program alone is installed.
    symlinkSync(`/usr/bin/${program}`, join(folder, program))
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', await startBus())
    vi.stubEnv('DBUS_SYSTEM_BUS_ADDRESS', await startBus())
    return async () => {
      vi.unstubAllEnvs()
      for (const each of [...services.splice(0), ...running.splice(0)]) {
        each.kill()
        await once(each, 'exit')
      }
      rmSync(folder, { recursive: true })
    }
  })

  /** Without any program but this one. */
  const alone = async <Value>(look: () => Promise<Value>): Promise<Value> => {
    const path = process.env['PATH']
    process.env['PATH'] = folder
    try {
      return await look()
    } finally {
      process.env['PATH'] = path
    }
  }

  it('distinguish a panel with icons, a watcher alone, and nothing', async () => {
    expect(await alone(hasPanel)).toBe(false)
    await pretend(watcher(false))
    expect(await alone(hasPanel)).toBe(false)
  })

  it('contain the panel', async () => {
    await pretend(watcher(true))
    expect(await alone(hasPanel)).toBe(true)
  })

  it('tells its own icon from those of others, however a watcher names them', async () => {
    await pretend({ name: 'org.example.Item-4077-1', path: '/StatusNotifierItem' })
    const { pid } = services.at(-1)!
    const own = { pid: pid!, env: {} }
    await pretend(watcher(true, ['org.example.Gone-1-1', ':1.999@/org/ayatana/Item']))
    const by = (process: { pid: number; env: NodeJS.ProcessEnv }) =>
      alone(() => hasOwnIcon(undefined, process))
    expect(await by(own)).toBe(false)
    // Inside of a flatpak the numbers of processes are others.
    expect(await by({ ...own, env: { FLATPAK_ID: 'app.stint.Stint' } })).toBe(true)

    const { stdout } = await run('gdbus', [
      ...['call', '--session', '--dest', 'org.freedesktop.DBus'],
      ...['--object-path', '/org/freedesktop/DBus', '--method'],
      ...['org.freedesktop.DBus.GetNameOwner', 'org.example.Item-4077-1'],
    ])
    const connection = /:[\d.]+/.exec(stdout)![0]
    for (const item of [`${connection}@/a/b`, `${connection}/a`, 'org.example.Item-4077-1/a']) {
      await run('gdbus', [
        ...['call', '--session', '--dest', watcher(true).name],
        ...['--object-path', watcher(true).path, '--method'],
        ...['org.freedesktop.DBus.Mock.UpdateProperties', watcher(true).name],
        `{'RegisteredStatusNotifierItems': <['org.example.Gone-1-1', '${item}']>}`,
      ])
      expect(await by(own), item).toBe(true)
      expect(await by({ ...own, pid: own.pid + 1 }), item).toBe(false)
    }
  })

  it('believes that its icon is there where a watcher lists none of anybody', async () => {
    await pretend(watcher(true))
    expect(await alone(hasOwnIcon)).toBe(true)
  })

  const notifications = 'org.freedesktop.Notifications'

  it('contain the running notification service', async () => {
    await pretend({ name: notifications, path: '/org/freedesktop/Notifications' })
    expect(await alone(hasNotifier)).toBe(true)
  })

  it('contain a notification service that would be started on demand', async () => {
    mkdirSync(join(folder, 'dbus-1', 'services'), { recursive: true })
    writeFileSync(
      join(folder, 'dbus-1', 'services', 'shows.service'),
      `[D-BUS Service]\nName=${notifications}\nExec=/bin/false\n`,
    )
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', await startBus())
    expect(await alone(hasNotifier)).toBe(true)
  })

  it('are unknown where no service responds', async () => {
    const senses = senseByBus()
    expect(await alone(senses.look)).toEqual({ idleSeconds: null, isLocked: null })
    expect(senses.known()).toEqual({ idle: false, lock: false })
  })

  it('are accepted from GNOME at once', async () => {
    await pretend({
      name: 'org.gnome.Mutter.IdleMonitor',
      path: '/org/gnome/Mutter/IdleMonitor/Core',
      methods: { GetIdletime: ['t', '754321'] },
    })
    await pretend({
      name: 'org.gnome.ScreenSaver',
      path: '/org/gnome/ScreenSaver',
      methods: { GetActive: ['b', 'True'] },
    })
    const senses = senseByBus()
    expect(await alone(senses.look)).toEqual({ idleSeconds: 754, isLocked: true })
    expect(senses.known()).toEqual({ idle: true, lock: true })
  })

  it('are accepted from KDE once its milliseconds are above 0', async () => {
    const saver = 'org.freedesktop.ScreenSaver'
    const path = '/org/freedesktop/ScreenSaver'
    const says = (time: number) =>
      run('gdbus', [
        ...['call', '--session', '--dest', saver, '--object-path', path],
        ...['--method', 'org.freedesktop.DBus.Mock.AddMethod', saver, 'GetSessionIdleTime'],
        ...['', 'u', `ret = ${time}`],
      ])
    await pretend({ name: saver, path, methods: { GetActive: ['b', 'False'] } })
    await says(0)
    const senses = senseByBus()
    expect(await alone(senses.look)).toEqual({ idleSeconds: null, isLocked: false })
    expect(senses.known()).toEqual({ idle: false, lock: true })
    await says(61_500)
    expect((await alone(senses.look)).idleSeconds).toBe(61)
    await says(0)
    expect((await alone(senses.look)).idleSeconds).toBe(0)
    expect(senses.known()).toEqual({ idle: true, lock: true })
  })

  it('are ignored for hints of the login service that were never set', async () => {
    await pretend(
      login({ IdleHint: '<false>', IdleSinceHintMonotonic: '<uint64 0>', LockedHint: '<false>' }),
    )
    const senses = senseByBus()
    expect(await alone(senses.look)).toEqual({ idleSeconds: null, isLocked: null })
  })

  it('are accepted for hints of the login service that were set', async () => {
    const since = process.hrtime.bigint() / 1_000n - 600n * 1_000_000n
    await pretend(
      login({
        IdleHint: '<true>',
        IdleSinceHintMonotonic: `<uint64 ${since}>`,
        LockedHint: '<true>',
      }),
    )
    const senses = senseByBus()
    const { idleSeconds, isLocked } = await alone(senses.look)
    expect(idleSeconds).toBeGreaterThanOrEqual(599)
    expect(isLocked).toBe(true)
    expect(senses.known()).toEqual({ idle: true, lock: true })
  })
})

describe('the notification service', () => {
  const answers = (owner: string | null, startable: string | null) =>
    hasNotifier(({ method }) =>
      Promise.resolve(method.endsWith('NameHasOwner') ? owner : startable),
    )

  it('is missing where the bus knows none', async () => {
    expect(await answers('   boolean false\n', '   array [ org.kde.Notifications ]\n')).toBe(false)
    expect(await answers('(false,)\n', "(['org.freedesktop.Notifications2'],)\n")).toBe(false)
  })

  it('is assumed where the bus cannot be asked', async () => {
    expect(await answers(null, null)).toBe(true)
    expect(await answers('(false,)\n', null)).toBe(true)
  })
})
