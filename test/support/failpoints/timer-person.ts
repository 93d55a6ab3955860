/**
 * A person's timer, in a process of its own: `node timer-person.ts HOME`. Starts, switches, and
 * stops; prints what the core has acknowledged. Then it ends, unless it was killed before.
 */
import { writeSync } from 'node:fs'
import { createCore } from '#core/core.ts'
import { unwrap } from '#shared/errors.ts'
import { mortalPorts } from './ports.ts'

const [home = ''] = process.argv.slice(2)
const say = (text: string) => writeSync(1, `${text}\n`)

const ports = mortalPorts(home)
const core = await createCore(ports, { home, host: 'cli', version: '0', background: false })
const call = async (name: string, input?: unknown): Promise<void> => {
  unwrap(await core.call(name, input))
}

const at = ports.clock.now() - 3_600_000
await call('timer.start', { notes: 'first', at })
say('started')
await call('timer.start', { notes: 'second', at: at + 1_800_000 })
say('switched')
await call('timer.stop', {})
say('stopped')
await core.close()
