/**
 * `node test/bench/integrity.ts [entries]`: how long the event loop is blocked at most while the
 * database is checked, copied, journaled and put back. All of it happens beside a person's work.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { AccountRecord } from '#core/accounts/home.ts'
import { openAccountDatabase, type OpenedDatabase } from '#core/accounts/open-account-database.ts'
import { createTime } from '#core/actions/times.ts'
import { accountPaths } from '#core/backup/account-paths.ts'
import { createNodePorts } from '#core/node/node-ports.ts'
import { openStore } from '#core/store/open/open-store.ts'
import { unwrap } from '#shared/errors.ts'
import { fill, organisation } from './data.ts'

const entries = Number(process.argv[2] ?? 100_000)
const saves = 3_000

const folder = mkdtempSync(join(tmpdir(), 'stint-integrity-'))
const paths = accountPaths(folder)
const ports = createNodePorts({
  home: folder,
  startService: () => Promise.reject(new Error('none')),
})
const record: AccountRecord = {
  ...{ account: 'here', kind: 'local', name: 'In Stint', url: null, user: null },
  ...{ header: 'Authorization', scheme: 'Bearer', zone: 'UTC' },
}

async function open(damage?: string): Promise<OpenedDatabase> {
  const opened = await openAccountDatabase({
    ...{ ports, folder, record, background: true, damage },
    onDamage: () => {},
    prepare: async () => {},
  })
  if (!opened.ok) throw new Error(opened.trouble.message)
  return opened.value
}

async function close({ store, databaseKeeper }: OpenedDatabase): Promise<void> {
  await databaseKeeper.close()
  await store.close()
  databaseKeeper.presence.unregister()
}

interface Row {
  work: string
  milliseconds: number
  /** Wall clock: on a busy machine other programs count too. */
  'longest block': number
  /** Of the processor alone, between two iterations of the loop. */
  'longest work': number
}
const rows: Row[] = []

/** The main thread's longest run of work, until stopped. */
function watchWork(): () => number {
  let longest = 0
  let done = false
  const used = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  let last = used()
  const turn = () => {
    const now = used()
    longest = Math.max(longest, now - last)
    last = now
    if (!done) setImmediate(turn)
  }
  setImmediate(turn)
  return () => {
    done = true
    return longest
  }
}

/** Subtracts the monitor's own period: what is left is the wait of a caller. */
async function measured<T>(work: string, run: () => Promise<T>): Promise<T> {
  const monitor = monitorEventLoopDelay({ resolution: 1 })
  await pause(50)
  monitor.enable()
  await pause(20)
  monitor.reset()
  const workDone = watchWork()
  const from = performance.now()
  const value = await run()
  const milliseconds = Math.round(performance.now() - from)
  await pause(20)
  monitor.disable()
  const tenths = (value: number) => Math.round(Math.max(0, value) * 10) / 10
  rows.push({
    work,
    milliseconds,
    'longest block': tenths(monitor.max / 1e6 - 1),
    'longest work': tenths(workDone()),
  })
  return value
}

try {
  const filled = unwrap(
    await openStore({ file: paths.database, groups: ['model', 'client'], now: ports.clock.now() }),
  )
  await fill(filled, entries)
  await filled.close()

  await measured('nothing, for a second', () => pause(1_000))
  let opened = await measured('open, with a backup before nothing', () => open())
  const { project_id, task_id } = await opened.store.db
    .selectFrom('time_entry')
    .select(['project_id', 'task_id'])
    .where('project_id', 'is not', null)
    .limit(1)
    .executeTakeFirstOrThrow()
  const context = {
    ...{ db: opened.store.db, clock: ports.clock, organisation },
    changed: () => opened.databaseKeeper.journal.wake(),
  }
  const work = { project: project_id, task: task_id, date: '2026-11-19', quantity: 1 }
  const took: number[] = []
  await measured(`${saves} saves, journaled, with checkpoints`, async () => {
    for (let n = 0; n < saves; n++) {
      const from = performance.now()
      unwrap(await createTime(context, { ...work, start: n % 1440, notes: `entry ${n}` }))
      took.push(performance.now() - from)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await opened.databaseKeeper.journal.flush()
  })
  await measured('quick check', () => opened.databaseKeeper.check(false))
  await measured('thorough check', () => opened.databaseKeeper.check(true))
  await measured('backup, verified', () => opened.databaseKeeper.backups.make('daily'))
  await close(opened)
  const size = statSync(paths.database).size
  writeFileSync(paths.database, Buffer.alloc(size, 0x5a))
  opened = await measured('recovery from a damaged file', () => open())
  await close(opened)

  took.sort((a, b) => a - b)
  const at = (share: number) => took[Math.floor(took.length * share)]!.toFixed(2)
  process.stdout.write(`${entries} entries, ${(size / 1024 ** 2).toFixed(0)} MB\n`)

  console.table(rows)
  process.stdout.write(
    `a save: median ${at(0.5)} ms, 99 % ${at(0.99)} ms, longest ${at(0.9999)} ms\n`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
