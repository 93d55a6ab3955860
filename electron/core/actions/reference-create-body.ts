/** Builds the request that creates a local record on the service (capability `reference`). */
import { fail, failMissing, ok, type Result } from '#shared/errors.ts'
import type { ChargeCreate } from '#shared/resources/charge.ts'
import type { ClientCreate } from '#shared/resources/client.ts'
import type { ProjectCreate } from '#shared/resources/project.ts'
import type { TaskCreate } from '#shared/resources/task.ts'
import type { Db } from '../store/database/db.ts'
import { readRemoteIds } from '../store/sync/sync-records.ts'
import { readReferenceRow, type ReferenceKind } from './references.ts'

/**
 * Returns the body of the request that creates the record on the service. Fails where its client
 * exists only here.
 */
export async function referenceCreateBody(
  db: Db,
  kind: ReferenceKind,
  local: number,
): Promise<Result<object>> {
  const row = await readReferenceRow(db, kind, local)
  if (!row || row.deleted === 1) return failMissing(kind, local)
  const plain = Object.fromEntries(
    Object.keys(sentFields[kind])
      .filter((field) => row[field] !== null)
      .map((field) => [field, row[field]]),
  )
  switch (kind) {
    case 'task':
    case 'charge':
      return ok(plain)
    case 'client':
      return ok({
        ...plain,
        ...Object.fromEntries(
          ['contact', 'address', 'postal']
            .filter((field) => row[field] !== null)
            .map((field) => [field, JSON.parse(row[field] as string) as object]),
        ),
      })
    case 'project': {
      const client = row['client_id'] as number | null
      if (client === null) return ok({ ...plain, type: 'internal' })
      const remote = (await readRemoteIds(db, 'client', [client])).get(client)
      return remote === undefined
        ? fail('conflict', 'Its client isn’t on the service yet. Match or create the client first')
        : ok({ ...plain, client_id: remote })
    }
  }
}

/** The fields of the requests that are columns as they are. */
const sentFields: {
  readonly project: Record<Exclude<keyof ProjectCreate, 'client_id'>, true>
  readonly client: Record<Exclude<keyof ClientCreate, 'contact' | 'address' | 'postal'>, true>
  readonly task: Record<keyof TaskCreate, true>
  readonly charge: Record<keyof ChargeCreate, true>
} = {
  project: {
    name: true,
    code: true,
    description: true,
    status: true,
    type: true,
    currency: true,
    increment: true,
    budget: true,
    budget_type: true,
    start_date: true,
    end_date: true,
    rate: true,
  },
  client: { name: true, code: true, phone: true, fax: true },
  task: { name: true },
  charge: { name: true, charge: true, unit: true, currency: true },
}
