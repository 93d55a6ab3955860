/** What writing entries and writing categories have in common. */
import { readCharge, type ChargeRow } from '#core/store/resources/charges.ts'
import type { Trx } from '#core/store/database/db.ts'
import { readProject, type ProjectRow } from '#core/store/resources/projects.ts'
import type { FieldTexts } from '#shared/errors.ts'
import type { Caller } from './service-context.ts'

/** Returns what was sent, or undefined when nothing was or it equals the current value. */
export const changedOrUndefined = <Value>(
  sent: Value | undefined,
  current: Value | undefined,
): Value | undefined => (sent === current ? undefined : sent)

/** Returns the project that an entry names; a missing or deleted one is reported in `problems`. */
export async function findUsableProject(
  trx: Trx,
  caller: Caller,
  id: number | undefined,
  problems: FieldTexts,
): Promise<ProjectRow | undefined> {
  if (id === undefined) return undefined
  const project = await readProject(trx, caller.organisation, id)
  if (project && !project.deleted) return project
  problems['project_id'] = [project ? 'This project was deleted' : 'This project doesn’t exist']
  return undefined
}

/** Returns the charge that an expense names; a missing or deleted one is reported in `problems`. */
export async function findUsableCharge(
  trx: Trx,
  caller: Caller,
  id: number | null | undefined,
  problems: FieldTexts,
): Promise<ChargeRow | undefined> {
  if (id === undefined || id === null) return undefined
  const charge = await readCharge(trx, caller.organisation, id)
  if (charge && !charge.deleted) return charge
  problems['charge_id'] = [
    charge ? 'This price list item was deleted' : 'This price list item doesn’t exist',
  ]
  return undefined
}

/** Whether a write changed the row. If not, no change is published. */
export const isRowChanged = (current: object, row: object): boolean =>
  JSON.stringify(current) !== JSON.stringify(row)
