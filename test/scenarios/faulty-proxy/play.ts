/**
 * One world over real connections: two machines, a person in a browser and the real service work at
 * once while the proxy between them does what a bad network does; then it stops, every card is
 * answered, and everything has to agree.
 */
import { join } from 'node:path'
import { mkdirSync } from 'node:fs'
import { capabilities, type Capability } from '#shared/resources/service-info.ts'
import { chance } from '../../simulation/chance.ts'
import { drawFault } from './faults.ts'
import { judge, type Judged } from './judge.ts'
import { openLedger, wordIn } from './ledger.ts'
import { openMachine, type Machine } from './machine.ts'
import { openProxy, type Proxy } from './proxy.ts'
import { hostService, type ServiceHost } from './service-host.ts'
import { actOnService } from './web-editor.ts'
import { worldTime, type Movement, type WorldTime } from './world-time.ts'

export type ServiceName = 'all' | 'none'

/** What the service offers beyond the specification. */
export const services: Readonly<Record<ServiceName, readonly Capability[]>> = {
  all: capabilities,
  none: [],
}

export interface PlayOptions {
  seed: number
  operations: number
  service: ServiceName
  /** An empty folder. */
  folder: string
  onStep?(line: string): void
}

export interface Played extends Judged {
  operations: number
  requests: number
  faults: Record<string, number>
  answers: Record<string, number>
  /** Hours of the world. */
  hours: number
  warnings: string[]
}

interface World {
  options: PlayOptions
  time: WorldTime
  host: ServiceHost
  proxy: Proxy
  machines: Machine[]
  say(line: string): void
  state: { faulty: boolean; requests: number; writes: string[]; doubled: Set<string> }
}

/** 2026-11-19 14:00 UTC. */
const start = Date.UTC(2026, 10, 19, 14)
/** The share of requests, in a hundred, that meet a fault. */
const share = 30

export async function play(options: PlayOptions): Promise<Played> {
  const { seed, folder } = options
  mkdirSync(folder, { recursive: true })
  const wanted = services[options.service]
  const time = worldTime(start)
  const trips = new Map<string, Movement>()
  const state = {
    faulty: true,
    requests: 0,
    writes: [] as string[],
    doubled: new Set<string>(),
  }
  const say = (line: string) =>
    options.onStep?.(`${((time.now() - start) / 1_000).toFixed(1).padStart(9)} s  ${line}`)
  const host = await hostService(folder, time, wanted)
  const proxy = await openProxy({
    time,
    tripOf: (trip) => trips.get(trip),
    decide({ trip, method, path, body }) {
      state.requests++
      if (method !== 'GET') state.writes.push(`${trip} ${method} ${path}`)
      const draw = { keyed: wanted.includes('idempotency'), share: state.faulty ? share : 0 }
      const fault = drawFault([seed, 'fault', trip], method, draw)
      const word = wordIn(body)
      if (method === 'POST' && fault.is === 'twice' && word) state.doubled.add(word)
      const what = `${trip}: ${method} ${path} ${body}`
      if (method !== 'GET' || fault.is !== 'none') say(`  ${what} ${JSON.stringify(fault)}`)
      return fault
    },
  })
  proxy.lead(host.url())
  const machines: Machine[] = []
  try {
    for (const name of ['one', 'two']) {
      const { token } = host
      machines.push(await openMachine({ name, seed, folder, time, url: proxy.url, token, trips }))
    }
    return await playOn({ options, time, host, proxy, machines, state, say })
  } finally {
    for (const machine of machines) await machine.close()
    await proxy.close()
    await host.stop()
  }
}

async function playOn(world: World): Promise<Played> {
  const { options, time, host, proxy, machines, state, say } = world
  const { seed, operations } = options
  const luck = chance(seed, 'operations')
  const ledger = openLedger()
  const editor = host.editor()
  const answers: Record<string, number> = {}
  let down = 0

  // Both know the projects before the faults begin: without projects there is nothing to do.
  state.faulty = false
  for (const machine of machines) await time.until(machine.sync().syncOnce({ wait: false }))
  state.faulty = true
  for (const machine of machines) machine.start()

  async function answer(machine: Machine): Promise<boolean> {
    const said = await machine.answerCard(luck, ledger)
    if (said === null) return false
    const what = said.slice(said.search(/[a-z-]+( \([a-z-]+\))?: [a-z]+$/))
    answers[what] = (answers[what] ?? 0) + 1
    say(`${machine.name} ${said}`)
    return true
  }

  for (let done = 0; done < operations;) {
    if (down > 0 && --down === 0) {
      await host.start()
      say('the service is back')
    }
    const machine = luck.pick(machines)
    const what = luck.between(1, 100)
    let did: string | null = null
    if (what <= 68) {
      did = await machine.act(luck, ledger)
      if (did !== null) did = `${machine.name} ${did}`
    } else if (what <= 90 && down === 0) {
      did = await actOnService(editor, luck, ledger)
      if (did !== null) did = `web ${did}`
    } else if (what <= 94) {
      if (await answer(machine)) done++
    } else if (what <= 97) {
      await machine.restart('itself')
      did = `${machine.name} starts anew`
    } else if (what <= 98 && down === 0) {
      await host.stop()
      down = luck.between(1, 6)
      did = 'the service stops'
    }
    if (did !== null) {
      say(did)
      done++
    }
    await time.advance(luck.percent(12) ? luck.between(20_000, 100_000) : luck.between(0, 5_000))
  }

  if (down > 0) await host.start()
  state.faulty = false
  say('the faults stop')
  // Requests under way arrive.
  await time.advance(200_000)
  for (const machine of machines) await machine.restart('request')
  for (let round = 0, moved = true; moved; round++) {
    if (round === 30) throw new Error('It does not come to rest: cards follow cards')
    moved = false
    for (const machine of machines) {
      const report = await time.until(machine.sync().syncOnce({ wait: true }))
      if (!report.ok) throw new Error(`${machine.name}: ${report.error.message}`)
      moved ||= report.value.pushed + report.value.pulled + report.value.pending > 0
      while (await answer(machine)) moved = true
    }
    await time.advance(30_000)
  }
  state.writes.length = 0
  for (const machine of machines) await time.until(machine.sync().syncOnce({ wait: true }))
  const conditional = services[options.service].includes('conditional')
  const judged = await judge({ ledger, machines, editor, conditional, doubled: state.doubled })
  const restless = state.writes.map((line) => `still writes: ${line}`)
  const { none: _none, ...faults } = Object.fromEntries(proxy.done)
  return {
    ...judged,
    problems: [...judged.problems, ...restless],
    operations,
    requests: state.requests,
    faults,
    answers,
    hours: (time.now() - start) / 3_600_000,
    warnings: [...machines.flatMap(({ warnings }) => warnings), ...host.log],
  }
}

export const folderFor = (
  folder: string,
  { seed, service }: Pick<PlayOptions, 'seed' | 'service'>,
) => join(folder, `${service}-${seed}`)
