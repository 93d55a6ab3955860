/** A request's caller as the rules of a write see them, and what writes have in common. */
import type { Trx } from '#core/store/database/db.ts'
import type { WritePolicy, Writer } from '#core/write/writer.ts'
import { unusable } from '#shared/rules/record-nouns.ts'
import { fromCharge } from './http/problem.ts'
import { refuseProblems } from './http/read-fields.ts'
import type { Caller } from './service-context.ts'

const policy: WritePolicy = {
  missing: (noun) => unusable(noun, false),
  deleted: (noun) => unusable(noun, true),
  fromCharge,
  noRate: (from, to) =>
    `Needs an exchange rate from ${from} to ${to}, which the organization doesn’t have yet`,
  refuse: refuseProblems,
}

export const callerWriter = (db: Trx, { organisation }: Caller): Writer => ({
  db,
  organisation,
  policy,
})

/** Whether a write changed the row. If not, no change is published. */
export const isRowChanged = (current: object, row: object): boolean =>
  JSON.stringify(current) !== JSON.stringify(row)
