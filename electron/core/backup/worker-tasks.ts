/** The tasks that the core runs on a worker thread, because they would block every window. */
import type { OffThread } from '../ports.ts'
import { checkpoint } from './wal-checkpoint.ts'
import { compactJournal } from './compact-journal.ts'
import { copyDatabase } from './copy-database.ts'
import { checkFile, inspectFile } from './inspect-database.ts'
import { catchUp, restoreDatabase } from './restore-database.ts'

export const tasks = {
  'database.check': checkFile,
  'database.copy': copyDatabase,
  'database.inspect': inspectFile,
  'database.restore': restoreDatabase,
  'database.catch-up': catchUp,
  'database.checkpoint': checkpoint,
  'journal.compact': compactJournal,
} as const

export type Tasks = typeof tasks

/** How the core runs a task. */
export type RunTask = <Name extends keyof Tasks>(
  name: Name,
  input: Parameters<Tasks[Name]>[0],
  signal?: AbortSignal,
) => Promise<Awaited<ReturnType<Tasks[Name]>>>

export const taskRunner =
  (offThread: OffThread): RunTask =>
  (name, input, signal) =>
    offThread(name, input, signal) as Promise<never>
