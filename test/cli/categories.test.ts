import { describe, expect, it } from 'vitest'
import type { Category, CategorySummary } from '#shared/resources/category.ts'
import type { Page } from '#shared/resources/page.ts'
import { onAnyDay } from '../support/test-day.ts'
import { commandLine } from './run.ts'

onAnyDay()

const { home, run, json } = commandLine({ isQuick: true })

interface Failed {
  error: { code: string; message: string; fields?: Record<string, string[]> }
}

/** A data folder with two tasks and a charge, all local. */
async function prepared(): Promise<string> {
  const folder = home()
  for (const name of ['Design', 'Call']) await json(folder, ['tasks', 'add', '--name', name])
  await json(folder, ['charges', 'add', '--name', 'Mileage', '--charge', '104'])
  return folder
}

const print = ['categories', 'add', '--name', 'Print', '--tasks', '2,1', '--charges', '1']

describe('stint categories', () => {
  it('adds, shows and changes one, a list replacing the current one', async () => {
    const folder = await prepared()
    const { code, value } = await json<Category>(folder, print)
    expect(code).toBe(0)
    expect(value).toMatchObject({
      local: 1,
      id: null,
      state: 'held',
      name: 'Print',
      tasks: [1, 2],
      charges: [1],
      projects: [],
      tasks_count: 2,
      deleted: false,
    })
    expect((await json(folder, ['categories', 'show', '1'])).value).toEqual(value)
    const changed = await json<Category>(folder, [
      ...['categories', 'update', '1', '--name', 'Prints', '--tasks', '2', '--charges', 'none'],
    ])
    expect(changed.value).toMatchObject({ name: 'Prints', tasks: [2], charges: [] })
  })

  it('lists in the API’s envelope, and the archives separately', async () => {
    const folder = await prepared()
    await json(folder, print)
    await json(folder, ['categories', 'add', '--name', 'Archive me'])
    await json(folder, ['categories', 'delete', '2'])
    const list = async (...args: string[]) =>
      (await json<Page<CategorySummary>>(folder, ['categories', 'list', ...args])).value
    expect(await list('--sort-key', 'name', '--sort-asc', '0')).toMatchObject({
      path: '/api/v1/categories',
      total: 1,
      data: [{ local: 1, name: 'Print', tasks_count: 2, charges_count: 1, deleted_at: null }],
    })
    expect(await list('--query', 'mileage')).toMatchObject({ total: 1 })
    expect(await list('--archived')).toMatchObject({ data: [{ local: 2, deleted: true }] })
  })

  it('archives and restores, and names the conflict of a taken name', async () => {
    const folder = await prepared()
    await json(folder, print)
    expect((await json<Category>(folder, ['categories', 'delete', '1'])).value.deleted).toBe(true)
    const again = await run(folder, ['categories', 'add', '--name', 'print'])
    expect(again.code).toBe(0)
    expect(again.stderr).toContain('an archived category with this name: 1')
    expect(await json<Failed>(folder, ['categories', 'restore', '1'])).toMatchObject({
      code: 1,
      value: { error: { code: 'validation', fields: { name: [expect.any(String)] } } },
    })
    await json(folder, ['categories', 'update', '2', '--name', 'Prints'])
    expect((await json<Category>(folder, ['categories', 'restore', '1'])).value).toMatchObject({
      deleted: false,
      tasks: [1, 2],
    })
  })

  it.each<[string, string[], string]>([
    ['a name that is taken', ['--name', 'PRINT'], 'name'],
    ['no name', ['--tasks', '1'], 'name'],
    ['a task that is not here', ['--name', 'Web', '--tasks', '1,9'], 'tasks.1'],
    ['ids that are none', ['--name', 'Web', '--charges', 'Mileage'], 'charges'],
  ])('refuses %s, naming the field', async (_, args, field) => {
    const folder = await prepared()
    await json(folder, print)
    const { code, value } = await json<Failed>(folder, ['categories', 'add', ...args])
    expect(code).toBe(1)
    expect(Object.keys(value.error.fields ?? {})).toEqual([field])
  })

  it('prints a table for people', async () => {
    const folder = await prepared()
    expect((await run(folder, ['categories', 'list'])).stdout).toContain('No categories')
    await json(folder, print)
    const [titles, row] = (await run(folder, ['categories', 'list'])).stdout.split('\n')
    expect(titles).toMatch(/^ID {2}Name {3}Tasks {2}Items/)
    expect(row).toMatch(/^ 1 {2}Print {6}2 {6}1$/)
  })
})
