/**
 * `npm run bench -- sync`: a first sync over real HTTP against a service that answers after a fixed
 * while, compared with fetching the same pages and discarding them, and what the main thread
 * notices of it.
 *
 *     --times 100000        times on the service
 *     --latency 20,100      milliseconds that each answer takes
 *     --quick               a small list: shows that everything runs, measures nothing
 *     --output <file>       where the figures go as JSON; bench-results-sync.json unless given
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createSystemClock } from '#core/node/clock.ts'
import { createNodeHttp } from '#core/node/http.ts'
import { openStore } from '#core/store/open/open-store.ts'
import { unwrap } from '#shared/errors.ts'
import { testSync } from '../support/sync/engine.ts'
import { shortenLog } from './sync/shorten-log.ts'

const limit = 100
/** As the first sync reads. */
const atOnce = 4
const organisation = 1

interface Figure {
  latency: number
  times: number
  /** Entries a second: 100 × reads at once ÷ round trip. */
  bound: number
  /** Entries a second of pages that are fetched and discarded. */
  raw: number
  sync: number
  /** Of the bound. */
  share: number
  /** Of what could be fetched here. */
  shareOfRaw: number
  /** Milliseconds from the start until the first entries can be used. */
  usable: number
  /** Longest block of the main thread, and the 99th percentile, milliseconds. */
  block: number
  blockP99: number
  /** The longest run of work, milliseconds: without the machine's other work. */
  ownBlock: number
  /** Microseconds of work for each entry. */
  perEntry: number
  requests: number
  /** Requests of a pass that finds nothing new. */
  steady: number
}

async function startService(times: number, latency: number) {
  const file = fileURLToPath(new URL('sync/service.ts', import.meta.url))
  const child = spawn(process.execPath, [file, String(times), String(latency)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return {
    url: (JSON.parse(line) as { url: string }).url,
    async stop() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** Fetches the same pages, as many at once, and discards them. Returns entries a second. */
async function readRaw(url: string, times: number): Promise<number> {
  const http = createNodeHttp()
  const pages = Math.ceil(times / limit)
  let next = 1
  const from = performance.now()
  const lane = async () => {
    while (next <= pages) {
      const outcome = await http({
        method: 'GET',
        url: `${url}/api/v1/times?sortKey=date&sortAsc=0&limit=${limit}&page=${next++}`,
        headers: { Accept: 'application/json' },
        timeout: 30_000,
      })
      if (outcome.is !== 'answer' || outcome.status !== 200) throw new Error('No page')
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return times / ((performance.now() - from) / 1_000)
}

/** The main thread's own work, without other work of the machine. Milliseconds. */
function watchOwnWork() {
  const spent = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  const began = spent()
  let last = began
  let longest = 0
  const timer = setInterval(() => {
    const now = spent()
    longest = Math.max(longest, now - last)
    last = now
  }, 1)
  return {
    stop() {
      clearInterval(timer)
      return { longest, total: spent() - began }
    },
  }
}

async function measure(folder: string, times: number, latency: number): Promise<Figure> {
  const service = await startService(times, latency)
  const clock = unwrap(createSystemClock())
  const file = join(folder, `sync-${latency}.db`)
  const store = unwrap(
    await openStore({
      file,
      groups: ['model', 'client'],
      now: clock.now(),
      checkpointsElsewhere: true,
    }),
  )
  const stopShortening = shortenLog(file)
  await store.db
    .insertInto('organisation')
    .values({ id: organisation, name: 'Bench', created_at: null, updated_at: null })
    .execute()
  try {
    const raw = await readRaw(service.url, times)
    let requests = 0
    let usable: number | null = null
    const http = createNodeHttp()
    const sync = testSync({
      ...{ db: store.db, clock, url: service.url, token: () => 'token' },
      http(request) {
        requests++
        return http(request)
      },
      log: { info: () => {}, warn: (message, facts) => console.error(message, facts) },
      onChange(resource) {
        if (resource === 'time') usable ??= performance.now() - from
      },
    })
    const delay = monitorEventLoopDelay({ resolution: 1 })
    const own = watchOwnWork()
    delay.enable()
    const from = performance.now()
    unwrap(await sync.syncOnce({ wait: false }))
    const seconds = (performance.now() - from) / 1_000
    delay.disable()
    const work = own.stop()
    const first = requests
    requests = 0
    sync.start()
    await clock.sleep(1_000)
    const steady = requests
    await sync.stop()
    const { count } = await store.db
      .selectFrom('time_entry')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) !== times) throw new Error(`${count} entries arrived, not ${times}`)
    const bound = (limit * atOnce) / (latency / 1_000)
    const rate = times / seconds
    return {
      latency,
      times,
      bound,
      raw,
      sync: rate,
      share: rate / bound,
      shareOfRaw: rate / raw,
      usable: usable ?? Number.NaN,
      block: delay.max / 1e6,
      blockP99: delay.percentile(99) / 1e6,
      ownBlock: work.longest,
      perEntry: (work.total * 1_000) / times,
      requests: first,
      steady,
    }
  } finally {
    await stopShortening()
    await store.close()
    await service.stop()
  }
}

function table(figures: readonly Figure[]): string {
  const whole = (value: number) => value.toFixed(0)
  const head = [
    'answers after',
    'bound',
    'raw',
    'sync',
    'of bound',
    'of raw',
    'usable',
    'block',
    'p99',
    'own block',
    'work',
    'requests',
    'steady',
  ]
  const rows = figures.map((one) => [
    `${one.latency} ms`,
    `${whole(one.bound)}/s`,
    `${whole(one.raw)}/s`,
    `${whole(one.sync)}/s`,
    one.share.toFixed(2),
    one.shareOfRaw.toFixed(2),
    `${whole(one.usable)} ms`,
    `${one.block.toFixed(1)} ms`,
    `${one.blockP99.toFixed(1)} ms`,
    `${one.ownBlock.toFixed(1)} ms`,
    `${whole(one.perEntry)} µs`,
    String(one.requests),
    String(one.steady),
  ])
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]!.length)),
  )
  return [head, ...rows]
    .map((row) => row.map((cell, column) => cell.padStart(widths[column]!)).join('  '))
    .join('\n')
}

export async function benchSync(given: string[]): Promise<void> {
  const { values } = parseArgs({
    args: given,
    options: {
      times: { type: 'string' },
      latency: { type: 'string' },
      quick: { type: 'boolean', default: false },
      output: { type: 'string', default: 'bench-results-sync.json' },
    },
  })
  const times = Number(values.times ?? (values.quick ? 450 : 100_000))
  const latencies = (values.latency ?? (values.quick ? '5' : '20,100')).split(',').map(Number)
  if (![times, ...latencies].every((value) => Number.isInteger(value) && value > 0)) {
    throw new Error('--times and --latency need whole numbers')
  }
  const folder = mkdtempSync(join(tmpdir(), 'stint-bench-'))
  try {
    const figures: Figure[] = []
    for (const latency of latencies) figures.push(await measure(folder, times, latency))
    const machine = {
      node: process.version,
      processor: cpus()[0]?.model ?? '',
      cores: cpus().length,
    }
    console.log(`First sync of ${times} entries, ${atOnce} reads at once\n\n${table(figures)}`)
    writeFileSync(values.output, `${JSON.stringify({ machine, figures }, null, 2)}\n`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
