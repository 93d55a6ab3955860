/** Filters of `stint report`, `stint export`, and lists, as people and scripts write them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NamedCondition, Report } from '#shared/ipc/reports.ts'
import type { SavedReport, SavedReportView } from '#shared/ipc/saved-reports.ts'
import { unwrap } from '#shared/errors.ts'
import { normalFilter, type Condition, type EntryFilter } from '#shared/rules/entry-filter.ts'
import { createCore } from '#core/core.ts'
import { quietPorts } from '../support/account.ts'
import { runHere } from '../support/program.ts'
import { playAt } from '../support/test-day.ts'
import { commandLine } from './run.ts'

playAt('2026-11-19T15:20[UTC]')

const { home, run } = commandLine()
const range = ['--from', '2026-11-01', '--to', '2026-11-30']

interface Failed {
  error: { code: string; message: string }
}

/** Two clients, three projects, three tasks, one category, six entries, and two expenses. */
async function worked(): Promise<string> {
  const folder = home()
  const made = async (...args: string[]) => {
    const { code, json } = await runHere(args, folder)
    expect({ code, json }).toMatchObject({ code: 0 })
  }
  await made('clients', 'add', '--name', 'Acme Ltd', '--code', 'ACM')
  await made('clients', 'add', '--name', 'Zürich AG')
  await made('projects', 'add', '--name', 'Webshop', '--code', 'WEB', '--client-id', '1')
  await made('projects', 'add', '--name', 'Move', '--code', 'ONE', '--client-id', '2')
  await made('projects', 'add', '--name', 'Move', '--code', 'TWO')
  for (const name of ['Design', 'Call', 'Plan']) await made('tasks', 'add', '--name', name)
  await made('categories', 'add', '--name', 'Talking', '--tasks', '2')
  const entry = (project: string, task: string, notes?: string) =>
    made(
      ...['times', 'add', '--date', '2026-11-03', '--start', '9:00', '--duration', '1h'],
      ...['--project-id', project, '--task-id', task, ...(notes ? ['--notes', notes] : [])],
    )
  await entry('1', '1', 'Draft of the logo')
  await entry('1', '2')
  await entry('2', '1', 'Logo')
  await entry('3', '2', 'With Ada')
  await entry('none', 'none')
  await entry('1', 'none', 'Draft')
  await made('expenses', 'add', '--project-id', '1', '--name', 'Logo', '--unit-charge', '500')
  await made('expenses', 'add', '--name', 'Train', '--unit-charge', '900')
  return folder
}

async function report(folder: string, ...flags: string[]): Promise<Report> {
  const { code, json } = await runHere(['report', ...range, ...flags], folder)
  expect({ flags, code, json }).toMatchObject({ code: 0 })
  return json as Report
}

interface Listed {
  data: { notes: string | null; name: string }[]
  total: number
  next_page_url: string | null
}

async function listed(folder: string, what: string, ...flags: string[]): Promise<Listed> {
  const { code, json } = await runHere([what, 'list', ...flags], folder)
  expect({ flags, code, json }).toMatchObject({ code: 0 })
  return json as Listed
}

