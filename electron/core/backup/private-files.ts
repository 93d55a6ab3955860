/** Keeps an account's files readable only by this user. */
import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivateFolder } from '../private-folder.ts'
import { databaseFiles, type AccountPaths } from './account-paths.ts'

/**
 * Creates the folder, and revokes the access of other users to its files. SQLite gives the files
 * that it creates beside a database the database's own mode.
 * @returns how many were readable by others
 */
export function restrictToOwner(paths: AccountPaths): number {
  makePrivateFolder(paths.folder)
  if (!existsSync(paths.database)) return 0
  let open = 0
  for (const [path, mode] of privatePaths(paths)) {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (!stats || (stats.mode & 0o777 & ~mode) === 0) continue
    chmodSync(path, mode)
    open++
  }
  return open
}

function privatePaths(paths: AccountPaths): [path: string, mode: number][] {
  const folders = [paths.folder, paths.backups, paths.aside, paths.open]
  const files = [...databaseFiles(paths.database), paths.journal, paths.recovery]
  if (existsSync(paths.backups)) {
    // The folder of a copy that is being made is private already.
    const entries = readdirSync(paths.backups, { withFileTypes: true })
    for (const entry of entries) if (entry.isFile()) files.push(join(paths.backups, entry.name))
  }
  return [
    ...folders.map((path): [string, number] => [path, 0o700]),
    ...files.map((path): [string, number] => [path, 0o600]),
  ]
}
