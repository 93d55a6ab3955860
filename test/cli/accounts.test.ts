import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type {
  AccountSummary,
  ListedAccount,
  SyncReport,
  UnmatchedReference,
} from '#shared/ipc/call-results.ts'
import type { Category } from '#shared/resources/category.ts'
import type { Charge } from '#shared/resources/charge.ts'
import type { Page } from '#shared/resources/page.ts'
import type { Project } from '#shared/resources/project.ts'
import type { Task } from '#shared/resources/task.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import { onAnyDay } from '../support/test-day.ts'
import { commandLine } from './run.ts'

onAnyDay()

const { home, json, run, start } = commandLine({ isQuick: true })

const service = async () => {
  const running = start(home(), ['serve', '--demo', '--port', '0', '--json'])
  const { url, token } = await running.ready
  return { url: url!, env: { STINT_TOKEN: token! }, end: () => running.kill('SIGTERM') }
}

const total = async (url: string, token: string, query: string): Promise<number> => {
  const answer = await fetch(`${url}/api/v1/times?query=${query}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  return ((await answer.json()) as Page<unknown>).total
}

it('says nothing about the state of records without a service, where they wait for nothing', async () => {
  const folder = home()
  const work = ['--project-id', '1', '--task-id', '1', '--start', '540', '--duration', '1h']
  const hours = join(folder, 'hours.csv')
  writeFileSync(hours, 'Day,Hours\n2026-03-02,1:30\n')
  const columns = ['--dates', 'ymd', '--columns', 'date=Day,duration=Hours']
  const texts: string[] = []
  for (const args of [
    ['projects', 'add', '--name', 'Web'],
    ['tasks', 'add', '--name', 'Call'],
    ['projects', 'list'],
    ['times', 'add', ...work],
    ['times', 'add', '--start', '540', '--duration', '1h'],
    ['times', 'list'],
    ['times', 'delete', '1'],
    ['start', 'prices', '--ago', '5m'],
    ['stop'],
    ['expenses', 'add', '--name', 'Ferry', '--unit-charge', '500'],
    ['expenses', 'list'],
    ['categories', 'add', '--name', 'Print', '--tasks', '1'],
    ['categories', 'list'],
    ['import', hours, '--from', 'csv', ...columns],
    ['report'],
  ]) {
    const { code, stdout } = await run(folder, args)
    expect(code, args.join(' ')).toBe(0)
    texts.push(stdout)
  }
  expect(texts.join('')).not.toMatch(/draft|missing|synced|matching|local only|Provisional/i)
})

describe('accounts on the command line', () => {
  it('show that the archiving of a category was not sent yet', async () => {
    const { url, env, end } = await service()
    const folder = home()
    await json(folder, ['connect', url], { env })
    const made = await json<Category>(folder, ['categories', 'add', '--name', 'Quokka'])
    const id = String(made.value.local)
    await json(folder, ['sync'])
    expect((await json(folder, ['categories', 'show', id])).value).toMatchObject({
      state: 'synced',
    })
    expect((await run(folder, ['categories', 'delete', id])).stdout).toMatch(/not synced\n$/)
    const draft = ['times', 'add', '--start', '540', '--duration', '1h']
    expect((await run(folder, draft)).stdout).toMatch(/draft\n$/)
    const ferry = ['expenses', 'add', '--name', 'Ferry', '--unit-charge', '500']
    expect((await run(folder, ferry)).stdout).toMatch(/draft\nProvisional/)
    expect((await run(folder, ['report'])).stdout).toContain('missing a project or task')
    expect((await json(folder, ['categories', 'show', id])).value).toMatchObject({
      state: 'pending',
      deleted: true,
    })
    await json(folder, ['sync'])
    expect((await json(folder, ['categories', 'show', id])).value).toMatchObject({
      state: 'synced',
    })
    end()
  })

  it('turn work of this machine into work of a service, matched by the person, once', async () => {
    const { url, env, end } = await service()
    const folder = home()
    await json(folder, ['projects', 'add', '--name', 'My own web work'])
    await json(folder, ['tasks', 'add', '--name', 'Zebra stripes'])
    for (const at of ['540', '600']) {
      const entry = ['--start', at, '--quantity', '2', '--notes', 'quokka']
      await json(folder, ['times', 'add', '--project-id', '1', '--task-id', '1', ...entry])
    }

    const attached = await json<AccountSummary & { sync: SyncReport }>(
      folder,
      ['connect', url, '--attach'],
      { env },
    )
    expect(attached.value).toMatchObject({ kind: 'connected', url })
    expect((await json<AccountSummary[]>(folder, ['account', 'list'])).value).toHaveLength(1)
    expect(await total(url, env.STINT_TOKEN, 'quokka')).toBe(0)

    const before = await run(folder, ['sync'])
    expect(before.stdout).toContain('2 need matching (`stint match`)')
    const waiting = (await json<UnmatchedReference[]>(folder, ['match'])).value
    expect(waiting.map(({ kind, uses }) => [kind, uses])).toEqual([
      ['project', 2],
      ['task', 2],
    ])
    const theirs = (await json<Page<Project>>(folder, ['projects', 'list', '--limit', '100'])).value
    const project = theirs.data.find(({ id }) => id !== null)!
    await json(folder, ['match', 'project', '1', String(project.local)])
    await json(folder, ['match', 'task', '1', '--publish'])
    await json(folder, ['sync'])
    expect(await total(url, env.STINT_TOKEN, 'quokka')).toBe(2)
    const [entry] = (await json<Page<TimeEntry>>(folder, ['times', 'list', '--query', 'quokka']))
      .value.data
    expect(entry).toMatchObject({ state: 'synced', task: { name: 'Zebra stripes' } })
    expect(
      (await json<Page<Task>>(folder, ['tasks', 'list', '--query', 'zebra'])).value.data[0]?.id,
    ).not.toBeNull()
    end()
  })

  it('ask before a match changes an amount, and create all that has no match at once', async () => {
    const { url, env, end } = await service()
    const folder = home()
    const price = ['--charge', '67', '--unit', 'mile', '--currency', 'USD']
    await json(folder, ['charges', 'add', '--name', 'Mileage', ...price])
    await json(folder, ['projects', 'add', '--name', 'Zebra roads', '--currency', 'USD'])
    const trip = ['--project-id', '1', '--charge-id', '1', '--date', '2026-11-19']
    await json(folder, ['expenses', 'add', ...trip, '--quantity', '42'])
    await json(folder, ['connect', url, '--attach'], { env })

    const listed = (await run(folder, ['match'])).stdout
    expect(listed).toContain('Mileage, 0.67 USD / mile')
    expect(listed).toContain('1 expense')
    const waiting = (await json<UnmatchedReference[]>(folder, ['match'])).value
    expect(waiting.map(({ suggestion }) => suggestion)).toEqual([null, null])
    const theirs = (await json<Page<Charge>>(folder, ['charges', 'list'])).value.data.find(
      ({ name, id }) => name === 'Mileage' && id !== null,
    )!
    const match = ['match', 'charge', '1', String(theirs.local)]
    const refused = await run(folder, match)
    const sums = '42 mile × 0.67 USD = 28.14 USD becomes 42 km × 0.95 NZD = 39.90 NZD'
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(sums) })
    expect((await json<UnmatchedReference[]>(folder, ['match'])).value).toHaveLength(2)

    expect(await json(folder, ['match', 'project', '1', '--create-all'])).toMatchObject({ code: 2 })
    expect((await json(folder, ['match', '--create-all'])).value).toEqual({
      created: 2,
      failed: [],
    })
    expect((await json<UnmatchedReference[]>(folder, ['match'])).value).toEqual([])
    end()
  })

  it('match all suggestions at once that change nothing logged', async () => {
    const { url, env, end } = await service()
    const folder = home()
    await json(folder, ['clients', 'add', '--name', 'Gull Lane Bakery'])
    await json(folder, ['tasks', 'add', '--name', 'Design'])
    await json(folder, ['connect', url, '--attach'], { env })
    const waiting = async () => (await json<UnmatchedReference[]>(folder, ['match'])).value
    expect((await waiting()).every(({ suggestion }) => suggestion !== null)).toBe(true)
    for (const wrong of [['task', '1'], ['--create-all']])
      expect(await json(folder, ['match', '--match-all', ...wrong])).toMatchObject({ code: 2 })
    expect(await run(folder, ['match', '--match-all'])).toMatchObject({
      code: 0,
      stdout: 'Matched: 2. `stint undo` reverts this\n',
    })
    expect(await waiting()).toEqual([])
    await json(folder, ['undo'])
    expect(await waiting()).toHaveLength(2)
    end()
  })

  it('make a project on the service with its client, unless the service may have that', async () => {
    const { url, env, end } = await service()
    const folder = home()
    for (const [at, name] of [
      ['1', 'Kauri Books'],
      ['2', 'Gull Lane Bakery'],
    ] as const) {
      await json(folder, ['clients', 'add', '--name', name])
      await json(folder, ['projects', 'add', '--name', `Shelves of ${name}`, '--client-id', at])
    }
    await json(folder, ['connect', url, '--attach'], { env })
    const waiting = (await json<UnmatchedReference[]>(folder, ['match'])).value
    expect(waiting.map(({ kind }) => kind)).toEqual(['client', 'client', 'project', 'project'])
    const theirs = waiting.find(({ kind, suggestion }) => kind === 'client' && suggestion)!
    expect(theirs.name).toBe('Gull Lane Bakery')
    expect(await json(folder, ['match', 'project', '2', '--publish'])).toMatchObject({
      value: { error: { message: expect.stringContaining('may have its client as') } },
    })
    await json(folder, ['match', 'project', '1', '--publish'])
    const left = (await json<UnmatchedReference[]>(folder, ['match'])).value
    expect(left.map(({ kind, local }) => [kind, local])).toEqual([
      ['client', 2],
      ['project', 2],
    ])
    end()
  })

  it('keep their records when they are signed out of, and continue with a new token', async () => {
    const { url, env, end } = await service()
    const folder = home()
    const { value } = await json<AccountSummary>(folder, ['connect', url], { env })
    const before = (await json<Page<TimeEntry>>(folder, ['times', 'list'])).value.total
    expect(before).toBeGreaterThan(0)
    expect((await json(folder, ['account', 'sign-out', value.account])).code).toBe(0)
    expect((await json(folder, ['sync'])).value).toMatchObject({
      error: { code: 'unauthenticated', message: expect.stringContaining('is signed out') },
    })
    expect((await json(folder, ['account', 'list'])).value).toMatchObject([
      { account: value.account, current: true, signedIn: false },
    ])
    expect((await json<Page<TimeEntry>>(folder, ['times', 'list'])).value.total).toBe(before)
    await json(folder, ['connect', url], { env })
    expect((await json<AccountSummary[]>(folder, ['account', 'list'])).value).toHaveLength(1)
    expect((await json(folder, ['account', 'move', 'https://elsewhere.test'])).value).toMatchObject(
      {
        error: { code: 'validation', message: expect.stringContaining(`is only for ${url}`) },
      },
    )
    expect((await json(folder, ['account', 'move', `${url}/`])).value).toMatchObject({ url })
    expect((await json(folder, ['sync'])).code).toBe(0)
    end()
  })

  it('never mix: the records of one are not in the other', async () => {
    const { url, env, end } = await service()
    const folder = home()
    await json(folder, ['projects', 'add', '--name', 'Only here'])
    const local = (await json<AccountSummary[]>(folder, ['account', 'list'])).value[0]!
    await json(folder, ['connect', url], { env })
    const found = async () =>
      (await json<Page<Project>>(folder, ['projects', 'list', '--query', 'only here'])).value.total
    expect(await found()).toBe(0)
    await json(folder, ['account', 'use', local.account])
    expect(await found()).toBe(1)
    expect((await json<Page<TimeEntry>>(folder, ['times', 'list'])).value.total).toBe(0)
    end()
  })

  it('are not removed with unsent work that the command did not accept losing', async () => {
    const folder = home()
    await json(folder, ['projects', 'add', '--name', 'Only here'])
    await json(folder, ['start'])
    const [local] = (await json<ListedAccount[]>(folder, ['account', 'list'])).value
    const remove = ['account', 'remove', local!.account]
    const refused = await json(folder, remove)
    expect(refused.code).not.toBe(0)
    expect(refused.value).toMatchObject({
      error: {
        code: 'conflict',
        message: expect.stringMatching(/would lose 1 .*change.* and the running timer.*`--unsent`/),
      },
    })
    expect((await json<Page<Project>>(folder, ['projects', 'list'])).value.total).toBe(1)
    expect((await json(folder, [...remove, '--unsent'])).code).toBe(0)
    expect((await json(folder, ['account', 'list'])).value).toEqual([])
  })
})
