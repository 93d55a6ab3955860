import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  insertCharge,
  listCharges,
  readCharge,
  updateCharge,
} from '#core/store/resources/charges.ts'
import {
  insertClient,
  listClients,
  readClient,
  updateClient,
} from '#core/store/resources/clients.ts'
import { openStore, type Store } from '#core/store/open/open-store.ts'
import {
  insertProject,
  listProjects,
  readProject,
  updateProject,
} from '#core/store/resources/projects.ts'
import { insertTask, listTasks, readTask, updateTask } from '#core/store/resources/tasks.ts'
import { insertUser, listUsers, readUser, updateUser } from '#core/store/resources/users.ts'
import { unwrap } from '#shared/errors.ts'

let store: Store
const organisation = 1

beforeEach(async () => {
  store = unwrap(
    await openStore({ file: ':memory:', groups: ['model', 'client', 'service'], now: 0 }),
  )
  await store.db
    .insertInto('organisation')
    .values([
      { id: organisation, name: 'Here' },
      { id: 2, name: 'There' },
    ])
    .execute()
})
afterEach(() => store.close())

type Trx = Parameters<typeof insertTask>[0]
const inOne = <Value>(work: (trx: Trx) => Promise<Value>) =>
  store.db.transaction().execute((trx) => work(trx))

it('gives a record its id as tie, unless another is handed in', async () => {
  const own = await inOne((trx) => insertTask(trx, { organisation_id: organisation, name: 'A' }))
  const given = await inOne((trx) =>
    insertTask(trx, { organisation_id: organisation, name: 'B', tie: 77 }),
  )
  const ties = await store.db.selectFrom('task').select(['id', 'tie']).orderBy('id').execute()
  expect(ties).toEqual([
    { id: own, tie: own },
    { id: given, tie: 77 },
  ])
})

it('orders by name without regard to case, equal names by tie, and turns round as a whole', async () => {
  for (const [name, tie] of [
    ['beta', 5],
    ['Alpha', 9],
    ['ALPHA', 3],
    ['Ångström', 4],
  ] as const) {
    await inOne((trx) => insertTask(trx, { organisation_id: organisation, name, tie }))
  }
  const names = async (sortAsc: boolean) =>
    (await listTasks(store.db, organisation, { sortKey: 'name', sortAsc })).data.map(
      (task) => task.name,
    )
  expect(await names(true)).toEqual(['ALPHA', 'Alpha', 'beta', 'Ångström'])
  expect(await names(false)).toEqual(['Ångström', 'beta', 'Alpha', 'ALPHA'])
})

it('keeps deleted records out of a list unless they are asked for, and reads them alone', async () => {
  const id = await inOne((trx) =>
    insertCharge(trx, { organisation_id: organisation, name: 'Mileage', charge: 82, unit: 'km' }),
  )
  await inOne((trx) => updateCharge(trx, id, { deleted: true }))
  expect((await listCharges(store.db, organisation, {})).total).toBe(0)
  expect((await listCharges(store.db, organisation, { deleted: true })).total).toBe(1)
  expect(await readCharge(store.db, organisation, id)).toMatchObject({ charge: 82, deleted: true })
})

it('finds a project by its own name and code and by those of its client', async () => {
  const client = await inOne((trx) =>
    insertClient(trx, { organisation_id: organisation, name: 'Kahu Bakery', code: 'KAHU' }),
  )
  const project = await inOne((trx) =>
    insertProject(trx, {
      organisation_id: organisation,
      name: 'Website',
      code: 'WEB',
      client_id: client,
    }),
  )
  const found = async (query: string) =>
    (await listProjects(store.db, organisation, { query })).data.map(({ id }) => id)
  expect(await found('webs')).toEqual([project])
  expect(await found('kahu web')).toEqual([project])
  expect(await found('bakery')).toEqual([project])
  expect(await found('nothing')).toEqual([])
})

it('follows a change of name or code with the keys of order and search', async () => {
  const id = await inOne((trx) =>
    insertProject(trx, { organisation_id: organisation, name: 'Website', code: 'WEB' }),
  )
  await inOne((trx) => updateProject(trx, id, { name: 'Shop' }))
  const found = async (query: string) =>
    (await listProjects(store.db, organisation, { query })).total
  expect(await found('shop')).toBe(1)
  expect(await found('website')).toBe(0)
  expect(await found('web')).toBe(1)
  await inOne((trx) => updateProject(trx, id, {}))
  expect(await readProject(store.db, organisation, id)).toMatchObject({ name: 'Shop', code: 'WEB' })
})

it('keeps a client’s contact and both addresses', async () => {
  const address = {
    street: '12 Quay Street',
    street_2: null,
    suburb: null,
    city: 'Auckland',
    state: null,
    postal: '1010',
    country: 'New Zealand',
  }
  const contact = {
    id: 4,
    name: 'Mere',
    email: 'mere@example.org',
    phone: null,
    mobile: null,
    primary: true,
  }
  const id = await inOne((trx) =>
    insertClient(trx, { organisation_id: organisation, name: 'Kahu', contact, address }),
  )
  await inOne((trx) => updateClient(trx, id, { postal: address, address: null }))
  expect(await readClient(store.db, organisation, id)).toMatchObject({
    contact,
    address: null,
    postal: address,
  })
  expect((await listClients(store.db, organisation, { sortKey: 'code' })).data[0]?.name).toBe(
    'Kahu',
  )
})

it('does not find a user by the e-mail address', async () => {
  const id = await inOne((trx) =>
    insertUser(trx, { organisation_id: organisation, name: 'Aroha Ngata', email: 'a@example.org' }),
  )
  await inOne((trx) => updateUser(trx, id, { owner: true }))
  expect((await listUsers(store.db, organisation, { query: 'example' })).total).toBe(0)
  expect((await listUsers(store.db, organisation, { query: 'aro ng' })).total).toBe(1)
  expect(await readUser(store.db, organisation, id)).toMatchObject({ owner: true, current: true })
})

it('returns nothing of another organisation', async () => {
  const id = await inOne((trx) => insertTask(trx, { organisation_id: 2, name: 'Secret' }))
  await inOne((trx) => updateTask(trx, id, { name: 'Very secret' }))
  expect(await readTask(store.db, organisation, id)).toBeUndefined()
  expect((await listTasks(store.db, organisation, {})).total).toBe(0)
  expect((await listTasks(store.db, organisation, { query: 'secret' })).total).toBe(0)
})
