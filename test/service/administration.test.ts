import { afterEach, beforeEach, expect, it } from 'vitest'
import { openAdministration, type Administration } from '#service/index.ts'
import { unwrap } from '#shared/errors.ts'
import { makeDatabase, type TestDatabase } from './database.ts'

let database: TestDatabase
let administration: Administration

beforeEach(async () => {
  database = await makeDatabase()
  administration = unwrap(await openAdministration(database.name, { now: () => 0 }))
  unwrap(await administration.addOrganisation({ name: 'Here' }))
})
afterEach(async () => {
  await administration.close()
  await database.remove()
})

const mara = { organisation: 'Here', name: 'Mara', email: 'mara@example.org' }

it('adds an organisation, its users and their tokens', async () => {
  unwrap(await administration.addUser({ ...mara, owner: true }))
  const first = unwrap(await administration.issueToken({ email: mara.email }))
  const second = unwrap(await administration.issueToken({ email: mara.email }))
  expect(first.token).toMatch(/^stint_[\w-]{43}$/)
  expect(second.token).not.toBe(first.token)
})

it('refuses an organisation or a user that already exists', async () => {
  unwrap(await administration.addUser(mara))
  const code = 'conflict'
  expect(await administration.addOrganisation({ name: ' Here ' })).toMatchObject({
    error: { code },
  })
  expect(await administration.addUser({ ...mara, name: 'Other' })).toMatchObject({
    error: { code },
  })
})

it('names the field that needs another value, and what does not exist', async () => {
  const { addUser, addOrganisation, issueToken, setRate } = administration
  const fields = (name: string) => ({
    error: { code: 'validation', fields: { [name]: [expect.any(String)] } },
  })
  expect(await addOrganisation({ name: ' ' })).toMatchObject(fields('name'))
  expect(await addUser({ ...mara, name: '' })).toMatchObject(fields('name'))
  expect(await addUser({ ...mara, email: 'mara' })).toMatchObject(fields('email'))
  const nobody = { error: { code: 'not-found' } }
  expect(await addUser({ ...mara, organisation: 'There' })).toMatchObject(nobody)
  expect(await issueToken({ email: 'x@example.org' })).toMatchObject(nobody)
  const rate = { organisation: 'Here', from: 'EUR', to: 'NZD', value: '1.82' }
  expect(await setRate({ ...rate, from: 'euro' })).toMatchObject(fields('from'))
  expect(await setRate({ ...rate, to: 'EUR' })).toMatchObject(fields('to'))
  expect(await setRate({ ...rate, value: '0.0' })).toMatchObject(fields('value'))
  expect(await setRate({ ...rate, value: '-1' })).toMatchObject(fields('value'))
})

it('sets a rate, and changes it', async () => {
  const rate = { organisation: 'Here', from: 'EUR', to: 'NZD', value: '1.82' }
  const first = unwrap(await administration.setRate(rate))
  expect(unwrap(await administration.setRate({ ...rate, value: '1.9' }))).toEqual(first)
})

it('uses the only organisation, and asks which where there are several', async () => {
  const { organisation: _, ...user } = mara
  unwrap(await administration.addUser(user))
  const rate = { from: 'EUR', to: 'NZD', value: '1.82' }
  unwrap(await administration.setRate(rate))
  unwrap(await administration.addOrganisation({ name: 'There' }))
  const told = [expect.any(String)]
  const which = {
    error: { code: 'validation', fields: { organization: told, organisation: told } },
  }
  expect(await administration.setRate(rate)).toMatchObject(which)
  expect(await administration.addUser({ ...user, email: 'other@example.org' })).toMatchObject(which)
})
