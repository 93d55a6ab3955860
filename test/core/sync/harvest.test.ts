import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Trx } from '#core/store/database/db.ts'
import {
  createReferenceUpserter,
  OutdatedReferences,
  type ReferenceUpserter,
} from '#core/store/sync/upsert-references.ts'
import type { Store } from '#core/store/open/open-store.ts'
import { readProject } from '#core/store/resources/projects.ts'
import { findLocalId } from '#core/store/sync/sync-records.ts'
import { projectWire } from '#shared/resources/project.ts'
import { organisation, testStore } from '../../support/store.ts'

let store: Store

beforeEach(async () => {
  store = await testStore()
})

afterEach(() => store.close())

const harvest = <T>(take: (harvest: ReferenceUpserter, trx: Trx) => Promise<T>): Promise<T> =>
  store.db.transaction().execute((trx) => take(createReferenceUpserter(trx, organisation), trx))

const project = (wire: object) => harvest((h) => h.project(projectWire.parse(wire)))
const read = (local: number) => readProject(store.db, organisation, local)

const full = {
  id: 7,
  name: 'Website',
  code: 'WEB',
  status: 'incomplete',
  type: 'client',
  description: 'All of it',
  currency: 'NZD',
  increment: 6,
  budget: null,
  budget_type: null,
  start_date: '2026-01-01',
  end_date: null,
  created_at: '2026-01-01 10:00:00',
  updated_at: '2026-02-01 10:00:00',
  deleted: false,
  client: { id: 3, name: 'Fernwood', code: 'FRN' },
}

describe('upserting the project of a record', () => {
  it('inserts it once, with its client, under the service’s ids', async () => {
    const local = await project(full)
    expect(await project(full)).toBe(local)
    expect(await read(local)).toMatchObject({
      name: 'Website',
      increment: 6,
      description: 'All of it',
      client: { name: 'Fernwood', code: 'FRN' },
    })
    expect(await findLocalId(store.db, 'project', 7)).toBe(local)
    expect(await findLocalId(store.db, 'client', 3)).toBeDefined()
  })

  it('keeps one on this computer whose id the service has given to another one', async () => {
    const local = await project(full)
    const dates = { created_at: '2026-03-01 10:00:00', updated_at: '2026-03-01 10:00:00' }
    const other = await project({ ...full, ...dates, name: 'Bakery', code: 'BAK' })
    expect(other).not.toBe(local)
    expect(await read(local)).toMatchObject({ name: 'Website', code: 'WEB' })
    expect(await read(other)).toMatchObject({ name: 'Bakery', code: 'BAK' })
    expect(await findLocalId(store.db, 'project', 7)).toBe(other)
  })

  it.each([
    ['was renamed', { name: 'Website 2', updated_at: '2026-03-01 10:00:00' }],
    ['has another date', { created_at: '2026-03-01 10:00:00', updated_at: '2026-03-01 10:00:00' }],
  ])('knows one that %s', async (_what, change) => {
    const local = await project(full)
    expect(await project({ ...full, ...change })).toBe(local)
    expect(await read(local)).toMatchObject(change)
  })

  it('takes another name without a date only where the lists were read', async () => {
    const local = await project(full)
    const short = projectWire.parse({ id: 7, name: 'Bakery' })
    const checked = store.db
      .transaction()
      .execute((trx) =>
        createReferenceUpserter(trx, organisation, { checksNames: true }).project(short),
      )
    await expect(checked).rejects.toThrow(OutdatedReferences)
    expect(await read(local)).toMatchObject({ name: 'Website' })
    expect(await project({ id: 7, name: 'Bakery' })).toBe(local)
    expect(await read(local)).toMatchObject({ name: 'Bakery' })
  })

  it('keeps the fields that a shorter record leaves out', async () => {
    const local = await project(full)
    await project({ id: 7, name: 'Website 2', client: { id: 3 } })
    expect(await read(local)).toMatchObject({
      name: 'Website 2',
      code: 'WEB',
      increment: 6,
      currency: 'NZD',
      client: { name: 'Fernwood' },
    })
  })

  it('ignores a record that is older than the current row', async () => {
    const local = await project(full)
    await project({ ...full, name: 'Old name', updated_at: '2026-01-15 10:00:00' })
    expect(await read(local)).toMatchObject({ name: 'Website' })
    await project({ ...full, name: 'New name', updated_at: '2026-03-01 10:00:00' })
    expect(await read(local)).toMatchObject({ name: 'New name' })
  })

  it('inserts a placeholder for an id alone, and fills it later', async () => {
    const local = await project({ id: 7 })
    expect(await read(local)).toMatchObject({ name: '', client: null })
    expect(await project(full)).toBe(local)
    expect(await read(local)).toMatchObject({ name: 'Website', increment: 6 })
  })

  it('clears the client when the service says that there is none', async () => {
    const local = await project(full)
    await project({ id: 7, client: null })
    expect(await read(local)).toMatchObject({ client: null })
  })

  it('takes the increment from an entry only until the project itself was read', async () => {
    const hint = { increment: 30, rate: 100, currency: 'EUR' }
    const mention = projectWire.parse({ id: 7, name: 'Website' })
    const local = await harvest((h) => h.project(mention, hint))
    expect(await read(local)).toMatchObject({ increment: 30, rate: 100, currency: 'EUR' })
    await harvest((h) => h.project(mention, { ...hint, increment: 45 }))
    expect(await read(local)).toMatchObject({ increment: 30 })
    await project(full)
    await harvest((h) => h.project(mention, hint))
    expect(await read(local)).toMatchObject({ increment: 6, currency: 'NZD' })
  })

  it('reports what changed, and nothing when nothing did', async () => {
    const local = await project(full)
    const again = await harvest(async (h) => {
      await h.project(projectWire.parse(full))
      return [...h.changed.project]
    })
    expect(again).toEqual([])
    const renamed = await harvest(async (h) => {
      await h.project(projectWire.parse({ id: 7, name: 'Renamed' }))
      return [...h.changed.project]
    })
    expect(renamed).toEqual([local])
  })
})
