/**
 * The answers of a panel, a desktop, a screen saver and the login service on the bus, as the script
 * in `bus/` gives them.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const file = (name: string) => join(process.env['STAND_IN_BUS']!, name)

/** Sets answers by request, as `dbus-send` prints them; null removes one. */
export function say(answers: Record<string, string | null>): void {
  for (const [name, answer] of Object.entries(answers)) {
    if (answer === null) rmSync(file(name), { force: true })
    else writeFileSync(file(name), `   ${answer}\n`)
  }
}

/** An icon of another program, as GNOME lists it. */
const otherIcon = ':1.7@/org/ayatana/NotificationItem/other'
const icons = (...names: string[]) => `variant       array [\n      ${names.join('      ')}\n   ]`

/** A panel that shows tray icons. */
export const panel = {
  StatusNotifierWatcher: 'boolean true',
  IsStatusNotifierHostRegistered: 'variant       boolean true',
}

/** What the panel's watcher and the bus say of icons before this program has one. */
export const otherIcons = {
  RegisteredStatusNotifierItems: icons(otherIcon),
  // The bus tells whose a connection is: the other program's, and this one's.
  7: 'uint32 1',
  42: `uint32 ${process.pid}`,
}

/** The watcher takes this program's icon. */
export const takeIcon = (): void =>
  say({ RegisteredStatusNotifierItems: icons(otherIcon, ':1.42/StatusNotifierItem') })

/** A desktop that shows notifications. */
export const notifier = { Notifications: 'boolean true' }

/** How often something was requested. */
export const timesAsked = (name: string): number =>
  readFileSync(file('.asked'), 'utf8')
    .split('\n')
    .filter((asked) => asked === name).length

export const hasPanel = (): boolean =>
  Object.keys(panel).every(
    (name) => existsSync(file(name)) && readFileSync(file(name), 'utf8').includes('true'),
  )
