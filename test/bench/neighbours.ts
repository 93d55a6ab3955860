/**
 * `npm run bench -- neighbours`: what one organisation's worst behaviour costs the others. A
 * service of 1,000 organisations, as shipped, at half of what it can do; the 99th percentile of a
 * show of the others, without and with the hostile one, alternating.
 *
 *     --organisations 1000   and --hostile-times 100000, entries that the hostile one has
 *     --only <words>         behaviours with these words
 *     --rounds 3             how often each is measured; the median counts
 *     --requests 3000        requests of the others in each measurement
 *     --pace 100             requests a second of the others; half of what the service can do unless given
 *     --postgres <address>   an empty database in place of a file; emptied afterwards
 *     --processor            milliseconds of the service's processor time, for a machine that is busy; a file alone
 *     --quick                a few of everything: shows that everything runs, measures nothing
 *     --output <file>        where the figures go as JSON; bench-results-neighbours.json unless given
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { aligned, median } from './plain-table.ts'
import { fillMany, type Many } from './service/fill-many.ts'
import { behaviours, type Behaviour, type Hostility } from './service/hostile.ts'
import { atPace, saturated, type Latency, type Load } from './service/load.ts'
import { atPaceOfProcessor, processorTime, startHere } from './service/processor-load.ts'
import { isShow, mixed } from './service/requests.ts'
import { startServer } from './service/start.ts'

interface Figure {
  behaviour: Behaviour
  /** Milliseconds, the 99th percentile of the others' shows. */
  alone: number
  beside: number
  ratio: number
  /** Requests of the hostile one that were answered in each second. */
  hostile: number
}

/** The most that a neighbour may cost. */
const mostRatio = 2
const callers = 64

export async function benchNeighbours(args: string[]): Promise<number> {
  const { values: given } = parseArgs({
    args,
    options: {
      organisations: { type: 'string' },
      'hostile-times': { type: 'string' },
      only: { type: 'string', default: '' },
      rounds: { type: 'string' },
      pace: { type: 'string' },
      requests: { type: 'string' },
      postgres: { type: 'string' },
      processor: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      output: { type: 'string', default: 'bench-results-neighbours.json' },
    },
  })
  const { quick, processor } = given
  if (processor && given.postgres) throw new Error('--processor measures the service on a file')
  const organisations = Number(given.organisations ?? (quick ? 5 : 1_000))
  const folder = mkdtempSync(join(tmpdir(), 'stint-bench-'))
  const database = given.postgres ?? join(folder, 'service.db')
  try {
    const many = await fillMany(database, {
      organisations,
      times: quick ? 10 : 100,
      hostile: {
        times: Number(given['hostile-times'] ?? (quick ? 20 : 100_000)),
        members: quick ? 2 : 20,
      },
    })
    const server = processor
      ? await startHere(database)
      : await startServer('serve', [database, 'shipped'])
    try {
      const load = loadOf(server.port, many, Number(given.requests ?? (quick ? 20 : 3_000)))
      const pacing = processor ? atPaceOfProcessor : atPace
      const capacity = quick ? 50 : await capacityOf({ ...load, requests: 5_000 }, processor)
      const pace = Number(given.pace ?? capacity / 2)
      console.log(
        `${organisations} organisations, ${capacity.toFixed(0)} requests a second when busy, ${pace.toFixed(0)} measured`,
      )
      const names = (Object.keys(behaviours) as Behaviour[]).filter((name) =>
        name.includes(given.only),
      )
      const rounds = Number(given.rounds ?? (quick ? 1 : 3))
      const figures: Figure[] = []
      for (const behaviour of names) {
        const hostility = { port: server.port, behaviour, accounts: many.hostile, callers }
        figures.push(await measured(hostility, rounds, () => pacing(load, pace)))
        console.log(line(figures.at(-1)!))
      }
      const rows = figures.map(({ behaviour, alone, beside, ratio, hostile }) => [
        behaviour,
        alone.toFixed(1),
        beside.toFixed(1),
        ratio.toFixed(2),
        hostile.toFixed(0),
      ])
      const head = ['', 'p99 alone, ms', 'beside it, ms', 'ratio', 'its requests/s']
      console.log(`\n${aligned([head, ...rows])}`)
      writeFileSync(given.output, `${JSON.stringify({ organisations, pace, figures }, null, 2)}\n`)
      return quick ? 0 : figures.filter(({ ratio }) => ratio > mostRatio).length
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Requests a second, or a second of processor time, with as many callers as there are. */
async function capacityOf(load: Load, processor: boolean): Promise<number> {
  const from = processorTime()
  const { perSecond } = await saturated(load)
  return processor ? (load.requests * 1_000) / (processorTime() - from) : perSecond
}

const line = ({ behaviour, alone, beside, ratio }: Figure): string =>
  `${behaviour}: ${alone.toFixed(1)} ms, beside it ${beside.toFixed(1)} (${ratio.toFixed(2)})`

const loadOf = (port: number, { others }: Many, requests: number) => ({
  port,
  // Requests rotate among 1,000 organisations.
  make: (turn: number) => mixed(others[(turn * 617) % others.length]!, turn),
  counts: isShow,
  status: null,
  connections: callers,
  requests,
})

async function measured(
  hostility: Hostility,
  rounds: number,
  measure: () => Promise<Latency>,
): Promise<Figure> {
  const [alone, beside, answered]: number[][] = [[], [], []]
  for (let round = 0; round < rounds; round++) {
    alone!.push((await measure()).p99)
    const hostile = await begin(hostility)
    try {
      const from = performance.now()
      beside!.push((await measure()).p99)
      answered!.push((await hostile.answered()) / ((performance.now() - from) / 1_000))
    } finally {
      await hostile.end()
    }
  }
  const [before, after] = [median(alone!)!, median(beside!)!]
  return {
    behaviour: hostility.behaviour,
    alone: before,
    beside: after,
    ratio: after / before,
    hostile: median(answered!)!,
  }
}

async function begin(hostility: Hostility) {
  const hostile = fork(new URL('service/hostile.ts', import.meta.url))
  hostile.send(hostility)
  await once(hostile, 'message')
  return {
    async answered(): Promise<number> {
      hostile.send('how many')
      return ((await once(hostile, 'message')) as [number])[0]
    },
    async end(): Promise<void> {
      if (hostile.kill('SIGKILL')) await once(hostile, 'exit')
    },
  }
}
