/** Puts a backup, or an empty database, in place of an account's file. */
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fail, ok, type Result } from '#shared/errors.ts'
import type { BackupSummary, DatabaseRecovery } from '#shared/ipc/database-integrity.ts'
import { civilAt } from '#shared/rules/calendar.ts'
import { formatMinuteText } from '#shared/rules/duration-text.ts'
import { parseJson } from '#shared/rules/parse-json.ts'
import { inEnglish, sentence, type Text } from '#shared/sentences/sentence.ts'
import { toStorageFailure } from '#shared/storage-problem.ts'
import { listBackups } from '../backup/backups.ts'
import {
  knowsTheSame,
  canReplaceDatabase,
  readStatedIdentity,
  type DatabaseIdentity,
} from '../backup/database-identity.ts'
import type { Inspection } from '../backup/inspect-database.ts'
import { readJournalExtent } from '../backup/journal-format.ts'
import {
  unfinishedDatabasePath,
  fileTimestamp,
  type AccountPaths,
} from '../backup/account-paths.ts'
import { registerProcess, whileAlive } from '../backup/process-presence.ts'
import type { RestoreResult } from '../backup/restore-database.ts'
import { createTaskRunner } from '../backup/worker-tasks.ts'
import type { CorePorts } from '../ports.ts'
import { replaceFile } from '../unfinished-file.ts'
import type { AccountRecord } from './home.ts'
import { accountInUseElsewhereMessage, machineOf } from './in-use.ts'

export interface RecoveryContext {
  ports: CorePorts
  record: AccountRecord
}

/**
 * Replaces a damaged file by the newest sound backup. With the journal this loses nothing that was
 * acknowledged, so the person is not asked; without a backup the person decides.
 */
export async function recoverFromBackup(
  recovering: RecoveryContext,
  paths: AccountPaths,
): Promise<{ ok: true } | { ok: false; why: string | null }> {
  const recovered = await alone(recovering.ports, paths, () => takeNewest(recovering, paths))
  return recovered.ok ? recovered.value : { ok: false, why: recovered.error.message }
}

async function takeNewest(
  recovering: RecoveryContext,
  paths: AccountPaths,
): Promise<Result<{ ok: true } | { ok: false; why: string | null }>> {
  const { ports, record } = recovering
  for (const backup of listBackups(paths)) {
    const file = join(paths.backups, backup.name)
    const found = await createTaskRunner(ports.offThread)('database.inspect', { file })
    if (found.is !== 'good') continue
    if (belongs(found.contents.identity, file, record, paths) !== 'yes') continue
    const restored = await put(recovering, paths, file)
    const what = sentence(
      'The database was damaged. Stint set it aside and restored the backup from {moment}',
      { moment: instantText(ports, backup) },
    )
    keepRecovery(recovering, paths, restored, what)
    return ok({ ok: true })
  }
  return ok({ ok: false, why: null })
}

/**
 * Replaces an account's files while no other computer uses or replaces them. A computer that opens
 * the database and one that replaces it both announce themselves before they look for others, so
 * that of two at the same time at least one sees the other. Fails with `conflict`.
 */
async function alone<Value>(
  ports: CorePorts,
  paths: AccountPaths,
  run: () => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const { clock, random } = ports
  const presence = registerProcess(paths.open, random.token(6), clock.now(), () => machineOf(ports))
  try {
    const used = accountInUseElsewhereMessage(ports, paths)
    return used === undefined ? await whileAlive(presence, ports, run) : fail('conflict', used)
  } finally {
    presence.unregister()
  }
}

/**
 * Puts this file in place of the account's database; the caller has closed the account. Fails with
 * `not-found`; with `conflict` while another computer has the account open, or where the backup
 * belongs, or may belong, to another account; with `database` where the backup is not sound, or the
 * disk refuses.
 */
export async function restoreBackup(
  recovering: RecoveryContext,
  paths: AccountPaths,
  file: string,
): Promise<Result<DatabaseRecovery>> {
  const { ports, record } = recovering
  const take = async () => {
    const inspected = await inspectBackup(ports, paths, file)
    if (!inspected.ok) return inspected
    const { identity } = inspected.value.contents
    const whether = belongs(identity, file, record, paths)
    if (whether === 'by-records') {
      return fail(
        'conflict',
        'Nothing shows that this backup belongs to the account that is open: no entry is in both. Sync this account, then try again',
      )
    }
    if (whether === 'no') {
      const account = identity?.url
      return account
        ? fail('conflict', 'This backup belongs to {account}, not to the open account', { account })
        : fail('conflict', 'This backup belongs to another account')
    }
    const restored = await put(recovering, paths, file)
    const what = sentence(
      restored.aside === null
        ? 'Restored backup {file}'
        : 'Restored backup {file} and set the old database aside',
      { file },
    )
    return ok(keepRecovery(recovering, paths, restored, what))
  }
  return storing(() => alone(ports, paths, take))
}

/** Starts an empty database and copies everything unsent into it. */
export async function startWithEmptyDatabase(
  recovering: RecoveryContext,
  paths: AccountPaths,
): Promise<Result<DatabaseRecovery>> {
  const begin = async () => {
    const restored = await put(recovering, paths, null)
    const what = 'Created an empty database and set the old one aside'
    return ok(keepRecovery(recovering, paths, restored, what))
  }
  return storing(() => alone(recovering.ports, paths, begin))
}

/**
 * Finishes a restore that was killed after it had set the old file aside: moves the prepared new
 * file into place if it is sound. Fails with `conflict` while another computer has the account open.
 */
