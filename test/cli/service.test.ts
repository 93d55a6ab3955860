import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { AccountSummary, SyncReport } from '#shared/ipc/call-results.ts'
import type { Page } from '#shared/resources/page.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import { onAnyDay } from '../support/test-day.ts'
import { commandLine, type Running } from './run.ts'

onAnyDay()

const { home, start, run, json } = commandLine({ isQuick: true })

interface Told {
  error: { message: string; fields: Record<string, string[]> }
}

async function demo(): Promise<{ service: Running; url: string; token: string }> {
  const service = start(home(), ['serve', '--demo', '--port', '0', '--json'])
  const { url, token } = await service.ready
  return { service, url: url!, token: token! }
}

const connect = (folder: string, url: string, token: string) =>
  json<AccountSummary & { sync: SyncReport | null }>(folder, ['connect', url], {
    env: { STINT_TOKEN: token },
  })

describe('stint serve', () => {
  it('prints its address, with a token only for the demo', async () => {
    const { url, token } = await demo()
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${url}/api/v1/times`, { headers })).status).toBe(200)
    const plain = start(home(), ['serve', '--port', '0', '--json'])
    expect(Object.keys(await plain.ready)).toEqual(['url'])
  })

  it('keeps its records in the data folder unless told otherwise, and ends at SIGTERM', async () => {
    const folder = home()
    const service = start(folder, ['serve', '--port', '0', '--json'])
    await service.ready
    service.kill('SIGTERM')
    expect(await service.ended).toMatchObject({ code: 0, stderr: '' })
    expect((await stat(join(folder, 'service.db'))).isFile()).toBe(true)
  })

  it('refuses unknown arguments', async () => {
    const folder = home()
    expect(await json(folder, ['serve', '--capabilities', 'telepathy'])).toMatchObject({
      code: 2,
      value: { error: { code: 'usage' } },
    })
    expect(await readdir(folder)).toEqual([])
    expect((await json(folder, ['serve', '--port', 'x'])).code).toBe(1)
  })
})

describe('stint service', () => {
  it('finds an organization in either spelling', async () => {
    const folder = home()
    const service = (...args: string[]) => json<Told>(folder, ['service', ...args])
    expect((await service('organization', 'add', 'Studio')).code).toBe(0)
    expect((await service('organisation', 'add', 'Office')).code).toBe(0)
    const rate = ['rate', 'set', 'EUR', 'NZD', '1.82']
    expect((await service(...rate, '--organization', 'Studio')).code).toBe(0)
    expect((await service(...rate, '--organisation', 'Office')).code).toBe(0)
    const { error } = (await service(...rate)).value
    expect(Object.keys(error.fields)).toEqual(['organization', 'organisation'])
    const told = await run(folder, ['service', ...rate])
    expect(told.stderr).toBe(`organization: ${error.message}\n`)
  })

  it('revokes all tokens of a person, also without knowing them', async () => {
    const folder = home()
    const service = (...args: string[]) => json<object>(folder, ['service', ...args])
    const whose = ['--email', 'mara@example.org']
    await service('organization', 'add', 'Studio')
    await service('user', 'add', '--name', 'Mara', ...whose)
    for (let nth = 0; nth < 2; nth++) await service('token', 'add', ...whose)
    expect(await service('token', 'revoke', ...whose)).toMatchObject({
      code: 0,
      value: { revoked: 2 },
    })
    expect((await service('token', 'revoke', '--email', 'x@example.org')).code).toBe(1)
  })
})

describe('stint connect', () => {
  it('connects with the token of the environment, fetches, and never prints the token', async () => {
    const { url, token } = await demo()
    const folder = home()
    const { code, value } = await connect(folder, url, token)
    expect(code).toBe(0)
    expect(value).toMatchObject({ kind: 'connected', url })
    expect(value.sync!.pulled).toBeGreaterThan(100)
    expect(JSON.stringify(value)).not.toContain(token)
    const file = await stat(join(folder, 'accounts', value.account, 'token'))
    expect(file.mode & 0o777).toBe(0o600)
  })

  it('takes the token from standard input', async () => {
    const { url, token } = await demo()
    const { code, stdout } = await run(home(), ['connect', url], { input: `${token}\n` })
    expect(code).toBe(0)
    expect(stdout).toContain('Connected to')
  })

  it('fails with another token, without a token, and without a service, each with its exit code', async () => {
    const { url, service } = await demo()
    const folder = home()
    expect(await connect(folder, url, 'wrong')).toMatchObject({
      code: 1,
      value: { error: { code: 'unauthenticated' } },
    })
    expect((await json(folder, ['connect', url])).code).toBe(2)
    expect((await json(folder, ['connect'])).code).toBe(2)
    service.kill('SIGTERM')
    await service.ended
    expect(await connect(folder, url, 'any')).toMatchObject({
      code: 3,
      value: { error: { code: 'offline' } },
    })
  })

  it('keeps several accounts, and works with the one in use', async () => {
    const { url, token } = await demo()
    const folder = home()
    await json(folder, ['tasks', 'add', '--name', 'Only here'])
    const connected = await connect(folder, url, token)
    const accounts = await json<AccountSummary[]>(folder, ['account', 'list'])
    expect(accounts.value.map(({ kind }) => kind).sort()).toEqual(['connected', 'local'])
    const local = accounts.value.find(({ kind }) => kind === 'local')!
    expect((await json(folder, ['account', 'use', local.account])).code).toBe(0)
    expect((await json(folder, ['tasks', 'list'])).value).toMatchObject({ total: 1 })
    expect((await json(folder, ['account', 'remove', connected.value.account])).value).toBeNull()
    expect((await json<unknown[]>(folder, ['account', 'list'])).value).toHaveLength(1)
    expect((await json(folder, ['account', 'use', 'nobody'])).code).toBe(1)
  })
})

describe('an hour tracked offline', () => {
  it('reaches the service once, and comes back changed', async () => {
    const { url, token } = await demo()
    const folder = home()
    await connect(folder, url, token)
    const projects = await json<Page<{ local: number; id: number }>>(folder, ['projects', 'list'])
    const tasks = await json<Page<{ local: number; id: number }>>(folder, ['tasks', 'list'])
    const [project, task] = [projects.value.data[0]!, tasks.value.data[0]!]

    const added = await json<TimeEntry>(folder, [
      'times',
      'add',
      '--project-id',
      `remote:${project.id}`,
      '--task-id',
      `${task.local}`,
      '--start',
      '09:00',
      '--duration',
      '1h',
      '--notes',
      'Tracked offline',
    ])
    expect(added.value).toMatchObject({
      id: null,
      state: 'pending',
      project: { local: project.local },
    })

    const report = await json<SyncReport>(folder, ['sync'])
    expect(report).toMatchObject({ code: 0, value: { pushed: 1, pending: 0, inbox: 0 } })
    expect(Object.keys(report.value).sort()).toEqual([
      'inbox',
      'pending',
      'pulled',
      'pushed',
      'requests',
    ])
    expect((await json(folder, ['sync'])).value).toMatchObject({ pushed: 0 })

    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const found = await fetch(`${url}/api/v1/times?query=Tracked%20offline`, { headers })
    const page = (await found.json()) as Page<{ id: number }>
    expect(page.total).toBe(1)
    const sent = await json<TimeEntry>(folder, ['times', 'show', String(added.value.local)])
    expect(sent.value).toMatchObject({ id: page.data[0]!.id, state: 'synced', provisional: false })
    const again = await json<TimeEntry>(folder, ['times', 'show', `remote:${page.data[0]!.id}`])
    expect(again.value).toEqual(sent.value)

    await fetch(`${url}/api/v1/times/${page.data[0]!.id}`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ notes: 'Changed there' }),
    })
    await json(folder, ['sync'])
    expect((await json(folder, ['times', 'show', String(added.value.local)])).value).toMatchObject({
      notes: 'Changed there',
    })
  })

  it('is offline with exit code 3, and loses nothing', async () => {
    const { url, token, service } = await demo()
    const folder = home()
    await connect(folder, url, token)
    service.kill('SIGTERM')
    await service.ended
    await json(folder, [
      'times',
      'add',
      '--project-id',
      '1',
      '--task-id',
      '1',
      '--start',
      '540',
      '--quantity',
      '1',
      '--notes',
      'Kept',
    ])
    expect(await json(folder, ['sync'])).toMatchObject({
      code: 3,
      value: { error: { code: 'offline' } },
    })
    expect((await json(folder, ['times', 'list', '--query', 'Kept'])).value).toMatchObject({
      data: [{ notes: 'Kept', state: 'pending' }],
    })
  })
})
