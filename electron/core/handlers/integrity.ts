/** Handlers of the calls on backups, database problems and the doctor. */
import { isAbsolute, join } from 'node:path'
import { fail, ok, type Result } from '#shared/errors.ts'
import type { backupCalls } from '#shared/ipc/calls/backup.ts'
import type { DoctorReport, DatabaseRecovery } from '#shared/ipc/database-integrity.ts'
import type { AppState } from '#shared/ipc/call-results.ts'
import { toTimestamp } from '#shared/rules/calendar.ts'
import type { AccountRecord, Home } from '../accounts/home.ts'
import {
  clearRecovery,
  inspectBackup,
  restoreBackup,
  startWithEmptyDatabase,
} from '../accounts/recover-database.ts'
import type { AccountSessions } from '../accounts/account-sessions.ts'
import { readBackupContents, listBackups } from '../backup/backups.ts'
import { runDoctor } from '../backup/doctor/run-doctor.ts'
import { formatDoctorReport } from '../backup/doctor/report-text.ts'
import { accountPaths, type AccountPaths } from '../backup/account-paths.ts'
import { createTaskRunner } from '../backup/worker-tasks.ts'
import type { Caller, CorePorts } from '../ports.ts'
import type { ProgramInfo } from '../sync/engine/support-report.ts'
import type { HandlersOf } from './dispatch.ts'

/** What these handlers need of the core; they also work on an account that is not open. */
export interface IntegrityDependencies {
  ports: CorePorts
  home: Home
  /** Who makes the running call. */
  caller(): Caller
  accounts: AccountSessions
  /** What a report names as its source. */
  program: ProgramInfo
  state(): Promise<Result<AppState>>
  changed(): void
}

type Which = { name: string } | { file: string }

export function integrityHandlers(keeping: IntegrityDependencies): HandlersOf<typeof backupCalls> {
  const { ports, home, accounts } = keeping
  const runTask = createTaskRunner(ports.offThread)

  async function inPlace<T>(
    run: (paths: AccountPaths, record: AccountRecord) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const record = accounts.record()
    if (!record) return fail('no-account', 'No account yet. Set one up first')
    const meant = accounts.checkMeant(record)
    if (!meant.ok) return meant
    return run(accountPaths(home.folder(record.account)), record)
  }

  function fileOf(which: Which, paths: AccountPaths): Result<string> {
    if ('name' in which) return ok(join(paths.backups, which.name))
    if (keeping.caller().is !== 'command')
      return fail('forbidden', 'Only the command line can use another file')
    return isAbsolute(which.file) ? ok(which.file) : fail('validation', 'Enter a full path')
  }

  const putBack = (
    run: (paths: AccountPaths, record: AccountRecord) => Promise<Result<DatabaseRecovery>>,
  ): Promise<Result<DatabaseRecovery>> =>
    inPlace((paths, record) => accounts.whileClosed(() => run(paths, record)))

  async function look(): Promise<Result<DoctorReport>> {
    if (!accounts.session()) return ok(withoutDatabase(accounts))
    const { clock, http } = ports
    return accounts.withOpenAccount(async ({ context, databaseKeeper, record }) =>
      ok(
        await runDoctor({ db: context.db, databaseKeeper, clock, http, runTask, url: record.url }),
      ),
    )
  }

  return {
    'backup.list': () => inPlace(async (paths) => ok(listBackups(paths))),
    'backup.make': ({ file }) =>
      inPlace(async (paths) => {
        const session = accounts.session()
        const trouble = accounts.trouble()
        if (trouble) return fail('database', trouble.message)
        if (!session) return fail('no-account', 'No account is open')
        const { backups } = session.databaseKeeper
        const { signal } = keeping.caller()
        if (file === undefined) return backups.make('asked', signal)
        const named = fileOf({ file }, paths)
        return named.ok ? backups.writeTo(named.value, signal) : named
      }),
    'backup.verify': (which) =>
      inPlace(async (paths) => {
        const file = fileOf(which, paths)
        if (!file.ok) return file
        const found = await inspectBackup(ports, paths, file.value)
        return found.ok ? ok(readBackupContents(file.value, found.value)) : found
      }),
    'backup.restore': (which) =>
      putBack(async (paths, record) => {
        const file = fileOf(which, paths)
        return file.ok ? restoreBackup({ ports, record }, paths, file.value) : file
      }),
    'database.retryOpen': async () => {
      if (accounts.trouble()) await accounts.whileClosed(() => Promise.resolve())
      return keeping.state()
    },
    'database.startEmpty': () =>
      accounts.trouble()
        ? putBack((paths, record) => startWithEmptyDatabase({ ports, record }, paths))
        : Promise.resolve(
            fail('conflict', 'This account’s database is in use and OK, so nothing was changed'),
          ),
    'database.dismissRecovery': () =>
      inPlace(async (paths) => {
        clearRecovery(paths)
        keeping.changed()
        return ok(null)
      }),
    'doctor.run': look,
    'doctor.report': async () => {
      const looked = await look()
      if (!looked.ok) return looked
      const of = accounts.session()
        ? await accounts.withOpenAccount(async ({ databaseKeeper, sync }) =>
            ok({
              rows: await runTask('database.rows', { file: databaseKeeper.paths.database }),
              sync: sync ? await sync.report(keeping.program) : null,
            }),
          )
        : ok({ rows: [], sync: null })
      if (!of.ok) return of
      const state = await keeping.state()
      if (!state.ok) return state
      const now = ports.clock.now()
      const { findings } = looked.value
      const machine = ports.machine?.()
      const text = formatDoctorReport({ now, state: state.value, machine, findings, ...of.value })
      return ok({ name: `stint-report-${toTimestamp(now).slice(0, 10)}.txt`, text })
    },
  }
}

function withoutDatabase({ trouble, record }: AccountSessions): DoctorReport {
  const found = trouble()
  if (!found) {
    const text = record() ? 'The account isn’t open' : 'No account yet, so there’s nothing to check'
    return { findings: [{ check: 'account', state: 'note', text }], fine: true }
  }
  const backups = found.backups.length
  return {
    findings: [
      { check: 'database', state: 'problem', text: found.message, database: true },
      {
        check: 'backups',
        state: backups > 0 ? 'fine' : 'note',
        text:
          backups > 0 ? `${backups} to restore. The latest is ${found.backups[0]!.name}` : 'None',
      },
    ],
    fine: false,
  }
}
