/**
 * `npm run bench -- service` measures the service (`service.ts`), `npm run bench -- sync` a first
 * sync (`sync.ts`), `npm run bench -- peers` other stores beside Stint's (`peers.ts`), `npm run
 * bench -- blocks` what holds up the main thread (`blocks.ts`), `npm run bench -- idle` what the app
 * costs while nothing happens (`idle.ts`), `npm run bench -- scroll` frames while a history is
 * scrolled through (`scroll.ts`), `npm run bench -- hostile-input` whether some text makes a reader
 * slow (`hostile-input.ts`), `npm run bench -- neighbors` what one organisation of a service costs the
 * others (`neighbors.ts`), `npm run bench -- commands` the processor time of commands, also beside
 * another checkout's (`commands.ts`); `npm run bench` the store against the same work in
 * hand-written SQL, side by side in one process on two copies of one file.
 *
 *     --sizes 1000,100000   numbers of entries
 *     --quick               a few turns on small stores: shows that everything runs, measures nothing
 *     --output <file>       where the figures go as JSON; bench-results.json unless given
 */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ActionContext } from '#core/actions/change.ts'
import { openStore, type Store } from '#core/store/open/open-store.ts'
import { unwrap } from '#shared/errors.ts'
import { ensureBuilt } from '../../electron/cli/ensure-built.cjs'
import { fill, organisation } from './data.ts'
import { measure, type Effort } from './measure.ts'
import { openRaw } from './raw.ts'
import { table, withGrowth, type Figure } from './report.ts'
import { checkSame, works } from './works.ts'

/** 2026-11-20 16:00 UTC. */
const now = Date.UTC(2026, 10, 20, 16)

const full: Effort = { warmUp: 500, turns: 3_000, patience: 4_000, fewest: 21 }
const glance: Effort = { warmUp: 1, turns: 3, patience: 1_000, fewest: 1 }

const open = async (file: string): Promise<Store> =>
  unwrap(await openStore({ file, groups: ['model', 'client'], now }))

async function figuresOf(folder: string, entries: number, effort: Effort): Promise<Figure[]> {
  const file = join(folder, `store-${entries}.db`)
  const filled = await open(file)
  await fill(filled, entries)
  await filled.close()
  const copy = join(folder, `raw-${entries}.db`)
  copyFileSync(file, copy)

  const store = await open(file)
  const raw = openRaw(copy)
  const context: ActionContext = {
    db: store.db,
    organisation,
    changed: () => {},
    clock: { now: () => now, monotonic: () => now, zone: () => 'UTC', sleep: async () => {} },
  }
  const figures: Figure[] = []
  for (const work of works(context, raw, entries)) {
    await checkSame(work)
    const { store, raw, turns } = await measure(work, effort)
    const { name, target = null } = work
    const ratio = raw && store.median / raw.median
    figures.push({ name, entries, turns, store, raw, ratio, target })
  }
  raw.close()
  await store.close()
  return figures
}

// The second thread runs the bundle.
if (!ensureBuilt()) process.exit(1)

if (process.argv[2] === 'sync') {
  const { benchSync } = await import('./sync.ts')
  await benchSync(process.argv.slice(3))
  process.exit()
}
if (process.argv[2] === 'peers') {
  const { benchPeers } = await import('./peers.ts')
  await benchPeers(process.argv.slice(3))
  process.exit()
}
if (process.argv[2] === 'blocks') {
  const { benchBlocks } = await import('./blocks.ts')
  await benchBlocks(process.argv.slice(3))
  process.exit()
}
if (process.argv[2] === 'commands') {
  const { benchCommands } = await import('./commands.ts')
  await benchCommands(process.argv.slice(3))
  process.exit()
}
if (process.argv[2] === 'idle') {
  const { benchIdle } = await import('./idle.ts')
  await benchIdle(process.argv.slice(3))
  process.exit()
}
if (process.argv[2] === 'scroll') {
  const { benchScroll } = await import('./scroll.ts')
  await benchScroll(process.argv.slice(3))
  process.exit()
}
if (process.argv[2] === 'hostile-input') {
  const { benchHostileInput } = await import('./hostile-input.ts')
  process.exit((await benchHostileInput()) === 0 ? 0 : 1)
}
if (process.argv[2] === 'neighbors') {
  const { benchNeighbors } = await import('./neighbors.ts')
  process.exit((await benchNeighbors(process.argv.slice(3))) === 0 ? 0 : 1)
}
if (process.argv[2] === 'service') {
  const { benchService } = await import('./service.ts')
  await benchService(process.argv.slice(3))
  process.exit()
}

const { values: given } = parseArgs({
  options: {
    sizes: { type: 'string' },
    quick: { type: 'boolean', default: false },
    output: { type: 'string', default: 'bench-results.json' },
  },
})
const sizes = (given.sizes ?? (given.quick ? '100,200' : '1000,100000')).split(',').map(Number)
if (!sizes.every((size) => Number.isInteger(size) && size > 0)) {
  throw new Error('--sizes needs whole numbers of entries, separated by commas')
}

const folder = mkdtempSync(join(tmpdir(), 'stint-bench-'))
try {
  const measured: Figure[] = []
  for (const size of sizes) {
    measured.push(...(await figuresOf(folder, size, given.quick ? glance : full)))
  }
  const machine = { node: process.version, processor: cpus()[0]?.model ?? '', cores: cpus().length }
  const rows = withGrowth(measured)
  for (const size of sizes) console.log(table(rows, size))
  writeFileSync(given.output, `${JSON.stringify({ machine, sizes, rows }, null, 2)}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
