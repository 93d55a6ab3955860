/**
 * Queries D-Bus for what Linux desktops provide and Electron does not pass on: whether a panel
 * shows tray icons and this program's among them, whether a service shows notifications, the idle
 * time, the screen lock.
 */
import { execFile } from 'node:child_process'

interface Question {
  bus: 'session' | 'system'
  destination: string
  path: string
  /** Including its interface. */
  method: string
  /** Strings, the only type needed here. */
  args?: readonly string[]
}

/** Returns the reply as text; null where there was none. */
export type AskBus = (question: Question) => Promise<string | null>

/** Calls `dbus-send`, or `gdbus` where that is not installed: most desktops have both. */
const askBus: AskBus = async ({ bus, destination, path, method, args = [] }) => {
  const answer = await output('dbus-send', [
    `--${bus}`,
    '--print-reply=literal',
    '--reply-timeout=2000',
    `--dest=${destination}`,
    path,
    method,
    ...args.map((each) => `string:${each}`),
  ])
  if (answer !== undefined) return answer
  const gdbus = ['call', `--${bus}`, '--timeout', '2', '--dest', destination]
  const called = ['--object-path', path, '--method', method, ...args]
  return (await output('gdbus', [...gdbus, ...called])) ?? null
}

/** Returns undefined where the program is not installed, null where there was no reply. */
const output = (program: string, args: string[]): Promise<string | null | undefined> =>
  new Promise((resolve) => {
    execFile(program, args, { timeout: 3_000 }, (problem, text) => {
      if (problem === null) resolve(text)
      else resolve(problem.code === 'ENOENT' ? undefined : null)
    })
  })

const isTrue = (answer: string | null): boolean => answer !== null && /\btrue\b/.test(answer)
/** Returns the last number, ignoring what `dbus-send` and `gdbus` write around it. */
const numberIn = (answer: string | null): number | null => {
  const digits = answer?.match(/\d+/g)?.at(-1)
  return digits === undefined ? null : Number(digits)
}

const watcher = 'org.kde.StatusNotifierWatcher'
const properties = 'org.freedesktop.DBus.Properties.Get'

/** A call to the bus itself: a call to a service could start one. */
const ofBus = (method: string, ...args: string[]): Question => ({
  bus: 'session',
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  method: `org.freedesktop.DBus.${method}`,
  args,
})

const ofWatcher = (property: string): Question => ({
  bus: 'session',
  destination: watcher,
  path: '/StatusNotifierWatcher',
  method: properties,
  args: [watcher, property],
})

/**
 * Returns whether a tray icon would be visible now. That takes a watcher and a panel that shows the
 * watcher's icons; some desktops have neither.
 */
export async function hasPanel(ask: AskBus = askBus): Promise<boolean> {
  const isWatched = await ask(ofBus('NameHasOwner', watcher))
  return isTrue(isWatched) && isTrue(await ask(ofWatcher('IsStatusNotifierHostRegistered')))
}

