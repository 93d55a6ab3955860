/** What a database or a file system says when it cannot keep or give something, in plain words. */
import { FailureError, type Failure } from './errors.ts'

const sentences: readonly [codes: readonly string[], sentence: string][] = [
  [
    ['SQLITE_FULL', 'SQLITE_IOERR', 'ENOSPC', 'EDQUOT', 'EIO'],
    'The disk did not take the write; make space, then try again',
  ],
  [['SQLITE_BUSY', 'SQLITE_LOCKED'], 'Another program holds the database; try again in a moment'],
  [['SQLITE_READONLY'], 'The database cannot be written; check the folder’s permissions'],
  [['SQLITE_CORRUPT', 'SQLITE_NOTADB'], 'The database file is damaged; restore a backup'],
  [
    ['EACCES', 'EPERM', 'EROFS'],
    'The data folder cannot be written; check its permissions or name another one',
  ],
  [['ENOTDIR', 'ENOENT', 'EEXIST'], 'The data folder cannot be made there; name another one'],
]

/**
 * The failure behind something that was thrown, by its code, or undefined when it is a bug.
 * A path that the system names is added, so that the person knows which file is meant.
 */
export function storageProblem(thrown: unknown): Failure | undefined {
  if (thrown instanceof FailureError) return thrown.failure
  const { code, path } = (thrown ?? {}) as { code?: unknown; path?: unknown }
  if (typeof code !== 'string') return undefined
  const found = sentences.find(([codes]) => codes.some((known) => code.startsWith(known)))
  if (!found) return undefined
  const where = typeof path === 'string' ? ` (${path})` : ''
  return { code: 'database', message: `${found[1]}${where}` }
}
