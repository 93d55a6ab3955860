/** Keeps an account's files readable only by this user. */
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFiles, type AccountPaths } from './account-paths.ts'

/**
 * Creates the folder, and revokes the access of other users to its files. SQLite gives the files
 * that it creates beside a database the database's own mode.
 * @returns how many were readable by others
 */
export function restrictToOwner(places: AccountPaths): number {
  mkdirSync(places.folder, { recursive: true, mode: 0o700 })
  if (!existsSync(places.database)) return 0
  let open = 0
  for (const [path, mode] of privatePaths(places)) {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (!stats || (stats.mode & 0o777 & ~mode) === 0) continue
    chmodSync(path, mode)
    open++
  }
  return open
}

function privatePaths(places: AccountPaths): [path: string, mode: number][] {
  const folders = [places.folder, places.backups, places.aside, places.open]
  const files = [...databaseFiles(places.database), places.journal, places.recovery]
  if (existsSync(places.backups)) {
    files.push(...readdirSync(places.backups).map((name) => join(places.backups, name)))
  }
  return [
    ...folders.map((path): [string, number] => [path, 0o700]),
    ...files.map((path): [string, number] => [path, 0o600]),
  ]
}
