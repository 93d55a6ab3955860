/**
 * The core as an app runs it, with all its background work, and what its thread notices of one kind
 * of work after the other: `node blocks-core.ts <data folder> <what> <size> <milliseconds after
 * opening>` prints `CoreFigures`.
 */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { createCore, type Core } from '#core/core.ts'
import { createNodePorts } from '#core/node/node-ports.ts'
import { unwrap } from '#shared/errors.ts'
import type { TimesInRange, SyncStatus } from '#shared/ipc/call-results.ts'

export type What = 'store' | 'sync' | 'rest'

/** Milliseconds. */
export interface BlockFigure {
  work: string
  took: number
  monitor: { p99: number; longest: number }
  timer: { p99: number; longest: number }
  /** Longest run of the processor's work between two iterations of the event loop. */
  own: number
  /** How long a page of 50 entries waited that was due 15 ms after the answer before. */
  page: { median: number; longest: number }
}

/** Bytes at the end, after a collection. */
export interface CoreFigures {
  figures: BlockFigure[]
  rss: number
  heap: number
}

const [home, what, size, breath] = process.argv.slice(2) as [string, What, string, string]
const entries = Number(size)
const figures: BlockFigure[] = []

/**
 * Measures how late a timer of a millisecond comes, and how much this thread worked in that time.
 */
function watchTimer() {
  const worked = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  const late: number[] = []
  let seen = performance.now()
  let spent = worked()
  let own = 0
  const timer = setInterval(() => {
    const [now, total] = [performance.now(), worked()]
    late.push(Math.max(0, now - seen - 1))
    own = Math.max(own, total - spent)
    seen = now
    spent = total
  }, 1)
  return () => {
    clearInterval(timer)
    late.sort((one, other) => one - other)
    const p99 = late[Math.floor(late.length * 0.99)] ?? 0
    return { timer: { p99, longest: late.at(-1) ?? 0 }, own }
  }
}

/** As a person scrolls: the next page is due this many milliseconds after an answer. */
const betweenPages = 15

/**
 * Asks for the first page of 50 entries again and again. A wait begins when the page is due, so that
 * it includes the time in which nothing could be asked.
 */
function watchPages(): () => Promise<BlockFigure['page']> {
  const over = new AbortController()
  const waits: number[] = []
  async function ask(): Promise<void> {
    do {
      const due = performance.now() + betweenPages
      await pause(betweenPages)
      unwrap(await core.call('times.list', { limit: 50 }))
      waits.push(Math.max(0, performance.now() - due))
    } while (!over.signal.aborted)
  }
  const asked = ask()
  return async () => {
    over.abort()
    await asked
    waits.sort((one, other) => one - other)
    return { median: waits[waits.length >> 1]!, longest: waits.at(-1)! }
  }
}

/** Subtracts the monitor's own period: what is left is the wait of a caller. */
async function measured<T>(work: string, run: () => Promise<T>): Promise<T> {
  const monitor = monitorEventLoopDelay({ resolution: 1 })
  monitor.enable()
  await pause(50)
  monitor.reset()
  // It counts from its first iteration after that.
  await pause(10)
  const watched = watchTimer()
  const pages = watchPages()
  const from = performance.now()
  const value = await run()
  const took = performance.now() - from
  const page = await pages()
  await pause(5)
  monitor.disable()
  const above = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - 1)
  figures.push({
    work,
    took,
    monitor: { p99: above(monitor.percentile(99)), longest: above(monitor.max) },
    ...watched(),
    page,
  })
  return value
}

