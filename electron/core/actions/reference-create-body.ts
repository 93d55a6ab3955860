/** Builds the request that creates a local record on the service (capability `reference`). */
import { fail, ok, type Result } from '#shared/errors.ts'
import { nounOf } from '#shared/rules/record-nouns.ts'
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
  if (!row || row.deleted === 1) return fail('not-found', `Can’t find ${nounOf(kind)} ${local}`)
  const plain = Object.fromEntries(
    sentFields[kind].filter((field) => row[field] !== null).map((field) => [field, row[field]]),
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

const sentFields: Record<ReferenceKind, readonly string[]> = {
  project: [
    'name',
    'code',
    'description',
    'status',
    'type',
    'currency',
    'increment',
    'budget',
    'budget_type',
    'start_date',
    'end_date',
    'rate',
  ],
  client: ['name', 'code', 'phone', 'fax'],
  task: ['name'],
  charge: ['name', 'charge', 'unit', 'currency'],
}
