/**
 * The program as it is used, killed at any moment: two data folders, the command line adding and
 * syncing in each, and the service, all of them real processes behind the faulty proxy.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chance, type Chance } from '../../simulation/chance.ts'
import { drawFault } from './faults.ts'
import { openLedger, type Ledger } from './ledger.ts'
import { differences, settle, sync, well } from './kills-judge.ts'
import { program, type Program } from './program.ts'
import { openProxy } from './proxy.ts'
import { machineNow, quickly, type Quick } from './quickly.ts'
import { hostService } from './service-host.ts'
import { services, type ServiceName } from './play.ts'
import type { WorldTime } from './world-time.ts'

export interface KillOptions {
  seed: number
  /** The number of commands in each of the two folders. */
  commands: number
  service: ServiceName
  folder: string
  /** Epoch milliseconds at which their time begins. */
  start: number
  onStep?(line: string): void
}

export interface Killed {
  problems: string[]
  acknowledged: number
  /** Commands that were killed before they had answered. */
  killed: number
  serviceKilled: number
  requests: number
  faults: Record<string, number>
}

/** Of a hundred. */
const share = 30
const killed = 50
/** The number of requests before the service is killed; few the first time, since few may come. */
const lifeOf = (kills: number): [number, number] => (kills === 0 ? [1, 2] : [2, 8])

/** The proxy's own clock, which runs without being moved. */
const runningTime = ({ factor, now }: Quick): WorldTime => ({
  now,
  monotonic: now,
  zone: () => 'UTC',
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds / factor)),
  move: () => ({ hold() {}, release() {}, end() {} }),
  advance: () => Promise.reject(new Error('It passes by itself')),
  until: (promise) => promise,
  rest: () => Promise.resolve(),
})

export async function playKills(options: KillOptions): Promise<Killed> {
  const { seed, folder } = options
  mkdirSync(folder, { recursive: true })
  const beginning = { shown: options.start, machine: machineNow() }
  const time = runningTime(quickly(beginning))
  const wanted = services[options.service]
  const host = await hostService(folder, time, wanted)
  await host.stop()
  let requests = 0
  let faulty = false
  const luck = chance(seed, 'service')
  let serviceKilled = 0
  /** The request at which the service is killed, and the promise that waits for it. */
  const kill = { at: Number.POSITIVE_INFINITY, now: () => {} }
  const untilKill = () =>
    new Promise<void>((resolve) => {
      kill.at = requests + luck.between(...lifeOf(serviceKilled))
      kill.now = resolve
    })
  const proxy = await openProxy({
    time,
    tripOf: () => undefined,
    decide({ method }) {
      requests++
      if (requests >= kill.at) kill.now()
      // No delay over a minute, with any capabilities: the wait below lasts that long.
      const draw = { keyed: false, share: faulty ? share : 0 }
      return drawFault([seed, 'fault', requests], method, draw)
    },
  })
  proxy.lead(host.url())
  const run = program(beginning, host.token)
  const port = Number(new URL(host.url()).port)
  const serve = () => run.serve(host.database, port, wanted.length > 0 ? wanted.join(',') : 'none')
  let service = await serve()
  try {
    const homes = ['one', 'two'].map((name) => join(folder, name))
    for (const home of homes) {
      mkdirSync(home)
      await well(run, home, ['connect', proxy.url])
    }
    const from = performance.now()
    await sync(run, homes[0]!)
    const longest = Math.ceil(performance.now() - from)
    faulty = true
    const ledger = openLedger()
    const tried = new Set<string>()
    const people = homes.map((home, n) =>
      work({ run, home, luck: chance(seed, 'person', n), ledger, tried, options, longest }),
    )
    const over = Promise.all(people)
    for (;;) {
      if ((await Promise.race([untilKill(), over])) !== undefined) break
      await service.kill()
      options.onStep?.('the service is killed')
      serviceKilled++
      service = await serve()
    }
    const killedCommands = (await over).reduce((sum, one) => sum + one, 0)
    faulty = false
    // Requests under way arrive.
    await time.sleep(60_000)
    const again = await settle(run, homes)
    const { none: _none, ...faults } = Object.fromEntries(proxy.done)
    return {
      problems: await differences({
        run,
        homes,
        url: host.url(),
        token: host.token,
        ledger,
        tried,
        again,
      }),
      acknowledged: ledger.made.size,
      killed: killedCommands,
      serviceKilled,
      requests,
      faults,
    }
  } finally {
    await run.end()
    await proxy.close()
  }
}

interface Person {
  run: Program
  home: string
  luck: Chance
  ledger: Ledger
  /** Words of commands that were started, whether or not they answered. */
  tried: Set<string>
  options: KillOptions
  /** Real milliseconds within which a command is killed: about as long as one takes here. */
  longest: number
}

/** Runs them one after the other; returns how many were killed. */
async function work(person: Person): Promise<number> {
  const { run, home, luck, ledger, tried, options, longest } = person
  let dead = 0
  for (let n = 0; n < options.commands; n++) {
    const drawn = luck.percent(killed) ? luck.between(20, longest) : undefined
    // On a machine of any speed, the first is killed before it answers, and the last, a sync, is
    // not.
    const isLast = n === options.commands - 1
    const kill = isLast ? undefined : n === 0 ? 20 : drawn
    if (isLast || luck.percent(40)) {
      const { code, json, stderr } = await run.run(home, ['sync'], kill)
      if (code === null) dead++
      else if (code > 1 && code !== 3)
        throw new Error(`sync: ${code} ${JSON.stringify(json)} ${stderr}`)
      options.onStep?.(`${home} syncs: ${code ?? 'killed'}`)
      continue
    }
    const { word, text, saved } = ledger.begin('time', home)
    tried.add(word)
    const fields = ['--project-id', 'remote:1', '--task-id', 'remote:1', '--start', '09:00']
    const add = ['times', 'add', ...fields, '--duration', '15m', '--notes', text]
    const { code, json, stderr } = await run.run(home, add, kill)
    if (code === 0) saved()
    else if (code === null) dead++
    else throw new Error(`times add: ${code} ${JSON.stringify(json)} ${stderr}`)
    options.onStep?.(`${home} adds ${word}: ${code ?? 'killed'}`)
  }
  return dead
}