describe('a filter in flags', () => {
  it('takes codes, names, ids, and none, any of them where a flag is repeated', async () => {
    const folder = await worked()
    const fits = async (...flags: string[]) => (await report(folder, ...flags)).counted.times
    expect(await fits()).toBe(6)
    expect(await fits('--client', 'acm')).toBe(3)
    expect(await fits('--client', 'ACME LTD', '--client', 'none')).toBe(5)
    expect(await fits('--not-client', '1')).toBe(3)
    expect(await fits('--project', 'WEB', '--task', 'design')).toBe(1)
    expect(await fits('--not-task', 'none')).toBe(4)
    expect(await fits('--category', 'talking')).toBe(2)
    expect(await fits('--status', 'incomplete', '--not-project', 'web')).toBe(2)
    expect(await fits('--query', 'logo')).toBe(2)
    expect(await fits('--query', 'logo', '--not-query', 'draft')).toBe(1)
    expect(await fits('--with-notes', '--client', 'acm')).toBe(2)
    expect(await fits('--without-notes')).toBe(2)
  })

  it('pages and sorts a list, whose JSON has the form that it always has', async () => {
    const folder = await worked()
    const flags = ['--client', 'acm', '--client', 'none', '--sort-key', 'project.name']
    const all = await listed(folder, 'times', ...flags)
    expect(all.data.map(({ notes }) => notes)).toEqual([
      ...[null, 'With Ada'],
      ...['Draft of the logo', null, 'Draft'],
    ])
    const page = await listed(folder, 'times', ...flags, '--page', '2', '--limit', '2')
    expect(page).toMatchObject({ from: 3, to: 4, last_page: 3, total: 5 })
    expect(page.data).toEqual(all.data.slice(2, 4))
    expect(page.next_page_url).toBe(
      '/api/v1/times?sortKey=project.name&limit=2&filter=client%3A1%2Cnone&page=3',
    )
    expect(Object.keys(page)).toEqual(Object.keys(await listed(folder, 'times')))
    const day = ['--date', '2026-11-03', '--with-notes', '--query', 'logo', '--query', 'draft']
    expect((await listed(folder, 'times', ...day)).total).toBe(1)
    expect((await listed(folder, 'times', '--query', ' ')).total).toBe(6)
  })

  it('leaves expenses of a client or a category, and none of a task, which they do not have', async () => {
    const folder = await worked()
    const names = async (...flags: string[]) =>
      (await listed(folder, 'expenses', ...flags)).data.map(({ name }) => name)
    expect(await names()).toEqual(['Train', 'Logo'])
    expect(await names('--client', 'acm')).toEqual(['Logo'])
    expect(await names('--not-project', 'web', '--without-notes')).toEqual(['Train'])
    expect(await names('--not-query', 'train')).toEqual(['Logo'])
    expect(await names('--not-task', 'call')).toEqual([])
    const { stdout } = await run(folder, ['expenses', 'list', '--task', 'none'])
    expect(stdout).toBe('Expenses have no task, so none fit\n')
  })

  it('leaves for a client what is billable, of one client', async () => {
    const folder = await worked()
    const { code, json } = await runHere(['report', ...range, '--for', 'client'], folder)
    expect({ code, json }).toMatchObject({ code: 1, json: { error: { code: 'conflict' } } })
    const acme = await report(folder, '--for', 'client', '--client', 'acm', '--by', 'task')
    expect(acme).toMatchObject({ client: { code: 'ACM' }, counted: { times: 3, of: 3 } })
    const shown = await run(folder, ['report', ...range, '--for', 'client', '--client', 'acm'])
    expect(shown.stdout).toMatch(/^2026-11-01 to 2026-11-30, ACM Acme Ltd\n/)
    const file = ['export', 'times', '--format', 'csv', '--client', 'acm', '--for', 'client']
    expect((await run(folder, file)).stdout).toMatch(/,Task,Notes,Hours\r\n/)
    const internal = [...file.slice(0, -2), '--show-values']
    expect(await run(folder, internal)).toMatchObject({ code: 2 })
  })

  it('is in the JSON of a report, with names, and with how many entries fit', async () => {
    const folder = await worked()
    const { filter, counted, rows, then } = await report(
      folder,
      ...['--by', 'client', '--then', 'task', '--client', 'Acme Ltd', '--not-query', ' draft '],
    )
    expect(filter).toEqual([
      { kind: 'client', of: [1], names: ['Acme Ltd'] },
      { kind: 'words', not: true, text: 'draft' },
    ])
    expect(counted).toEqual({ times: 1, of: 6 })
    expect(then).toBe('task')
    expect(
      rows.map(({ name, rows }) => [name, rows!.map((row) => [row.name, row.minutes])]),
    ).toEqual([
      [
        'Acme Ltd',
        [
          ['Call', 60],
          [null, 0],
        ],
      ],
    ])
    const { stdout } = await run(folder, ['report', ...range, '--client', 'acm', '--task', 'call'])
    expect(stdout).toContain('Client Acme Ltd · Task Call: 1 of 6 entries\n')
    expect(stdout).toContain('Expenses have no task, so they aren’t counted')
  })

  it.each([
    [['--client', 'Acme'], '“Acme” isn’t a client here. Near it: Acme Ltd'],
    [['--not-task', 'Qi'], '“Qi” isn’t a task here'],
    [['--status', 'done'], '“done” isn’t a status here'],
    [
      ['--project', 'move'],
      '“move” could be ONE Move (ID 2) or TWO Move (ID 3). Use a code or an ID',
    ],
    [['--with-notes', '--without-notes'], 'Use either --with-notes or --without-notes'],
  ])('is refused for %j, with 2', async (flags, message) => {
    const folder = await worked()
    for (const command of [
      ['report'],
      ['export', 'times', '--format', 'json'],
      ['times', 'list'],
      ['expenses', 'list'],
    ]) {
      const { code, json } = await runHere([...command, ...flags], folder)
      expect(code).toBe(2)
      expect((json as Failed).error).toMatchObject({ code: 'usage', message })
    }
  })

  it('without words is refused, not taken for everything', async () => {
    const folder = await worked()
    const { code, json } = await runHere(['report', '--query', ' '], folder)
    expect(code).toBe(1)
    expect((json as Failed).error).toMatchObject({ fields: { filter: ['Enter text'] } })
  })

  it('is read as it was meant, and means the same for a report, an export, and a list', async () => {
    const folder = await worked()
    const id = fc.option(fc.constantFrom(1, 2))
    const not = fc.constantFrom(undefined, true as const)
    const condition: fc.Arbitrary<Condition> = fc.oneof(
      fc.record({
        kind: fc.constantFrom('client', 'project', 'task'),
        not,
        of: fc.array(id, { minLength: 1, maxLength: 3 }),
      }),
      fc.record({ kind: fc.constant('category' as const), not, of: fc.constant([1, null]) }),
      fc.record({
        kind: fc.constant('words' as const),
        not,
        text: fc.constantFrom('logo', 'draft', 'acme o'),
      }),
      fc.record({ kind: fc.constant('notes' as const), is: fc.boolean() }),
    )
    // One condition of a kind and sign: flags that are repeated mean any of them.
    const filters = fc.uniqueArray(condition, {
      maxLength: 3,
      selector: (one) => `${one.kind} ${'not' in one && one.not === true}`,
    })
    const by = fc.constantFrom('client', 'task', 'day', 'month', 'person')
    await fc.assert(
      fc.asyncProperty(filters, by, async (filter, by) => {
        const flags = flagsOf(filter)
        const made = await report(folder, ...flags, '--by', by)
        expect(made.filter.map(withoutNames)).toEqual(normalFilter(filter))
        const { json } = await runHere(
          ['export', 'times', '--format', 'json', `${folder}/times.json`, ...flags],
          folder,
        )
        expect(json).toMatchObject({ rows: made.total.entries })
        const { total } = await report(folder, ...flags)
        expect(made.total).toEqual(total)
        expect(await listed(folder, 'times', ...flags)).toMatchObject({
          total: total.entries,
        })
      }),
      { numRuns: 60, endOnFailure: true },
    )
  })
})

