import { beforeEach, describe, expect, it } from 'vitest'
import {
  addReference,
  addReferenceByRemote,
  changeReference,
  deleteReference,
} from '#core/actions/references.ts'
import { undoChange } from '#core/actions/undo.ts'
import { createReferenceUpserter } from '#core/store/sync/upsert-references.ts'
import { readCharge } from '#core/store/resources/charges.ts'
import { readClient } from '#core/store/resources/clients.ts'
import { listProjects, readProject } from '#core/store/resources/projects.ts'
import { unwrap } from '#shared/errors.ts'
import { organisation, testContext, type TestContext } from '../../support/store.ts'
import { fieldsOf } from './desk.ts'

let context: TestContext

beforeEach(async () => {
  context = await testContext()
  return () => context.store.close()
})

const projectOf = (local: number) => readProject(context.db, organisation, local)

describe('a project of this machine', () => {
  it('keeps every field that was given, its client included', async () => {
    const client = unwrap(await addReference(context, 'client', { name: 'Harbour Books' }))
    const project = unwrap(
      await addReference(context, 'project', {
        name: 'Catalogue',
        code: 'CAT',
        client,
        increment: 6,
        currency: 'NZD',
        budget: 600,
        budget_type: 'minutes',
        rate: 9_500,
      }),
    )
    expect(await projectOf(project)).toMatchObject({
      name: 'Catalogue',
      code: 'CAT',
      increment: 6,
      currency: 'NZD',
      budget: 600,
      budget_type: 'minutes',
      rate: 9_500,
      client: { id: client, name: 'Harbour Books' },
    })
  })

  it('names every field that does not go with the others', async () => {
    const client = unwrap(await addReference(context, 'client', { name: 'Harbour Books' }))
    const made = await addReference(context, 'project', {
      name: 'Catalogue',
      type: 'internal',
      client,
      budget: 600,
    })
    expect(made).toMatchObject({
      ok: false,
      error: {
        code: 'validation',
        fields: { client_id: [expect.any(String)], budget_type: [expect.any(String)] },
      },
    })
  })

  it('names the client that does not exist, beside what else is wrong', async () => {
    const add = (over: object) => addReference(context, 'project', { name: 'Catalogue', ...over })
    expect(fieldsOf(await add({ client: 99 }))).toEqual(['client_id'])
    expect(fieldsOf(await add({ client: 99, budget: 600 }))).toEqual(['client_id', 'budget_type'])
  })

  it('changes what is named and nothing else, and undo puts it back', async () => {
    const local = unwrap(await addReference(context, 'project', { name: 'Catalogue', code: 'CAT' }))
    const before = await projectOf(local)
    unwrap(await changeReference(context, 'project', local, { name: 'Catalogue 2027' }))
    expect(await projectOf(local)).toEqual({ ...before, name: 'Catalogue 2027' })
    unwrap(await undoChange(context, undefined))
    expect(await projectOf(local)).toMatchObject({ name: 'Catalogue', code: 'CAT' })
  })

  it('leaves the list when it is deleted, stays in what names it, and comes back by undo', async () => {
    const local = unwrap(await addReference(context, 'project', { name: 'Catalogue' }))
    unwrap(await deleteReference(context, 'project', local))
    const listed = async () =>
      (await listProjects(context.db, organisation, { query: 'catalogue' })).data
    expect(await listed()).toEqual([])
    expect(await projectOf(local)).toMatchObject({ deleted: true })
    unwrap(await undoChange(context, undefined))
    expect(await listed()).toHaveLength(1)
  })
})

describe('a reference record of the service', () => {
  it('is not changed or deleted here', async () => {
    const local = await context.db.transaction().execute((trx) =>
      createReferenceUpserter(trx, organisation).task({
        id: 7,
        name: 'Review',
        updated_at: '2026-11-01 10:00:00',
      }),
    )
    for (const done of [
      await changeReference(context, 'task', local, { name: 'Mine' }),
      await deleteReference(context, 'task', local),
    ]) {
      expect(done).toMatchObject({ ok: false, error: { code: 'conflict' } })
    }
  })

  it('takes a name and an increment while only its id is known from the service', async () => {
    const local = unwrap(await addReferenceByRemote(context, 'project', 31))
    unwrap(await changeReference(context, 'project', local, { name: 'Shop', increment: 6 }))
    expect(await projectOf(local)).toMatchObject({ name: 'Shop', increment: 6 })
    await context.db.transaction().execute((trx) =>
      createReferenceUpserter(trx, organisation).project({
        id: 31,
        name: 'Web shop',
        increment: 10,
        updated_at: '2026-11-01 10:00:00',
      }),
    )
    expect(await projectOf(local)).toMatchObject({ name: 'Web shop', increment: 10 })
  })

  it('is checked only where it changes: a service may have projects of other rules', async () => {
    const local = unwrap(await addReferenceByRemote(context, 'project', 31))
    const client = unwrap(await addReference(context, 'client', { name: 'Kauri Books' }))
    const other = { type: 'internal', client_id: client, budget: 600, budget_type: null }
    await context.db.updateTable('project').set(other).where('id', '=', local).execute()
    await context.db.updateTable('client').set({ deleted: 1 }).execute()
    unwrap(await changeReference(context, 'project', local, { name: 'Shop', client }))
    expect(await projectOf(local)).toMatchObject({ name: 'Shop', client: { id: client } })
    const set = async (set: object) =>
      fieldsOf(await changeReference(context, 'project', local, set))
    expect(await set({ budget: 700 })).toEqual(['client_id', 'budget_type'])
    expect(await set({ client: null })).toEqual(['budget_type'])
  })

  it('is found again instead of being added twice', async () => {
    const first = unwrap(await addReferenceByRemote(context, 'charge', 12))
    expect(unwrap(await addReferenceByRemote(context, 'charge', 12))).toBe(first)
  })
})

describe('a client and a charge of this machine', () => {
  it('keep contact, addresses, amount and unit', async () => {
    const client = unwrap(
      await addReference(context, 'client', {
        name: 'Harbour Books',
        contact: {
          name: 'Ana',
          email: 'ana@example.com',
          phone: null,
          mobile: null,
          primary: true,
        },
      }),
    )
    expect(await readClient(context.db, organisation, client)).toMatchObject({
      contact: { id: client, name: 'Ana', email: 'ana@example.com' },
    })
    unwrap(await changeReference(context, 'client', client, { contact: null, phone: '04 555' }))
    expect(await readClient(context.db, organisation, client)).toMatchObject({
      contact: null,
      phone: '04 555',
    })

    const charge = unwrap(
      await addReference(context, 'charge', { name: 'Mileage', charge: 95, unit: 'km' }),
    )
    expect(await readCharge(context.db, organisation, charge)).toMatchObject({
      charge: 95,
      unit: 'km',
      currency: 'EUR',
    })
  })

  it('keep a contact that a change does not name', async () => {
    const client = unwrap(
      await addReference(context, 'client', {
        name: 'Harbour Books',
        contact: {
          name: 'Ana',
          email: 'ana@example.com',
          phone: null,
          mobile: null,
          primary: true,
        },
      }),
    )
    unwrap(await changeReference(context, 'client', client, { name: 'Harbour Books Ltd' }))
    expect(await readClient(context.db, organisation, client)).toMatchObject({
      name: 'Harbour Books Ltd',
      contact: { name: 'Ana' },
    })
  })
})
