/**
 * A person at work, in a process of its own: `node person.ts HOME FROM COUNT [settle]`. Prints the
 * note of each entry when the core has acknowledged it; `deleted NOTE`, `timer` and `backup`
 * likewise; `settled` when the journal has been written. Then it works on until it is killed.
 */
import { writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { createCore } from '#core/core.ts'
import { unwrap, type Result } from '#shared/errors.ts'
import { mortalPorts } from './ports.ts'

const [home = '', from = '0', count = '0', manner] = process.argv.slice(2)
const say = (text: string) => writeSync(1, `${text}\n`)

const ports = mortalPorts(home)
const core = await createCore(ports, { home, host: 'cli', version: '0', background: false })
const call = async <T>(name: string, input?: unknown): Promise<T> =>
  unwrap((await core.call(name, input)) as Result<T>)

const state = await call<{ account: object | null; trouble: object | null }>('app.state')
if (state.trouble) {
  say(`trouble ${JSON.stringify(state.trouble)}`)
  await core.close()
  process.exit(0)
}
if (!state.account) await call('account.createLocal')
const first = async (name: string) =>
  (await call<{ data: { local: number }[] }>(name, {})).data[0]?.local
const project =
  (await first('projects.list')) ??
  (await call<{ local: number }>('projects.add', { name: 'Website', currency: 'EUR' })).local
const task =
  (await first('tasks.list')) ??
  (await call<{ local: number }>('tasks.add', { name: 'Design' })).local

for (let n = Number(from); n < Number(from) + Number(count); n++) {
  const notes = `entry ${n}`
  const entry = { project, task, date: '2026-11-19', start: n % 1440, quantity: 1, notes }
  const { local } = await call<{ local: number }>('times.create', entry)
  say(notes)
  if (n % 5 === 4) {
    await call('times.delete', { local })
    say(`deleted ${notes}`)
  }
  if (n % 7 === 6) {
    await call('timer.start', { notes: `timer ${n}` })
    say(`timer ${n}`)
  }
  if (n === 10) {
    await call('backup.make', {})
    say('backup')
  }
}
if (manner === 'settle') {
  await pause(500)
  say('settled')
  await new Promise(() => setInterval(() => {}, 1_000))
}
await core.close()
say('closed')
