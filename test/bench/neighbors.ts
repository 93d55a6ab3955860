/**
 * `npm run bench -- neighbors`: what one organisation's worst behavior costs the others. A
 * service of 1,000 organisations, as shipped, at half of what it can do; the 99th percentile of a
 * show and of a webhook delivery of the others, without and with the hostile one, alternating.
 *
 *     --organisations 1000   and --hostile-times 100000, entries that the hostile one has
 *     --only <words>         behaviors with these words
 *     --rounds 3             how often each is measured; the median counts
 *     --requests 3000        requests of the others in each measurement
 *     --pace 100             requests a second of the others; half of what the service can do unless given
 *     --postgres <address>   an empty database in place of a file; emptied afterwards
 *     --processor            milliseconds of the service's processor time, for a machine that is busy; a file alone
 *     --quick                a few of everything: shows that everything runs, measures nothing
 *     --output <file>        where the figures go as JSON; bench-results-neighbors.json unless given
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { aligned, median } from './plain-table.ts'
import { fillMany, replaceWebhooks, type Many } from './service/fill-many.ts'
import { behaviors, type Behavior, type Hostility } from './service/hostile.ts'
import { atPace, latencyOf, saturated, type Latency, type Load } from './service/load.ts'
import { atPaceOfProcessor, processorTime, startHere } from './service/processor-load.ts'
import { isCreate, isShow, mixed, notesOf } from './service/requests.ts'
import { startServer } from './service/start.ts'

/** Milliseconds, the 99th percentile. */
interface Cost {
  alone: number
  beside: number
  ratio: number
}

interface Figure {
  behavior: Behavior
  /** Of the others' shows. */
  show: Cost
  /** From the request that makes an entry of the others until their webhook receives it. */
  delivery: Cost
  /** Requests of the hostile one that were answered in each second. */
  hostile: number
}

/** The most that a neighbor may cost. */
const mostRatio = 2
const callers = 64