function flagsOf(filter: EntryFilter): string[] {
  return filter.flatMap((condition) => {
    if ('is' in condition) return [condition.is ? '--with-notes' : '--without-notes']
    const not = condition.not === true ? 'not-' : ''
    if (condition.kind === 'words') return [`--${not}query`, condition.text]
    return condition.of.flatMap((value) => [`--${not}${condition.kind}`, String(value ?? 'none')])
  })
}

function withoutNames(condition: NamedCondition): Condition {
  const { names: _, ...plain } = condition
  return plain
}

describe('a saved report', () => {
  /** Saves it as the window does, which is closed again. */
  async function save(
    folder: string,
    name: string,
    view: Partial<SavedReportView>,
    more: Pick<SavedReport, 'forClient'> = {},
  ) {
    const core = await createCore(quietPorts(folder), {
      ...{ home: folder, host: 'browser', version: '0', background: false },
    })
    const all = { by: 'project', whose: 'mine', filter: [], asTables: [] } as const
    const period = { kind: 'month', back: 0 } as const
    unwrap(
      await core.call('reports.save', {
        name,
        isStarred: false,
        view: { period, ...all, ...view },
        ...more,
      }),
    )
    await core.close()
  }
  const made = async (folder: string, ...flags: string[]) => {
    const { code, json } = await runHere(['report', ...flags], folder)
    expect({ flags, code, json }).toMatchObject({ code: 0 })
    return json as Report
  }

  it('is made by its name, and flags change or narrow it', async () => {
    const folder = await worked()
    const filter: EntryFilter = [{ kind: 'words', text: 'logo' }]
    await save(folder, 'Logos', { by: 'client', then: 'task', filter })
    const saved = await made(folder, '--saved', 'logos')
    expect(saved).toMatchObject({
      ...{ from: '2026-11-01', to: '2026-11-30', by: 'client', then: 'task', filter },
      counted: { times: 2 },
    })
    expect(await made(folder, '--saved', 'Logos', '--client', 'acm')).toMatchObject({
      ...{ by: 'client', counted: { times: 1 } },
    })
    const day = await made(folder, '--saved', 'Logos', '--by', 'task', '--from', '2026-11-04')
    expect(day).toMatchObject({ from: '2026-11-04', to: '2026-11-19', by: 'task' })
    expect(day).not.toHaveProperty('then')
  })

  it('of last month is last month, and an unknown name lists those that there are', async () => {
    const folder = await worked()
    const failed = async () => {
      const { code, json } = await runHere(['report', '--saved', 'Acme'], folder)
      expect(code).toBe(2)
      return (json as Failed).error.message
    }
    expect(await failed()).toBe('There’s no saved report “Acme”')
    await save(folder, 'Last month', { period: { kind: 'month', back: 1 } })
    await save(folder, 'Fixed', {
      period: { kind: 'custom', from: '2026-11-02', to: '2026-11-03' },
    })
    expect(await failed()).toBe('There’s no saved report “Acme”. Saved: Fixed, Last month')
    const last = { from: '2026-10-01', to: '2026-10-31' }
    expect(await made(folder, '--saved', 'Last month')).toMatchObject(last)
    const fixed = { from: '2026-11-02', to: '2026-11-03' }
    expect(await made(folder, '--saved', 'Fixed')).toMatchObject(fixed)
  })

  it('is a file for whom it was the last time, unless a flag says so', async () => {
    const folder = await worked()
    const filter: EntryFilter = [{ kind: 'client', of: [1] }]
    const forClient = { values: false, people: false }
    await save(folder, 'Acme', { by: 'task', filter }, { forClient })
    const file = join(folder, 'acme.csv')
    const written = async (...flags: string[]) => {
      const args = ['export', 'report', '--saved', 'acme', '--format', 'csv', ...flags, file]
      const { code, json } = await runHere(args, folder)
      expect({ code, json }).toMatchObject({ code: 0, json: { file } })
      return readFileSync(file, 'utf8').trimEnd().split('\r\n')
    }
    const [head, ...rows] = await written()
    expect(head).toMatch(/^Task,Minutes,Hours/)
    expect(head).not.toContain('Billable')
    expect(rows).toContainEqual(expect.stringMatching(/^Design,60,1\.00/))
    const [internal] = await written('--for', 'internal', '--by', 'project')
    expect(internal).toMatch(/^Project,Minutes,Hours,.*Billable expenses/)
    const { code, json } = await runHere(['export', 'report', '--format', 'json', file], folder)
    expect({ code, json }).toMatchObject({
      ...{ code: 1, json: { error: { message: expect.stringContaining('csv, xlsx, pdf, html') } } },
    })
  })
})
