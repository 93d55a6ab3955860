/**
 * `npm run bench -- peers`: Stint's store beside others that an offline app could be built on, over
 * the same entries; and its command line beside Timewarrior's, where that is installed. The others
 * are installed on demand from `peers/package.json`; the app carries none of them.
 *
 *     --entries 100000      entries in each store
 *     --only rxdb-denokv    these beside Stint's store; `timewarrior` and `stint` alone will do too
 *     --quick               a few turns on small stores: shows that everything runs
 *     --output <file>       where the figures go as JSON; bench-results-peers.json unless given
 */
import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import { on, once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { createSystemClock } from '#core/node/clock.ts'
import { openStore } from '#core/store/open/open-store.ts'
import { unwrap } from '#shared/errors.ts'
import { fill } from './data.ts'
import { recordsOf } from './peers-records.ts'
import { report, type PeerFigures } from './peers-report.ts'
import { timewarrior } from './peers-timewarrior.ts'
import { works, type Answers, type Question, type WorkName } from './peers-works.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const peers = {
  watermelondb: 'WatermelonDB',
  pouchdb: 'PouchDB',
  'rxdb-denokv': 'RxDB, Deno KV',
  'rxdb-memory': 'RxDB, memory',
  dexie: 'Dexie',
} as const
type PeerName = keyof typeof peers
/** Takes 0.8 s for a page at 5,000 entries and more with more, so only on request. */
const slow: PeerName = 'rxdb-denokv'

/** Microseconds; of a store, rounds of these many turns, or as many as `patience` milliseconds allow. */
interface Effort {
  rounds: number
  turns: number
  patience: number
}
const full: Effort = { rounds: 7, turns: 60, patience: 400 }
const glance: Effort = { rounds: 1, turns: 2, patience: 1_000 }

/** `npm ci`, unless what is installed is as the lockfile says. */
function installPeers(): void {
  const folder = here('peers')
  const lockfile = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  const installed = join(folder, 'node_modules', '.installed-lockfile')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lockfile) return
  console.error('Installing the stores to compare with …')
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', ['ci', '--prefix', folder, ...flags], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  writeFileSync(installed, lockfile)
}

interface Peer {
  name: string
  ask<Value>(question: Question): Promise<Value>
  end(): Promise<void>
}

