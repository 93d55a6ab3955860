/**
 * Describes why a database file cannot be opened: the kind of problem, and a sentence for the
 * person.
 */
import type { Failure } from '#shared/errors.ts'

/**
 * `damaged`: SQLite cannot read it. `foreign`: intact, but another program's. `newer`: written by a
 * later version of Stint. `locked`: in use by another program. `read-only`: not writable. `full`:
 * the disk is full. `missing`: its folder does not exist. `elsewhere`: open on another computer.
 */
export type OpenFailureKind =
  'damaged' | 'foreign' | 'newer' | 'locked' | 'read-only' | 'full' | 'missing' | 'elsewhere'

export interface OpenFailure extends Failure {
  readonly trouble: OpenFailureKind
}

export interface OpenFailed {
  readonly ok: false
  readonly error: OpenFailure
}

export const openFailed = (trouble: OpenFailureKind, message: string): OpenFailed => ({
  ok: false,
  error: { code: 'database', message, trouble },
})

const kinds: readonly [codes: readonly string[], trouble: OpenFailureKind, text: string][] = [
  [['SQLITE_NOTADB'], 'damaged', 'This file isn’t a Stint database'],
  [['SQLITE_CORRUPT'], 'damaged', 'This database file is damaged'],
  [
    ['SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_PROTOCOL'],
    'locked',
    'Another program is using this database. Close it and try again',
  ],
  [
    ['SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_PERM', 'EACCES', 'EPERM', 'EROFS'],
    'read-only',
    'Can’t write to this database. Check the folder’s permissions',
  ],
  [
    ['SQLITE_FULL', 'SQLITE_IOERR', 'ENOSPC', 'EDQUOT', 'EIO'],
    'full',
    'Couldn’t write to the disk. Check that it has free space',
  ],
]

/**
 * Maps an error of SQLite or the file system to a problem; undefined for an unexpected error, which
 * is a bug.
 */
export function toOpenFailure(file: string, cause: unknown): OpenFailed | undefined {
  const code = String((cause as { code?: unknown } | null)?.code ?? '')
  const found = kinds.find(([codes]) => codes.some((known) => code.startsWith(known)))
  if (found) return openFailed(found[1], `${found[2]} (${file})`)
  if (cause instanceof TypeError && cause.message.includes('directory')) {
    return openFailed('missing', `The database’s folder doesn’t exist (${file})`)
  }
  return undefined
}
