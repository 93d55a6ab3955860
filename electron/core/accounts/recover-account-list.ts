/** Rebuilds the lost list of accounts of a data folder: each database states its account. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { maximum } from '#shared/rules/extremes.ts'
import { listBackups } from '../backup/backups.ts'
import { readStatedIdentity } from '../backup/database-identity.ts'
import { databaseFiles, accountPaths } from '../backup/account-paths.ts'
import { accountRecord, type AccountRecord } from './account-record.ts'

/**
 * Returns the accounts, the most recently written first. Folders in which nothing can be read are
 * skipped.
 */
export function recoverAccountList(folder: string): AccountRecord[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .flatMap((account) => {
      const record = recordIn(join(folder, account), account)
      return record ? [{ record, at: writtenAt(join(folder, account)) }] : []
    })
    .sort((a, b) => b.at - a.at)
    .map(({ record }) => record)
}

/**
 * Reads the record from the database or, where that is unreadable, from the newest readable backup.
 */
function recordIn(folder: string, account: string): AccountRecord | undefined {
  const paths = accountPaths(folder)
  if (!existsSync(paths.database) && !existsSync(paths.backups)) return undefined
  const backups = listBackups(paths).map(({ name }) => join(paths.backups, name))
  for (const file of [paths.database, ...backups]) {
    const stated = readStatedIdentity(file)
    if (!stated) continue
    const { identity, name, account: written } = stated
    const record = accountRecord.safeParse({
      header: 'Authorization',
      scheme: 'Bearer',
      zone: 'UTC',
      name: name ?? account,
      ...identity,
      ...written,
      account,
    })
    if (record.success) return record.data
  }
  return undefined
}

function writtenAt(folder: string): number {
  const files = databaseFiles(accountPaths(folder).database)
  const times = files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  return maximum(times)
}
