import { describe, expect, it } from 'vitest'
import { api } from '../service/fixture.ts'
import { onAnyDay } from '../support/test-day.ts'
import { commandLine } from './run.ts'

onAnyDay()

const { home, start, json } = commandLine()

describe('stint api', () => {
  it('prints its address, serves what commands record, and the other way round', async () => {
    const folder = home()
    const running = start(folder, ['api', '--port', '0', '--json'])
    const { url, token } = await running.ready
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const local = api(url!, token!)
    expect(
      (await json(folder, ['projects', 'add', '--name', 'Garden', '--currency', 'EUR'])).code,
    ).toBe(0)
    const { body } = await local.get('/api/v1/projects')
    expect(body.data).toMatchObject([{ name: 'Garden' }])
    const task = await json<{ local: number }>(folder, ['tasks', 'add', '--name', 'Digging'])
    const made = await local.post('/api/v1/times', {
      project_id: body.data[0].id,
      task_id: (await local.get('/api/v1/tasks')).body.data[0].id,
      date: '2026-04-14',
      start: 540,
      quantity: 2,
    })
    expect(made.status, made.text).toBe(201)
    const listed = await json<{ data: unknown[] }>(folder, ['times', 'list'])
    expect(listed.value.data).toMatchObject([{ start: 540, task: { local: task.value.local } }])
    expect((await json(folder, ['undo'])).code).toBe(0)
    expect((await local.get('/api/v1/times')).body.total).toBe(0)
    running.kill('SIGTERM')
    expect(await running.ended).toMatchObject({ code: 0 })
  })

  it('keeps its token until another is asked for', async () => {
    const folder = home()
    const tokenOf = async (...flags: string[]) => {
      const running = start(folder, ['api', '--port', '0', '--json', ...flags])
      const { token } = await running.ready
      running.kill('SIGTERM')
      await running.ended
      return token
    }
    const token = await tokenOf()
    expect(await tokenOf()).toBe(token)
    expect(await tokenOf('--new-token')).not.toBe(token)
  })

  it('leaves a data folder to an app, and an app leaves it to this', async () => {
    const folder = home()
    const message = (text: unknown) => ({
      code: 1,
      value: { error: { code: 'conflict', message: text } },
    })
    const api = start(folder, ['api', '--port', '0', '--json'])
    await api.ready
    expect(await json(folder, ['app', '--no-open'])).toMatchObject(
      message(expect.stringMatching(/`stint api` \(process \d+\) is using this data folder/)),
    )
    api.kill('SIGTERM')
    await api.ended
    await start(folder, ['app', '--no-open', '--json']).ready
    expect(await json(folder, ['api'])).toMatchObject(
      message(expect.stringContaining('Enable local API')),
    )
  })

  it('refuses unknown arguments', async () => {
    const folder = home()
    expect((await json(folder, ['api', '--port', '70000'])).code).toBe(2)
    expect((await json(folder, ['api', 'more'])).code).toBe(2)
  })
})