async function start(name: string, module: string, folder: string): Promise<Peer> {
  mkdirSync(folder, { recursive: true })
  const child: ChildProcess = fork(here('peers-child.ts'), [module, folder], {
    // Their notices are not figures.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--no-warnings'],
  })
  const answers: AsyncIterator<unknown[]> = on(child, 'message', { close: ['exit'] })
  const next = async () => {
    const { value: answer, done } = await answers.next()
    if (done) throw new Error(`${name}: its process ended`)
    const [{ value, thrown }] = answer as [{ value?: unknown; thrown?: string }]
    if (thrown !== undefined) throw new Error(`${name}: ${thrown}`)
    return value
  }
  await next()
  return {
    name,
    async ask<Value>(question: Question) {
      child.send(question)
      return (await next()) as Value
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** Throws when two stores do not answer the same: then there is nothing to compare. */
async function checkSame([stint, ...others]: readonly Peer[]): Promise<void> {
  const expected = await stint!.ask<Answers>({ ask: 'answers' })
  for (const other of others) {
    const answers = await other.ask<Answers>({ ask: 'answers' })
    for (const part of ['shown', 'lists', 'totals'] as const) {
      if (isDeepStrictEqual(answers[part], expected[part])) continue
      const both = [expected, answers].map((one) => JSON.stringify(one[part]).slice(0, 1_500))
      throw new Error(`${other.name} answers other ${part}:\n${both.join('\n')}`)
    }
  }
}

/** Three saves and a delete in each, so that the answers contain what was written here. */
async function write(stores: readonly Peer[]): Promise<void> {
  for (const store of stores) {
    await store.ask({ ask: 'turns', work: 'save', turns: 3, patience: Infinity })
    await store.ask({ ask: 'turns', work: 'remove', turns: 1, patience: Infinity })
  }
}

async function compare(
  stores: readonly Peer[],
  { rounds, turns, patience }: Effort,
  persists: (store: Peer) => boolean,
): Promise<Map<Peer, Record<WorkName, number[]>>> {
  const taken = new Map(
    stores.map((store) => [
      store,
      Object.fromEntries(Object.keys(works).map((work) => [work, []])) as never,
    ]),
  ) as Map<Peer, Record<WorkName, number[]>>
  for (const work of Object.keys(works) as WorkName[]) {
    const able = stores.filter((store) => work !== 'open' || persists(store))
    for (let round = 0; round < rounds; round++) {
      // The order rotates, so that no store always has the same neighbor.
      for (const nth of able.keys()) {
        const store = able[(nth + round) % able.length]!
        const known = taken.get(store)![work]
        // A store that needs seconds for one round is measured well enough after two of them.
        if (known.length > 1 && known.every((microseconds) => microseconds > 2e6)) continue
        const most = work === 'open' ? 1 : work === 'remove' ? Math.ceil(turns / 4) : turns
        const question: Question = { ask: 'turns', work, turns: most, patience }
        known.push(...(await store.ask<number[]>(question)))
      }
    }
  }
  return taken
}

async function figuresOf(
  folder: string,
  entries: number,
  names: readonly PeerName[],
  effort: Effort,
): Promise<PeerFigures[]> {
  const stintFolder = join(folder, 'stint')
  mkdirSync(stintFolder)
  const file = join(stintFolder, 'stint.db')
  const filled = unwrap(
    await openStore({ file, groups: ['model', 'client'], now: unwrap(createSystemClock()).now() }),
  )
  await fill(filled, entries)
  const records = join(folder, 'records.json')
  writeFileSync(records, JSON.stringify(await recordsOf(filled)))
  await filled.close()

  const stores: Peer[] = []
  const about = new Map<Peer, { guarantee: string; persists: boolean }>()
  try {
    stores.push(await start('Stint', here('peers-stint.ts'), stintFolder))
    for (const name of names) {
      stores.push(await start(peers[name], here(`peers/${name}.mjs`), join(folder, name)))
    }
    for (const store of stores) {
      const from = performance.now()
      about.set(store, await store.ask({ ask: 'fill', records }))
      console.error(`${store.name}: filled in ${((performance.now() - from) / 1_000).toFixed(1)} s`)
    }
    await write(stores)
    await checkSame(stores)
    const taken = await compare(stores, effort, (store) => about.get(store)!.persists)
    const figures: PeerFigures[] = []
    for (const store of stores) {
      const memory = await store.ask<number>({ ask: 'memory' })
      const { guarantee, persists } = about.get(store)!
      figures.push({ name: store.name, guarantee, persists, memory, taken: taken.get(store)! })
      await store.ask({ ask: 'end' })
    }
    return figures
  } finally {
    for (const store of stores) await store.end()
  }
}

export async function benchPeers(args: string[]): Promise<void> {
  const { values: given } = parseArgs({
    args,
    options: {
      entries: { type: 'string' },
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      output: { type: 'string', default: 'bench-results-peers.json' },
    },
  })
  const entries = Number(given.entries ?? (given.quick ? 500 : 100_000))
  if (!Number.isInteger(entries) || entries < 100) throw new Error('--entries: at least 100')
  const known = [...Object.keys(peers), 'stint', 'timewarrior']
  const wanted = given.only?.split(',') ?? known.filter((name) => name !== slow)
  const unknown = wanted.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`--only: there is no ${unknown.join(', ')}`)
  const names = wanted.filter((name): name is PeerName => Object.hasOwn(peers, name))
  const withStores = names.length > 0 || wanted.includes('stint')
  const folder = mkdtempSync(join(tmpdir(), 'stint-bench-'))
  try {
    if (names.length > 0) installPeers()
    const effort = given.quick ? glance : full
    const figures = withStores ? await figuresOf(folder, entries, names, effort) : []
    const commands = wanted.includes('timewarrior')
      ? await timewarrior(join(folder, 'timewarrior'), entries, given.quick ? 1 : 15)
      : null
    const machine = {
      node: process.version,
      processor: cpus()[0]?.model ?? '',
      cores: cpus().length,
    }
    const { text, json } = report(figures, commands, entries)
    console.log(text)
    writeFileSync(given.output, `${JSON.stringify({ machine, entries, ...json }, null, 2)}\n`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
