/** Puts a backup, or an empty database, in place of an account's file. */
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fail, ok, type Result } from '#shared/errors.ts'
import type { BackupSummary, DatabaseRecovery } from '#shared/ipc/database-integrity.ts'
import { civilAt } from '#shared/rules/calendar.ts'
import { formatMinuteText } from '#shared/rules/duration-text.ts'
import { toStorageFailure } from '#shared/storage-problem.ts'
import { listBackups } from '../backup/backups.ts'
import { knowsTheSame, mayReplace, statedIn, type Identity } from '../backup/database-identity.ts'
import type { Inspection } from '../backup/inspect-database.ts'
import { journalEnds } from '../backup/journal-format.ts'
import { draftOf, stampOf, type Places } from '../backup/account-paths.ts'
import { enter, whileAlive } from '../backup/process-presence.ts'
import type { Restored } from '../backup/restore-database.ts'
import { taskRunner } from '../backup/worker-tasks.ts'
import type { CorePorts } from '../ports.ts'
import { replaceFile, type AccountRecord } from './home.ts'
import { inUse, machineOf } from './in-use.ts'

export interface RecoveryPorts {
  ports: CorePorts
  record: AccountRecord
}

/**
 * Replaces a damaged file by the newest sound backup. With the journal this loses nothing that was
 * acknowledged, so the person is not asked; without a backup the person decides.
 */
export async function recoverFromBackup(
  recovering: RecoveryPorts,
  places: Places,
): Promise<{ ok: true } | { ok: false; why: string | null }> {
  const recovered = await alone(recovering.ports, places, () => takeNewest(recovering, places))
  return recovered.ok ? recovered.value : { ok: false, why: recovered.error.message }
}

async function takeNewest(
  recovering: RecoveryPorts,
  places: Places,
): Promise<Result<{ ok: true } | { ok: false; why: string | null }>> {
  const { ports, record } = recovering
  for (const backup of listBackups(places)) {
    const file = join(places.backups, backup.name)
    const found = await taskRunner(ports.offThread)('database.inspect', { file })
    if (found.is !== 'good') continue
    if (belongs(found.contents.identity, file, record, places) !== 'yes') continue
    const restored = await put(recovering, places, file)
    const from = `restored the backup from ${instantText(ports, backup)}`
    const what = `The database was damaged. Stint set it aside and ${from}`
    keepRecovery(ports, places, restored, `${what}. ${afterwards(record, restored)}`)
    return ok({ ok: true })
  }
  return ok({ ok: false, why: null })
}

/**
 * Replaces an account's files while no other process uses or replaces them. A process that opens
 * the database and one that replaces it both announce themselves before they look for others, so
 * that of two at the same time at least one sees the other. Fails with `conflict`.
 */
async function alone<Value>(
  ports: CorePorts,
  places: Places,
  run: () => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const { clock, random } = ports
  const presence = enter(places.open, random.token(6), clock.now(), () => machineOf(ports), true)
  try {
    const used = inUse(ports, places, presence)
    return used === undefined ? await whileAlive(presence, ports, run) : fail('conflict', used)
  } finally {
    presence.leave()
  }
}

/**
 * Puts this file in place of the account's database; the caller has closed the account. Fails with
 * `conflict` while another process has the account open, or where the backup belongs to another
 * account; with `database` where the backup is not sound, or the disk refuses.
 */
export async function restoreBackup(
  recovering: RecoveryPorts,
  places: Places,
  file: string,
): Promise<Result<DatabaseRecovery>> {
  const { ports, record } = recovering
  const take = async () => {
    const inspected = await inspect(ports, places, file)
    if (!inspected.ok) return inspected
    const { identity } = inspected.value.contents
    const whether = belongs(identity, file, record, places)
    if (whether === 'by-records') {
      return fail(
        'conflict',
        'Nothing shows that this backup belongs to the account that is open: no entry is in both. Sync this account, then try again',
      )
    }
    if (whether === 'no') {
      const whose = identity?.url
      const text = whose ? `${whose}, not to the open account` : 'another account'
      return fail('conflict', `This backup belongs to ${text}`)
    }
    const restored = await put(recovering, places, file)
    const what = `Restored backup ${file}`
    const aside = restored.aside === null ? '' : ' and set the old database aside'
    return ok(
      keepRecovery(ports, places, restored, `${what}${aside}. ${afterwards(record, restored)}`),
    )
  }
  return storing(() => alone(ports, places, take))
}

