/** Why a database file cannot be opened: what kind of trouble it is, and the plain sentence. */
import type { Failure } from '#shared/errors.ts'

/**
 * `damaged`: SQLite cannot read it. `foreign`: sound, but another
 * program's. `newer`: a later version of
 * Stint wrote it. `locked`: another program holds it. `read-only`: it cannot be written. `full`:
 * the disk takes no more. `missing`: its folder is not there. `elsewhere`: another machine has it
 * open.
 */
export type OpenTrouble =
  'damaged' | 'foreign' | 'newer' | 'locked' | 'read-only' | 'full' | 'missing' | 'elsewhere'

export interface OpenProblem extends Failure {
  readonly trouble: OpenTrouble
}

export interface Unopened {
  readonly ok: false
  readonly error: OpenProblem
}

export const unopened = (trouble: OpenTrouble, message: string): Unopened => ({
  ok: false,
  error: { code: 'database', message, trouble },
})

const held = 'Another program is using this database. Close it and try again'

/** Another process uses the database so that nobody else can. */
export const heldElsewhere: Unopened = unopened('locked', held)

const kinds: readonly [codes: readonly string[], trouble: OpenTrouble, text: string][] = [
  [['SQLITE_NOTADB'], 'damaged', 'This file isn’t a Stint database'],
  [['SQLITE_CORRUPT'], 'damaged', 'This database file is damaged'],
  [['SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_PROTOCOL'], 'locked', held],
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

/** What SQLite or the file system reported, as trouble; undefined when it is a bug. */
export function openProblem(file: string, cause: unknown): Unopened | undefined {
  const code = String((cause as { code?: unknown } | null)?.code ?? '')
  const found = kinds.find(([codes]) => codes.some((known) => code.startsWith(known)))
  if (found) return unopened(found[1], `${found[2]} (${file})`)
  if (cause instanceof TypeError && cause.message.includes('directory')) {
    return unopened('missing', `The database’s folder doesn’t exist (${file})`)
  }
  return undefined
}
