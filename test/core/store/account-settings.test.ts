import { afterEach, beforeEach, expect, it } from 'vitest'
import { accountDefaults, accountSettings } from '#shared/ipc/settings.ts'
import { readAccountSettings, writeAccountSettings } from '#core/store/account/account-settings.ts'
import type { Db, Store } from '#core/store/open/open-store.ts'
import { writeSetting } from '#core/store/account/settings.ts'
import { testStore } from '../../support/store.ts'

let store: Store
let db: Db
beforeEach(async () => {
  store = await testStore(['model', 'client'])
  db = store.db
})
afterEach(() => store.close())

const read = async () => (await readAccountSettings(db, true)).projectHues

it('keeps the hues that were chosen, by local ids, and none at first', async () => {
  expect(await read()).toEqual({})
  const set = { projectHues: { '3': 'rose', '12': 'steel' } } as const
  await db.transaction().execute((trx) => writeAccountSettings(trx, set))
  expect(await read()).toEqual(set.projectHues)
  await db.transaction().execute((trx) => writeAccountSettings(trx, { projectHues: {} }))
  expect(await read()).toEqual({})
})

it('falls back to the hues of the codes where the stored ones cannot be understood', async () => {
  await db.transaction().execute((trx) => writeSetting(trx, 'projectHues', { '3': 'mauve' }))
  expect(await read()).toEqual(accountDefaults.projectHues)
})

it('takes eight hues and local ids, nothing else', () => {
  const takes = (projectHues: unknown) =>
    accountSettings.shape.projectHues.safeParse(projectHues).success
  expect(takes({ 1: 'blue' })).toBe(true)
  expect([{ 1: 'mauve' }, { WEB: 'blue' }, { 0: 'blue' }, null].map(takes)).not.toContain(true)
})
