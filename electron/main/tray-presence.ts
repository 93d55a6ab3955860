import { execFile } from 'node:child_process'

/**
 * Whether an icon in the tray would be seen. On Linux it needs a panel that shows them
 * (StatusNotifierWatcher on the session bus), which some desktops do not have; where that cannot
 * be asked, there is none. Asked anew each time: the panel may start after the app.
 */
export async function hasTray(platform: NodeJS.Platform = process.platform): Promise<boolean> {
  if (platform !== 'linux') return true
  return (await asked('dbus-send', viaDbusSend)) ?? (await asked('gdbus', viaGdbus)) ?? false
}

const watcher = 'org.kde.StatusNotifierWatcher'
const bus = 'org.freedesktop.DBus'
const viaDbusSend = [
  ...['--session', '--print-reply=literal', '--reply-timeout=2000', `--dest=${bus}`],
  ...['/org/freedesktop/DBus', `${bus}.NameHasOwner`, `string:${watcher}`],
]
const viaGdbus = [
  ...['call', '--session', '--timeout', '2', '--dest', bus],
  ...['--object-path', '/org/freedesktop/DBus', '--method', `${bus}.NameHasOwner`, watcher],
]

/** Null when the program is not here, or does not reach the bus. */
const asked = (program: string, args: string[]): Promise<boolean | null> =>
  new Promise((resolve) => {
    execFile(program, args, { timeout: 3_000 }, (problem, output) =>
      resolve(problem ? null : /\btrue\b/.test(output)),
    )
  })
