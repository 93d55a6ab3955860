/** Runs all checks on what an account stores on this computer. */
import type { DoctorReport, DoctorFinding } from '#shared/ipc/database-integrity.ts'
import { toStorageFailure } from '#shared/storage-problem.ts'
import { problem, type Check, type Patient } from './doctor-check.ts'
import { lease, pages, references, syncRows } from './database-checks.ts'
import { backups, journal, permissions, setAside, space } from './file-checks.ts'
import { serviceClock } from './service-clock-check.ts'

/** In the order in which they run: checks that the others depend on come first. */
const checks: readonly Check[] = [
  pages,
  references,
  syncRows,
  lease,
  journal,
  backups,
  permissions,
  space,
  setAside,
  serviceClock,
]

export async function examine(patient: Patient): Promise<DoctorReport> {
  const findings: DoctorFinding[] = []
  for (const { name, run } of checks) {
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
    return [{ ...problem(known.message), database: true }]
  }
}