/** Starts an empty database and copies everything unsent into it. */
export async function startAnew(
  recovering: RecoveryPorts,
  places: Places,
): Promise<Result<DatabaseRecovery>> {
  const { ports, record } = recovering
  const begin = async () => {
    const restored = await put(recovering, places, null)
    const what = 'Created an empty database and set the old one aside'
    return ok(keepRecovery(ports, places, restored, `${what}. ${afterwards(record, restored)}`))
  }
  return storing(() => alone(ports, places, begin))
}

/**
 * Finishes a restore that was killed after it had set the old file aside: moves the prepared new
 * file into place if it is sound. Fails with `conflict` while another process has the account open.
 */
export async function finishRestore(ports: CorePorts, places: Places): Promise<Result<void>> {
  const draft = draftOf(places)
  if (!existsSync(draft)) return ok(undefined)
  return alone(ports, places, async () => {
    const found = await taskRunner(ports.offThread)('database.inspect', { file: draft })
    if (found.is === 'good') renameSync(draft, places.database)
    return ok(undefined)
  })
}

/**
 * Inspects a backup. Fails with `not-found`, or with `database` and what is wrong with the backup.
 */
export async function inspect(
  ports: CorePorts,
  places: Places,
  file: string,
): Promise<Result<Extract<Inspection, { is: 'good' }>>> {
  const scratch = join(places.folder, 'inspected.unfinished')
  const found = await within(ports, longestLook, (signal) =>
    taskRunner(ports.offThread)('database.inspect', { file, scratch }, signal),
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

const put = ({ ports }: RecoveryPorts, places: Places, from: string | null): Promise<Restored> => {
  const now = ports.clock.now()
  const machine = ports.thisMachine?.() ?? null
  const restoring = { places, from, stamp: stampOf(now), now, machine }
  return taskRunner(ports.offThread)('database.restore', restoring)
}

/** Before the first change there is no journal; the database itself states its identity then. */
const present = (record: AccountRecord, places: Places): Identity => ({
  database:
    journalEnds(places.journal).database ?? statedIn(places.database)?.identity?.database ?? '',
  kind: record.kind,
  url: record.kind === 'demo' ? null : record.url,
  user: record.user,
})

/** `by-records`: undecided, because the two have no record in common. */
function belongs(
  identity: Identity | null,
  file: string,
  record: AccountRecord,
  places: Places,
): ReturnType<typeof mayReplace> {
  const whether = mayReplace(identity, present(record, places))
  return whether === 'by-records' && knowsTheSame(file, places.database) ? 'yes' : whether
}

function afterwards(record: AccountRecord, { unsent, timer }: Restored): string {
  const back = [
    unsent === 0 ? '' : unsent === 1 ? '1 unsynced change' : `${unsent} unsynced changes`,
    timer ? 'the running timer' : '',
  ].filter(Boolean)
  const put = back.length > 0 ? `Recovered ${back.join(' and ')}` : ''
  const read = record.kind === 'local' ? '' : 'Everything on the service is downloaded again'
  return [put, read].filter(Boolean).join('. ') || 'Nothing was missing'
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
  { clock }: CorePorts,
  places: Places,
  { aside }: Restored,
  message: string,
): DatabaseRecovery {
  const recovery: DatabaseRecovery = { at: clock.now(), message, aside }
  replaceFile(places.recovery, `${JSON.stringify(recovery)}\n`)
  return recovery
}

export const readRecovery = (places: Places): DatabaseRecovery | null =>
  existsSync(places.recovery)
    ? (JSON.parse(readFileSync(places.recovery, 'utf8')) as DatabaseRecovery)
    : null

export const forgetRecovery = (places: Places): void => rmSync(places.recovery, { force: true })
