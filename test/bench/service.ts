/**
 * `npm run bench -- service`: the service under load against node:http with prepared statements
 * that answers the same bytes, each in a process of its own, in turns.
 *
 *     --times 100000        times in the organisation
 *     --quick               a few requests on a small database: shows that everything runs
 *     --mix-only            only the mix of people at work, on 64 connections
 *     --postgres <address>  an empty database, also as STINT_BENCH_POSTGRES; emptied afterwards
 *     --output <file>       where the figures go as JSON; bench-results-service.json unless given
 */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { fillService, type Filled } from './service/fill.ts'
import {
  askOnce,
  atPace,
  saturate,
  saturated,
  type Latency,
  type MakeRequest,
} from './service/load.ts'
import { mixed } from './service/requests.ts'
import { startServer, type Server } from './service/start.ts'

interface Work {
  name: string
  status: number
  make: MakeRequest
  requests: number
}

interface Figure {
  database: string
  name: string
  /** Requests a second. */
  service: number
  raw: number
  ratio: number
  /** At half of the service's own throughput, milliseconds. */
  halfLoad: Latency
}

const connections = 16
/** Each side is measured this often, by turns; the median counts. */
const rounds = 5

function works({ token, times }: Filled, scale: number): Work[] {
  // Both servers are called by one name, since answers contain it.
  const head = (line: string) =>
    `${line} HTTP/1.1\r\nHost: stint.example\r\nAccept: application/json\r\nAuthorization: Bearer ${token}\r\n`
  const list = Buffer.from(`${head('GET /api/v1/times?limit=100')}\r\n`)
  const someone = (turn: number) => ((turn * 7_919) % times) + 1
  const create = (turn: number) => {
    const body = JSON.stringify({
      project_id: (turn % 60) + 1,
      task_id: (turn % 20) + 1,
      date: '2026-11-20',
      start: turn % 1440,
      quantity: (turn % 12) + 1,
      notes: `Homepage hero, round ${turn}`,
    })
    return Buffer.from(
      `${head('POST /api/v1/times')}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  }
  const show = (turn: number) => Buffer.from(`${head(`GET /api/v1/times/${someone(turn)}`)}\r\n`)
  return [
    { name: 'list of 100', status: 200, make: () => list, requests: 1_500 * scale },
    { name: 'show', status: 200, make: show, requests: 10_000 * scale },
    { name: 'create', status: 201, make: create, requests: 3_000 * scale },
  ]
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!

async function measure(
  database: string,
  work: Work,
  service: Server,
  raw: Server,
): Promise<Figure> {
  const answers = await Promise.all(
    [service, raw].map(async ({ port }) =>
      // On one database the two create one after the other.
      (await askOnce(port, work.make(0), work.status)).replace(/"time":\{"id":\d+/, ''),
    ),
  )
  if (answers[0] !== answers[1]) {
    throw new Error(
      `“${work.name}” differs:\n${answers.map((text) => text.slice(0, 1_500)).join('\n')}`,
    )
  }
  const load = (server: Server, requests: number) => ({
    ...work,
    port: server.port,
    connections,
    requests,
  })
  const each = Math.max(1, Math.ceil(work.requests / rounds))
  await saturate(load(service, each))
  await saturate(load(raw, each))
  const measured = { service: [] as number[], raw: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? (['service', 'raw'] as const) : (['raw', 'service'] as const)
    for (const side of order) {
      measured[side].push(await saturate(load(side === 'service' ? service : raw, each)))
    }
  }
  const throughput = median(measured.service)
  const halfLoad = await atPace(load(service, each), throughput / 2)
  return {
    database,
    name: work.name,
    service: throughput,
    raw: median(measured.raw),
    ratio: throughput / median(measured.raw),
    halfLoad,
  }
}

async function figuresOf(
  label: string,
  [forService, forRaw]: readonly [string, string],
  filled: Filled,
  scale: number,
): Promise<Figure[]> {
  const servers: Server[] = []
  try {
    const service = await startServer('serve', [forService])
    servers.push(service)
    const raw = await startServer('raw-server', [forRaw])
    servers.push(raw)
    const figures: Figure[] = []
    for (const work of works(filled, scale)) figures.push(await measure(label, work, service, raw))
    return figures
  } finally {
    for (const server of servers) await server.stop()
  }
}

function table(figures: readonly Figure[]): string {
  const head = ['', 'requests/s', 'raw', 'ratio', 'p50 ms', 'p99 ms at half load']
  const lines = figures.map(({ database, name, service, raw, ratio, halfLoad }) => [
    `${database}: ${name}`,
    service.toFixed(0),
    raw.toFixed(0),
    ratio.toFixed(2),
    halfLoad.p50.toFixed(2),
    halfLoad.p99.toFixed(2),
  ])
  const widths = head.map((_, column) =>
    Math.max(...[head, ...lines].map((line) => line[column]!.length)),
  )
  return [head, ...lines]
    .map((line) =>
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
        )
        .join('  '),
    )
    .join('\n')
}

/** Everything that one PostgreSQL database holds is the benchmark's to make and to remove. */
async function onPostgres(address: string, times: number, scale: number): Promise<Figure[]> {
  const command = async (text: string) => {
    const client = new pg.Client({ connectionString: address })
    await client.connect()
    try {
      return (await client.query(text)).rows as unknown[]
    } finally {
      await client.end()
    }
  }
  const standing = await command(
    `select 1 from information_schema.tables where table_schema = 'public'`,
  )
  if (standing.length > 0) throw new Error('The PostgreSQL database needs to be an empty one')
  try {
    const filled = await fillService(address, times)
    await command('analyze')
    // One database for both: they create in turns, and neither reads what the other has made.
    return await figuresOf('PostgreSQL', [address, address], filled, scale)
  } finally {
    await command('drop schema public cascade; create schema public')
  }
}

interface Mix extends Latency {
  perSecond: number
  /** Bytes, before and after. */
  memory: (number | null)[]
}

/** People at work on 64 connections, as many requests as go. */
async function mixOf(database: string, { token, times }: Filled, scale: number): Promise<Mix> {
  const numbers = (count: number) => Array.from({ length: count }, (_, nth) => nth + 1)
  const account = { token, projects: numbers(60), tasks: numbers(20), times: numbers(times) }
  const server = await startServer('serve', [database])
  try {
    const load = {
      ...{ port: server.port, status: null, connections: 64 },
      make: (turn: number) => mixed(account, turn),
    }
    await saturated({ ...load, requests: Math.ceil(2_000 * scale) })
    const before = server.memory()
    const mix = await saturated({ ...load, requests: Math.ceil(15_000 * scale) })
    return { ...mix, memory: [before, server.memory()] }
  } finally {
    await server.stop()
  }
}

async function onSqlite(
  times: number,
  scale: number,
  isMixOnly: boolean,
): Promise<{ figures: Figure[]; mix: Mix }> {
  const folder = mkdtempSync(join(tmpdir(), 'stint-bench-'))
  try {
    const [file, copy] = [join(folder, 'service.db'), join(folder, 'raw.db')] as const
    const filled = await fillService(file, times)
    copyFileSync(file, copy)
    const figures = isMixOnly ? [] : await figuresOf('SQLite', [file, copy], filled, scale)
    return { figures, mix: await mixOf(file, filled, scale) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function benchService(args: string[]): Promise<void> {
  const { values: given } = parseArgs({
    args,
    options: {
      times: { type: 'string' },
      quick: { type: 'boolean', default: false },
      'mix-only': { type: 'boolean', default: false },
      postgres: { type: 'string' },
      output: { type: 'string', default: 'bench-results-service.json' },
    },
  })
  const times = Number(given.times ?? (given.quick ? 200 : 100_000))
  if (!Number.isInteger(times) || times < 1) throw new Error('--times needs a whole number')
  const scale = given.quick ? 0.01 : 1
  const { figures, mix } = await onSqlite(times, scale, given['mix-only'])
  const address = given.postgres ?? process.env['STINT_BENCH_POSTGRES']
  if (address) figures.push(...(await onPostgres(address, times, scale)))
  const machine = { node: process.version, processor: cpus()[0]?.model ?? '', cores: cpus().length }
  if (figures.length > 0) {
    console.log(
      `${times.toLocaleString('en')} times, ${connections} connections\n${table(figures)}`,
    )
  }
  const megabytes = mix.memory.map((bytes) => ((bytes ?? 0) / 1e6).toFixed(0)).join(' to ')
  console.log(
    `mix, 64 connections: ${mix.perSecond.toFixed(0)} requests/s, p50 ${mix.p50.toFixed(0)} ms, p99 ${mix.p99.toFixed(0)} ms, ${megabytes} MB`,
  )
  writeFileSync(given.output, `${JSON.stringify({ machine, times, figures, mix }, null, 2)}\n`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchService(process.argv.slice(2))
