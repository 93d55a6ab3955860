/** The tasks that the core runs on a worker thread, because they would block every window. */
import type { OffThread } from '../ports.ts'
import { checkpointWal } from './wal-checkpoint.ts'
import { compactJournal } from './compact-journal.ts'
import { copyDatabase } from './copy-database.ts'
import {
  countJournal,
  countRows,
  findLeftoverSyncRows,
  findOrphans,
} from './doctor/doctor-tasks.ts'
import { checkDatabaseFile, inspectDatabaseFile } from './inspect-database.ts'
import { replayMissingCommits, restoreDatabase } from './restore-database.ts'

export const workerTasks = {
  'database.check': checkDatabaseFile,
  'database.copy': copyDatabase,
  'database.inspect': inspectDatabaseFile,
  'database.restore': restoreDatabase,
  'database.catch-up': replayMissingCommits,
  'database.checkpoint': checkpointWal,
  'database.orphans': findOrphans,
  'database.leftovers': findLeftoverSyncRows,
  'database.rows': countRows,
  'journal.compact': compactJournal,
  'journal.count': countJournal,
} as const

export type WorkerTasks = typeof workerTasks

/** How the core runs a task. */
export type RunWorkerTask = <Name extends keyof WorkerTasks>(
  name: Name,
  input: Parameters<WorkerTasks[Name]>[0],
  signal?: AbortSignal,
) => Promise<Awaited<ReturnType<WorkerTasks[Name]>>>

export const createTaskRunner =
  (offThread: OffThread): RunWorkerTask =>
  (name, input, signal) =>
    offThread(name, input, signal) as Promise<never>