async function onStore(core: Core): Promise<void> {
  const call = async (name: string, input?: unknown) => unwrap(await core.call(name, input))
  // The work of an app right after opening is not part of the following figures.
  await measured('after opening', () => pause(Number(breath)))
  await measured('without work', () => pause(Number(breath)))

  const month = { from: '2026-10-21', to: '2026-11-20', whose: 'everyone' }
  await measured('a month with its totals, 10 times', async () => {
    for (let turn = 0; turn < 10; turn++) {
      await call('times.inDateRange', month)
      await pause(1)
    }
  })
  const saves = Math.min(1_000, Math.ceil(entries / 12))
  await measured(`${saves} saves one after the other`, async () => {
    for (let turn = 0; turn < saves; turn++) {
      await call('times.create', {
        ...{ project: (turn % 60) + 1, task: (turn % 20) + 1, date: '2026-11-19' },
        ...{ start: turn % 1_440, quantity: 1, notes: `Homepage hero, round ${turn}` },
      })
      // As they come from a window: each in an iteration of its own.
      await new Promise((resolve) => setImmediate(resolve))
    }
  })
  // Only an owner may change what others made.
  await call('settings.set', { everythingIsMine: false })
  const year = { from: '2025-11-21', to: '2026-11-18', whose: 'mine' }
  const own = (await call('times.inDateRange', year)) as TimesInRange
  const chosen = own.entries.slice(0, 1_000)
  const locals = chosen.map(({ local }) => local)
  const records = chosen.map(({ local, notes }) => ({ local, was: { notes } }))
  await measured(`${locals.length} entries changed at once`, () =>
    call('times.updateMany', { records, set: { notes: 'Workshop with everyone' } }),
  )
  await measured('that change undone', () => call('history.undo', {}))
  await measured(`${locals.length} entries deleted at once`, () =>
    call('times.deleteMany', { locals }),
  )
  await measured('a report of a year', () => call('reports.show', { ...year, by: 'project' }))
  await measured('every entry as a table', () => exportAll(call))
  await measured('entries of a table taken in', () => takeIn(call, entries))
  await measured('a verified backup', () => call('backup.make', {}))
  await measured('every page and index checked, by the doctor', () => call('doctor.run'))
}

type Call = (name: string, input?: unknown) => Promise<unknown>

async function exportAll(call: Call): Promise<void> {
  const query = { what: 'times', format: 'csv', whose: 'everyone' }
  const { export: number } = (await call('export.begin', query)) as { export: number }
  for (let done = false; !done;) {
    ;({ done } = (await call('export.read', { export: number })) as { done: boolean })
  }
}

/** As many entries as there are already, from another program. */
async function takeIn(call: Call, count: number): Promise<void> {
  const options = { from: 'csv', name: 'table.csv' }
  const { import: number } = (await call('import.begin', options)) as { import: number }
  for (let from = 0; from < count; from += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, count - from) }, (_, nth) => {
      const [year, day] = [2000 + ((from + nth) % 20), String(1 + (nth % 28)).padStart(2, '0')]
      return `${year}-05-${day},9:00,${1 + (nth % 300)},Other ${nth % 40},Task ${nth % 9},Round ${from + nth}`
    })
    const head = from === 0 ? 'Date,Start,Minutes,Project,Task,Notes\n' : ''
    await call('import.append', { import: number, text: `${head}${rows.join('\n')}\n` })
  }
  await call('import.preview', { import: number })
  await call('import.apply', { import: number })
}

async function onSync(core: Core): Promise<void> {
  await measured(`first sync of ${entries.toLocaleString('en')} times`, () => isSynced(core))
}

/** Resolves when a whole pass is finished. */
async function isSynced(core: Core): Promise<void> {
  const synced = Promise.withResolvers<void>()
  const look = (status: SyncStatus) => status.lastSync !== null && synced.resolve()
  const unlisten = core.on((event) => event.event === 'sync' && look(event.status))
  unwrap(await core.call('sync.now', {}))
  await synced.promise
  unlisten()
}

async function atRest(core: Core): Promise<void> {
  for (const [name, input] of [
    ['times.list', { limit: 50 }],
    ['times.list', { query: 'homepage', limit: 50 }],
    ['times.inDateRange', { from: '2026-11-16', to: '2026-11-22' }],
  ] as const) {
    unwrap(await core.call(name, input))
  }
  await pause(Number(breath))
}

const core = await createCore(
  createNodePorts({ home, startService: () => Promise.reject(new Error('There is no demo here')) }),
  { home, host: 'electron', version: '0.0.0', background: true },
)
const works: Record<What, (core: Core) => Promise<void>> = {
  store: onStore,
  sync: onSync,
  rest: atRest,
}
await works[what](core)
globalThis.gc?.()
const { rss, heapUsed: heap } = process.memoryUsage()
await core.close()
const measuredHere: CoreFigures = { figures, rss, heap }
process.stdout.write(JSON.stringify(measuredHere))
