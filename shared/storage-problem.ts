/** Turns errors of the database and the file system into failures in plain words. */
import { FailureError, type Failure } from './errors.ts'

const sentences: readonly [codes: readonly string[], sentence: string][] = [
  [
    ['SQLITE_FULL', 'SQLITE_IOERR', 'ENOSPC', 'EDQUOT', 'EIO'],
    'Couldn’t write to the disk. Free up some space and try again',
  ],
  [
    ['SQLITE_BUSY', 'SQLITE_LOCKED'],
    'Another program is using the database. Try again in a moment',
  ],
  [['SQLITE_READONLY'], 'Can’t write to the database. Check the folder’s permissions'],
  [['SQLITE_CORRUPT', 'SQLITE_NOTADB'], 'The database is damaged. Restore a backup'],
  [
    ['EACCES', 'EPERM', 'EROFS'],
    'Can’t write to the data folder. Check its permissions or use another folder',
  ],
  [['ENOTDIR', 'ENOENT', 'EEXIST'], 'Can’t create the data folder there. Use another folder'],
]

/**
 * Returns the failure behind a thrown value, by its code, or undefined when it is a bug. A path
 * that the system names is added, so that the person knows which file is meant.
 */
export function toStorageFailure(thrown: unknown): Failure | undefined {
  if (thrown instanceof FailureError) return thrown.failure
  const { code, path } = (thrown ?? {}) as { code?: unknown; path?: unknown }
  if (typeof code !== 'string') return undefined
  const found = sentences.find(([codes]) => codes.some((known) => code.startsWith(known)))
  if (!found) return undefined
  const where = typeof path === 'string' ? ` (${path})` : ''
  return { code: 'database', message: `${found[1]}${where}` }
}
