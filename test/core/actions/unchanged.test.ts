/** An edit that changes nothing leaves no change in the history, so that undo skips it. */
import { beforeEach, expect, it } from 'vitest'
import { createCategory, updateCategoryEntry } from '#core/actions/categories.ts'
import { createExpense, updateExpenses } from '#core/actions/expenses.ts'
import { addReference, changeReference } from '#core/actions/references.ts'
import { createTime, updateTimes } from '#core/actions/times.ts'
import { editTimer, startTimer } from '#core/timer/timer-actions.ts'
import { type Result, unwrap } from '#shared/errors.ts'
import { expenseDesk, type ExpenseDesk } from './desk.ts'

let desk: ExpenseDesk
beforeEach(async () => {
  desk = await expenseDesk()
  return () => desk.store.close()
})

const changes = () => desk.db.selectFrom('change').select('summary').orderBy('id').execute()
const entry = () => ({
  ...{ project: desk.web, task: desk.design, date: '2026-11-19', start: 540, quantity: 4 },
  notes: 'Hero',
})
const expense = () => ({
  ...{ project: desk.web, date: '2026-11-19', name: 'Courier', unit_charge: 2_400 },
  chargeable: true,
})

/** Adds a record and returns an edit of it: to the same values, or to a different name. */
const kinds: Record<string, () => Promise<(name: string) => Promise<Result<unknown>>>> = {
  async time() {
    const local = unwrap(await createTime(desk, entry()))
    return (notes: string) => updateTimes(desk, [{ local }], { ...entry(), notes })
  },
  async expense() {
    const local = unwrap(await createExpense(desk, { ...expense(), name: 'Hero' }))
    return (name: string) => updateExpenses(desk, [{ local }], { ...expense(), name })
  },
  async category() {
    const local = unwrap(await createCategory(desk, { name: 'Hero', tasks: [desk.design] }))
    return (name: string) => updateCategoryEntry(desk, local, { name, tasks: [desk.design] })
  },
  async client() {
    const contact = {
      name: 'Ana',
      email: 'ana@example.com',
      phone: null,
      mobile: null,
      primary: true,
    }
    const local = unwrap(await addReference(desk, 'client', { name: 'Hero', contact }))
    return (name: string) => changeReference(desk, 'client', local, { name, contact })
  },
  async timer() {
    unwrap(await startTimer(desk, entry()))
    return (notes: string) => editTimer(desk, { project: desk.web, notes })
  },
}

it.each(Object.entries(kinds))('an edit of a %s to the same values', async (_, add) => {
  const edit = await add()
  const before = await changes()
  unwrap(await edit('Hero'))
  expect(await changes()).toEqual(before)
  unwrap(await edit('Footer'))
  expect(await changes()).toHaveLength(before.length + 1)
})

it('counts only the records that an edit of several changes', async () => {
  const times = []
  for (const project of [desk.web, desk.app, desk.app]) {
    times.push({ local: unwrap(await createTime(desk, { ...entry(), project })) })
  }
  expect(unwrap(await updateTimes(desk, times, { project: desk.web }))).toBe(2)
  expect(unwrap(await updateTimes(desk, times, { project: desk.web }))).toBe(0)
  expect((await changes()).at(-1)).toEqual({ summary: 'Changed 2 entries' })

  const expenses = [{ local: unwrap(await createExpense(desk, expense())) }]
  expect(unwrap(await updateExpenses(desk, expenses, { name: 'Courier' }))).toBe(0)
})