/** Names of connections: `:1.42@/path`, or `org.example.Item-4077-1/path`. */
const connections = /(?<=^|[\s'"])(?::\d[\d.]*|[a-z_][\w-]*(?:\.[\w-]+)+)/gi

/**
 * Returns whether the watcher has an icon of this process: it may have refused it. True where the
 * watcher doesn't list its icons, and inside of a flatpak, where the bus knows the process by
 * another number.
 */
export async function hasOwnIcon(
  ask: AskBus = askBus,
  own: { pid: number; env: NodeJS.ProcessEnv } = process,
): Promise<boolean> {
  const listed = await ask(ofWatcher('RegisteredStatusNotifierItems'))
  if (listed === null || own.env['FLATPAK_ID'] !== undefined) return true
  for (const [name] of listed.matchAll(connections)) {
    if (numberIn(await ask(ofBus('GetConnectionUnixProcessID', name))) === own.pid) return true
  }
  return false
}

const notifier = 'org.freedesktop.Notifications'

/**
 * Returns whether a service shows notifications, or would be started to show one. True where the
 * bus does not reply.
 */
export async function hasNotifier(ask: AskBus = askBus): Promise<boolean> {
  const isThere = await ask(ofBus('NameHasOwner', notifier))
  if (isThere === null || isTrue(isThere)) return true
  const startable = await ask(ofBus('ListActivatableNames'))
  return startable === null || startable.split(/[^\w.]+/).includes(notifier)
}

export interface BusSenses {
  /** Queries the present state; null where no reply can be trusted. */
  look(): Promise<{ idleSeconds: number | null; isLocked: boolean | null }>
  /** What is known to be reported, as of the last query. */
  known(): { idle: boolean; lock: boolean }
}

/**
 * Queries the desktop through the interfaces that desktops have. An interface that always says
 * "active" or "not locked" on some desktops is trusted only after it has said something else.
 */
export function senseByBus(ask: AskBus = askBus): BusSenses {
  const session = (destination: string, path: string, method: string) =>
    ask({ bus: 'session', destination, path, method: `${destination}.${method}` })
  const login = (property: string) =>
    ask({
      bus: 'system',
      destination: 'org.freedesktop.login1',
      path: '/org/freedesktop/login1/session/auto',
      method: properties,
      args: ['org.freedesktop.login1.Session', property],
    })
  const seconds = (answer: string | null) => {
    const milliseconds = numberIn(answer)
    return milliseconds === null ? null : Math.floor(milliseconds / 1_000)
  }
  const truth = (answer: string | null) => (answer === null ? null : isTrue(answer))

  const idle = firstTrusted<number>([
    {
      ask: async () =>
        seconds(
          await session(
            'org.gnome.Mutter.IdleMonitor',
            '/org/gnome/Mutter/IdleMonitor/Core',
            'GetIdletime',
          ),
        ),
      isTrusted: () => true,
    },
    {
      // KDE: milliseconds, contrary to the draft specification; nothing on Wayland any more.
      ask: async () =>
        seconds(
          await session(
            'org.freedesktop.ScreenSaver',
            '/org/freedesktop/ScreenSaver',
            'GetSessionIdleTime',
          ),
        ),
      isTrusted: (answer) => answer > 0,
    },
    {
      async ask() {
        const isIdle = truth(await login('IdleHint'))
        if (isIdle !== true) return isIdle === null ? null : 0
        // Microseconds of the system's monotonic clock, which is also Node's and cannot be set.
        const since = numberIn(await login('IdleSinceHintMonotonic'))
        return since === null
          ? null
          : Math.floor(Number(process.hrtime.bigint()) / 1e9 - since / 1e6)
      },
      isTrusted: (answer) => answer > 0,
    },
  ])
  const lock = firstTrusted<boolean>([
    ...['org.freedesktop.ScreenSaver', 'org.gnome.ScreenSaver'].map((name) => ({
      ask: async () => truth(await session(name, `/${name.replaceAll('.', '/')}`, 'GetActive')),
      isTrusted: () => true,
    })),
    { ask: async () => truth(await login('LockedHint')), isTrusted: (answer) => answer },
  ])
  return {
    async look() {
      const [idleSeconds, isLocked] = await Promise.all([idle.ask(), lock.ask()])
      return { idleSeconds, isLocked }
    },
    known: () => ({ idle: idle.isKnown(), lock: lock.isKnown() }),
  }
}

interface Way<Value> {
  ask(): Promise<Value | null>
  isTrusted(answer: Value): boolean
}

/** Tries one interface after the other until one proves itself, and then uses only that one. */
function firstTrusted<Value>(ways: readonly Way<Value>[]) {
  let trusted: Way<Value> | undefined
  return {
    isKnown: () => trusted !== undefined,
    async ask(): Promise<Value | null> {
      if (trusted) return trusted.ask()
      for (const way of ways) {
        const answer = await way.ask()
        if (answer === null || !way.isTrusted(answer)) continue
        trusted = way
        return answer
      }
      return null
    },
  }
}