export async function finishRestore(ports: CorePorts, paths: AccountPaths): Promise<Result<void>> {
  const draft = unfinishedDatabasePath(paths)
  if (!existsSync(draft)) return ok(undefined)
  return alone(ports, paths, async () => {
    const found = await createTaskRunner(ports.offThread)('database.inspect', { file: draft })
    if (found.is === 'good') renameSync(draft, paths.database)
    return ok(undefined)
  })
}

/**
 * Inspects a backup. Fails with `not-found`, or with `database` and what is wrong with the backup,
 * also when the inspection takes too long.
 */
export async function inspectBackup(
  ports: CorePorts,
  paths: AccountPaths,
  file: string,
): Promise<Result<Extract<Inspection, { is: 'good' }>>> {
  const scratch = join(paths.folder, 'inspected.unfinished')
  const found = await within(ports, longestLook, (signal) =>
    createTaskRunner(ports.offThread)('database.inspect', { file, scratch }, signal),
  )
  if (!found) return fail('database', `Can’t use ${file}: checking it takes too long`)
  if (found.is === 'good' && found.contents.identity !== null) return ok(found)
  if (found.is === 'missing') return fail('not-found', `File not found: ${file}`)
  // Every account's database states its identity from its first opening on.
  const why = found.is === 'good' ? 'it doesn’t say whose database it is' : found.why
  return fail('database', `Can’t use ${file}: ${why}`)
}

/**
 * Time limit of an inspection, milliseconds; a file of a million entries takes a minute on a slow
 * disk.
 */
const longestLook = 10 * 60_000

/** Returns the result of the work, or null where it took too long. */
async function within<Value>(
  { clock }: CorePorts,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value | null> {
  const [late, done] = [new AbortController(), new AbortController()]
  void clock.sleep(milliseconds, done.signal).then(() => {
    if (!done.signal.aborted) late.abort()
  })
  try {
    return await work(late.signal)
  } catch (thrown) {
    if (late.signal.aborted) return null
    throw thrown
  } finally {
    done.abort()
  }
}

const put = (
  { ports }: RecoveryContext,
  paths: AccountPaths,
  from: string | null,
): Promise<RestoreResult> => {
  const now = ports.clock.now()
  const machine = ports.thisMachine?.() ?? null
  const restoring = { paths, from, stamp: fileTimestamp(now), now, machine }
  return createTaskRunner(ports.offThread)('database.restore', restoring)
}

/** Before the first change there is no journal; the database itself states its identity then. */
const present = (record: AccountRecord, paths: AccountPaths): DatabaseIdentity => ({
  database:
    readJournalExtent(paths.journal).database ??
    readStatedIdentity(paths.database)?.identity?.database ??
    '',
  kind: record.kind,
  url: record.kind === 'demo' ? null : record.url,
  user: record.user,
})

/** `by-records`: undecided, because the two have no record in common. */
function belongs(
  identity: DatabaseIdentity | null,
  file: string,
  record: AccountRecord,
  paths: AccountPaths,
): ReturnType<typeof canReplaceDatabase> {
  const whether = canReplaceDatabase(identity, present(record, paths))
  return whether === 'by-records' && knowsTheSame(file, paths.database) ? 'yes' : whether
}

function afterwards({ kind }: AccountRecord, restored: RestoreResult): Text[] {
  const texts = [
    ...recovered(restored),
    ...(kind === 'local' ? [] : ['Everything on the service is downloaded again']),
  ]
  return texts.length > 0 ? texts : ['Nothing was missing']
}

function recovered({ unsent, timer }: RestoreResult): Text[] {
  switch (unsent) {
    case 0:
      return timer ? ['Recovered the running timer'] : []
    case 1:
      return [
        timer ? 'Recovered 1 unsynced change and the running timer' : 'Recovered 1 unsynced change',
      ]
    default:
      return [
        sentence(
          timer
            ? 'Recovered {count} unsynced changes and the running timer'
            : 'Recovered {count} unsynced changes',
          { count: unsent },
        ),
      ]
  }
}

const instantText = ({ clock }: CorePorts, { at }: BackupSummary): string => {
  const { date, minute } = civilAt(at, clock.zone())
  return `${date} ${formatMinuteText(minute)}`
}

/** Turns errors of the disk into failures. */
async function storing<T>(run: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await run()
  } catch (thrown) {
    const problem = toStorageFailure(thrown)
    if (!problem) throw thrown
    return { ok: false, error: problem }
  }
}

/** Stores what was done until the person has read it. */
function keepRecovery(
  { ports, record }: RecoveryContext,
  paths: AccountPaths,
  restored: RestoreResult,
  what: Text,
): DatabaseRecovery {
  const sentences = [what, ...afterwards(record, restored)]
  const recovery: DatabaseRecovery = {
    at: ports.clock.now(),
    message: sentences.map(inEnglish).join('. '),
    sentences,
    aside: restored.aside,
  }
  replaceFile(paths.recovery, `${JSON.stringify(recovery)}\n`)
  return recovery
}

export function readRecovery(paths: AccountPaths): DatabaseRecovery | null {
  if (!existsSync(paths.recovery)) return null
  const recovery = parseJson(readFileSync(paths.recovery, 'utf8')) as DatabaseRecovery
  // Earlier versions stored the message alone.
  return { ...recovery, sentences: recovery.sentences ?? [recovery.message] }
}

export const clearRecovery = (paths: AccountPaths): void => rmSync(paths.recovery, { force: true })
