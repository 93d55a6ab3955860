/**
 * `npm run bench -- blocks`: how long the process of the core, which is the app's main process,
 * keeps others waiting while it syncs, saves, changes many entries, reads a month, is backed up and
 * checked; and how much memory it takes at two sizes.
 *
 *     --entries 100000      entries in the database
 *     --times 20000         times on the service of the first sync
 *     --quick               small databases: shows that everything runs, measures nothing
 *     --output <file>       where the figures go as JSON; bench-results-blocks.json unless given
 *
 * A block is what the event loop's monitor and a timer of a millisecond measure: on a machine that
 * others use, their work counts too, and the row without work shows how much that is. Own work is
 * the processor's alone, the longest run between two iterations of the loop: it leaves others out,
 * and waiting for the disk as well. During each work a page of 50 entries is asked for, 15 ms after
 * the answer before; what it costs is part of all figures.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { BlockFigure, CoreFigures, What } from './blocks-core.ts'
import { fillHome, keepConnectedHome } from './filled-home.ts'
import { aligned } from './plain-table.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Runs the core of a data folder in a process of its own. */
function measure(home: string, what: What, size: number, breath: number): CoreFigures {
  const flags = ['--expose-gc', '--no-warnings']
  const printed = execFileSync(
    process.execPath,
    [...flags, here('blocks-core.ts'), home, what, String(size), String(breath)],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  )
  return JSON.parse(printed) as CoreFigures
}

async function measureSync(home: string, times: number, breath: number): Promise<CoreFigures> {
  const service = spawn(process.execPath, [here('sync/service.ts'), String(times), '5'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line] = (await once(createInterface({ input: service.stdout }), 'line')) as [string]
    await keepConnectedHome(home, (JSON.parse(line) as { url: string }).url)
    return measure(home, 'sync', times, breath)
  } finally {
    service.kill('SIGKILL')
    await once(service, 'exit')
  }
}

/** Bytes of the process of the built app, ten seconds after it was started without a window. */
async function memoryOfApp(home: string): Promise<number> {
  const program = here('../../electron/cli/stint.cjs')
  const app = spawn(process.execPath, [program, 'app', '--no-open', '--home', home], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await once(app.stdout, 'data')
    await pause(10_000)
    const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(app.pid)], {
      encoding: 'utf8',
    })
    return Number(kilobytes) * 1_024
  } finally {
    app.kill('SIGTERM')
    await once(app, 'exit')
  }
}

function table(figures: readonly BlockFigure[]): string {
  const tenths = (value: number) => value.toFixed(1)
  const head = [
    ...['ms', 'took', 'monitor p99', 'longest', 'timer p99', 'longest', 'own work'],
    ...['page of 50', 'longest'],
  ]
  const lines = figures.map(({ work, took, monitor, timer, own, page }) => [
    work,
    took.toFixed(0),
    ...[monitor.p99, monitor.longest, timer.p99, timer.longest, own].map(tenths),
    ...[page.median, page.longest].map(tenths),
  ])
  return aligned([head, ...lines])
}

export async function benchBlocks(args: string[]): Promise<void> {
  const { values: given } = parseArgs({
    args,
    options: {
      entries: { type: 'string' },
      times: { type: 'string' },
      quick: { type: 'boolean', default: false },
      output: { type: 'string', default: 'bench-results-blocks.json' },
    },
  })
  const entries = Number(given.entries ?? (given.quick ? 1_200 : 100_000))
  const times = Number(given.times ?? (given.quick ? 450 : 20_000))
  if (![entries, times].every((value) => Number.isInteger(value) && value >= 100)) {
    throw new Error('--entries and --times need whole numbers, at least 100')
  }
  const folder = mkdtempSync(join(tmpdir(), 'stint-bench-'))
  try {
    const breath = given.quick ? 200 : 5_000
    const memory: { entries: number; rss: number; app: number | null }[] = []
    for (const size of [1_000, entries]) {
      const home = join(folder, `rest-${size}`)
      await fillHome(home, size)
      const { rss } = measure(home, 'rest', size, breath)
      memory.push({ entries: size, rss, app: given.quick ? null : await memoryOfApp(home) })
    }
    const store = measure(join(folder, `rest-${entries}`), 'store', entries, breath)
    const sync = await measureSync(join(folder, 'sync'), times, breath)
    const figures = [...store.figures, ...sync.figures]
    const sizes = [
      ['memory, MB', ...memory.map(({ entries }) => `${entries.toLocaleString('en')} entries`)],
      ['the app as built, in the browser host', ...memory.map(({ app }) => mega(app))],
      ['the core from its sources, which Node translates', ...memory.map(({ rss }) => mega(rss))],
      ['the same after all of the above', '', mega(store.rss)],
      ['the same after the first sync', '', mega(sync.rss)],
    ]
    console.log(
      [
        `${entries.toLocaleString('en')} entries; first sync of ${times.toLocaleString('en')}`,
        table(figures),
        aligned(sizes),
      ].join('\n\n'),
    )
    const machine = {
      node: process.version,
      processor: cpus()[0]?.model ?? '',
      cores: cpus().length,
    }
    const ended = { store: store.rss, sync: sync.rss }
    writeFileSync(
      given.output,
      `${JSON.stringify({ machine, entries, times, figures, memory, ended }, null, 2)}\n`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const mega = (bytes: number | null): string => (bytes === null ? '' : (bytes / 1e6).toFixed(0))
