/** Runs all checks on what an account stores on this computer. */
import type { DoctorReport, DoctorFinding } from '#shared/ipc/database-integrity.ts'
import { toStorageFailure } from '#shared/storage-problem.ts'
import { sql } from 'kysely'
import { problemFinding, type DoctorCheck, type DoctorContext } from './doctor-check.ts'
import { pagesCheck, referencesCheck, syncRowsCheck } from './database-checks.ts'
import {
  backupsCheck,
  journalCheck,
  permissionsCheck,
  setAsideFilesCheck,
  diskSpaceCheck,
} from './file-checks.ts'
import { serviceClockCheck } from './service-clock-check.ts'

/** In the order in which they run: checks that the others depend on come first. */
const checks: readonly DoctorCheck[] = [
  pagesCheck,
  referencesCheck,
  syncRowsCheck,
  journalCheck,
  backupsCheck,
  permissionsCheck,
  diskSpaceCheck,
  setAsideFilesCheck,
  serviceClockCheck,
]

export async function runDoctor(patient: DoctorContext): Promise<DoctorReport> {
  const findings: DoctorFinding[] = []
  for (const { name, run } of checks) {
    // Throws where the account was closed in the meantime; most checks would not notice.
    await sql`select 1`.execute(patient.db)
    for (const finding of await guarded(() => run(patient)))
      findings.push({ check: name, ...finding })
    // Nothing else can be checked in a database that cannot be read.
    if (findings.some(({ state, database }) => state === 'problem' && database)) break
  }
  return { findings, fine: findings.every(({ state }) => state !== 'problem') }
}

/** Turns errors of the disk or SQLite into findings. */
async function guarded(run: () => Promise<Omit<DoctorFinding, 'check'>[]>) {
  try {
    return await run()
  } catch (thrown) {
    const known = toStorageFailure(thrown)
    if (!known) throw thrown
    return [{ ...problemFinding(known.message), database: true }]
  }
}
