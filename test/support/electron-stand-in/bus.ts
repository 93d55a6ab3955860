/** What a panel, a desktop, a screen saver and the login service say on the bus, as the script in `bus/` does. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const file = (name: string) => join(process.env['STAND_IN_BUS']!, name)

/** Answers by what is asked, as `dbus-send` prints them; null takes one away. */
export function say(answers: Record<string, string | null>): void {
  for (const [name, answer] of Object.entries(answers)) {
    if (answer === null) rmSync(file(name), { force: true })
    else writeFileSync(file(name), `   ${answer}\n`)
  }
}

/** A panel that shows icons of the tray. */
export const panel = {
  StatusNotifierWatcher: 'boolean true',
  IsStatusNotifierHostRegistered: 'variant       boolean true',
}

/** A desktop that shows notifications. */
export const notifier = { Notifications: 'boolean true' }

/** How often something was asked. */
export const timesAsked = (name: string): number =>
  readFileSync(file('.asked'), 'utf8')
    .split('\n')
    .filter((asked) => asked === name).length

export const hasPanel = (): boolean =>
  Object.keys(panel).every(
    (name) => existsSync(file(name)) && readFileSync(file(name), 'utf8').includes('true'),
  )