export async function benchNeighbors(args: string[]): Promise<number> {
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
      output: { type: 'string', default: 'bench-results-neighbors.json' },
    },
  })
  const { quick, processor } = given
  if (processor && given.postgres) throw new Error('--processor measures the service on a file')
  const organisations = Number(given.organisations ?? (quick ? 5 : 1_000))
  const folder = mkdtempSync(join(tmpdir(), 'stint-bench-'))
  const database = given.postgres ?? join(folder, 'service.db')
  const receiver = await startReceiver(processor ? processorTime : () => performance.now())
  try {
    const many = await fillMany(database, {
      organisations,
      times: quick ? 10 : 100,
      receiver: receiver.uri,
      hostile: {
        times: Number(given['hostile-times'] ?? (quick ? 20 : 100_000)),
        members: quick ? 2 : 20,
      },
    })
    const server = processor
      ? await startHere(database)
      : await startServer('serve', [database, 'shipped'])
    try {
      const load = {
        ...loadOf(server.port, many, Number(given.requests ?? (quick ? 20 : 3_000))),
        due: receiver.due,
      }
      const pacing = processor ? atPaceOfProcessor : atPace
      // Its deliveries may still be under way when the first measurement begins.
      const other = { make: (turn: number) => load.make(turn + 1_000_000), requests: 5_000 }
      const capacity = quick ? 50 : await capacityOf({ ...load, ...other }, processor)
      const pace = Number(given.pace ?? capacity / 2)
      console.log(
        `${organisations} organisations, ${capacity.toFixed(0)} requests a second when busy, ${pace.toFixed(0)} measured`,
      )
      const names = (Object.keys(behaviors) as Behavior[]).filter((name) =>
        name.includes(given.only),
      )
      const rounds = Number(given.rounds ?? (quick ? 1 : 3))
      const figures: Figure[] = []
      for (const behavior of names) {
        const hostility = { port: server.port, behavior, accounts: many.hostile, callers }
        const measure = async () => {
          const show = await pacing(load, pace)
          return { show: show.p99, delivery: (await receiver.received()).p99 }
        }
        const webhooks = (uris: string[]) =>
          replaceWebhooks(database, many.hostileOrganisation, uris)
        figures.push(await measured(hostility, rounds, measure, webhooks))
        console.log(line(figures.at(-1)!))
      }
      const rows = figures.map(({ behavior, show, delivery, hostile }) => [
        behavior,
        ...[show, delivery].flatMap(({ alone, beside, ratio }) => [
          alone.toFixed(1),
          beside.toFixed(1),
          ratio.toFixed(2),
        ]),
        hostile.toFixed(0),
      ])
      const head = [
        ...['', 'show alone, p99 ms', 'beside it', 'ratio'],
        ...['delivery alone, p99 ms', 'beside it', 'ratio', 'its requests/s'],
      ]
      console.log(`\n${aligned([head, ...rows])}`)
      writeFileSync(given.output, `${JSON.stringify({ organisations, pace, figures }, null, 2)}\n`)
      return quick
        ? 0
        : figures.filter(({ show, delivery }) => Math.max(show.ratio, delivery.ratio) > mostRatio)
            .length
    } finally {
      await server.stop()
    }
  } finally {
    receiver.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Receives what the mix makes. */
async function startReceiver(now: () => number) {
  const dueByNotes = new Map<string, number>()
  let latencies: number[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      response.writeHead(204).end()
      const { notes } = (JSON.parse(body) as { data: { notes: string } }).data
      const due = dueByNotes.get(notes)
      // Delivered before, or not of a measurement.
      if (due === undefined) return
      dueByNotes.delete(notes)
      latencies.push(now() - due)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    uri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    due: (turn: number, at: number): void => {
      if (isCreate(turn)) dueByNotes.set(notesOf(turn), at)
    },
    /** The latencies of one measurement, when everything is received. */
    async received(): Promise<Latency> {
      while (dueByNotes.size > 0) await sleep(5)
      const latency = latencyOf(latencies)
      latencies = []
      return latency
    },
    close: () => server.close().closeAllConnections(),
  }
}

/** Requests a second, or a second of processor time, with as many callers as there are. */
async function capacityOf(load: Load, processor: boolean): Promise<number> {
  const from = processorTime()
  const { perSecond } = await saturated(load)
  return processor ? (load.requests * 1_000) / (processorTime() - from) : perSecond
}

const line = ({ behavior, show, delivery }: Figure): string =>
  `${behavior}: a show ${costText(show)}, a delivery ${costText(delivery)}`

const costText = ({ alone, beside, ratio }: Cost): string =>
  `${alone.toFixed(1)} ms, beside it ${beside.toFixed(1)} (${ratio.toFixed(2)})`

const loadOf = (port: number, { others }: Many, requests: number) => ({
  port,
  // Requests rotate among 1,000 organisations.
  make: (turn: number) => mixed(others[(turn * 617) % others.length]!, turn),
  counts: isShow,
  status: null,
  connections: callers,
  requests,
})

/** Milliseconds. */
interface Measured {
  show: number
  delivery: number
}

async function measured(
  hostility: Hostility,
  rounds: number,
  measure: () => Promise<Measured>,
  replaceWebhooks: (uris: string[]) => Promise<void>,
): Promise<Figure> {
  const [alone, beside]: Measured[][] = [[], []]
  const answered: number[] = []
  for (let round = 0; round < rounds; round++) {
    alone!.push(await measure())
    const hostile = await begin(hostility)
    try {
      await replaceWebhooks(hostile.receivers)
      const from = performance.now()
      beside!.push(await measure())
      answered.push((await hostile.answered()) / ((performance.now() - from) / 1_000))
    } finally {
      await hostile.end()
      await replaceWebhooks([])
    }
  }
  const costOf = (what: keyof Measured): Cost => {
    const [before, after] = [alone!, beside!].map((all) => median(all.map((one) => one[what]))!)
    return { alone: before!, beside: after!, ratio: after! / before! }
  }
  return {
    behavior: hostility.behavior,
    show: costOf('show'),
    delivery: costOf('delivery'),
    hostile: median(answered)!,
  }
}

async function begin(hostility: Hostility) {
  const hostile = fork(new URL('service/hostile.ts', import.meta.url))
  hostile.send(hostility)
  const [receivers] = (await once(hostile, 'message')) as [string[]]
  return {
    receivers,
    async answered(): Promise<number> {
      hostile.send('how many')
      return ((await once(hostile, 'message')) as [number])[0]
    },
    async end(): Promise<void> {
      if (hostile.kill('SIGKILL')) await once(hostile, 'exit')
    },
  }
}
