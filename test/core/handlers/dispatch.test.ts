import { describe, expect, it } from 'vitest'
import { createDispatch, type Domains, type HandlersOf } from '#core/handlers/dispatch.ts'
import { contract, type Contract } from '#shared/ipc/contract.ts'
import { ok } from '#shared/errors.ts'

/** Handlers that return their argument, except for those that a test replaces. */
function dispatchWith(over: Partial<HandlersOf<Contract>> = {}) {
  const logged: string[] = []
  const echo = Object.fromEntries(
    Object.keys(contract).map((name) => [name, (input: unknown) => Promise.resolve(ok(input))]),
  )
  const handlers = { ...echo, ...over } as unknown as HandlersOf<Contract>
  const load = () => Promise.resolve({ calls: contract, handlers })
  const domains = Object.fromEntries(
    Object.keys(contract).map((name) => [name.split('.')[0], load]),
  ) as unknown as Domains
  const log = { info: () => {}, warn: (message: string) => logged.push(message) }
  return { call: createDispatch(domains, log), logged }
}

describe('the dispatcher', () => {
  it('hands a checked argument to the handler', async () => {
    const { call } = dispatchWith()
    expect(await call('times.show', { local: 3 })).toEqual({ ok: true, value: { local: 3 } })
    expect(await call('app.state', undefined)).toEqual({ ok: true, value: undefined })
  })

  it('knows only its own calls', async () => {
    const { call } = dispatchWith()
    for (const name of ['constructor', '__proto__', 'toString', 'times.explode', '']) {
      expect(await call(name, {}), name).toMatchObject({ error: { code: 'unknown-call' } })
    }
  })

  it('names each field of an argument that does not fit', async () => {
    const { call } = dispatchWith()
    const result = await call('times.create', {
      project: 1,
      task: 1,
      date: '2026-02-30',
      start: 1440,
      quantity: 1,
    })
    expect(result).toMatchObject({ error: { code: 'validation' } })
    expect(result.ok ? [] : Object.keys(result.error.fields ?? {})).toEqual(['date', 'start'])
  })

  it('names the fields of the variant that was meant, where an argument has several', async () => {
    const { call } = dispatchWith()
    const project = { name: 'Garden', code: 'GRD', increment: null, currency: 'EURO' }
    expect(await call('projects.add', project)).toMatchObject({
      error: {
        fields: {
          increment: ['Enter a whole number'],
          currency: ['Enter a three-letter currency code, like USD'],
        },
      },
    })
    expect(await call('projects.add', { remote: 'one' })).toMatchObject({
      error: { fields: { remote: ['Enter a whole number'] } },
    })
  })

  it('refuses fields that the contract does not name', async () => {
    const { call } = dispatchWith()
    const sly = JSON.parse('{"local": 1, "__proto__": {"local": 2}, "extra": 1}') as unknown
    expect(await call('times.show', sly)).toMatchObject({ error: { code: 'validation' } })
  })

  it('answers a bug with a plain sentence and keeps the details in the log', async () => {
    const { call, logged } = dispatchWith({
      'times.show': () => {
        throw new Error('secret detail')
      },
    })
    const result = await call('times.show', { local: 1 })
    expect(result).toMatchObject({ error: { code: 'internal' } })
    expect(JSON.stringify(result)).not.toContain('secret')
    expect(logged).toEqual(['a call threw'])
  })

  it('names a field of a change as the caller named it', async () => {
    const { call } = dispatchWith()
    const was = { date: '2026-02-28' }
    const result = await call('times.update', { local: 1, set: { date: '2026-02-30' }, was })
    expect(result.ok ? [] : Object.keys(result.error.fields ?? {})).toEqual(['date'])
  })

  it('says in words that the disk is full', async () => {
    const { call } = dispatchWith({
      'times.show': () => {
        throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' })
      },
    })
    expect(await call('times.show', { local: 1 })).toMatchObject({
      error: { code: 'database', message: expect.stringContaining('disk') },
    })
  })

  it('answers also where the handlers of a domain cannot be loaded', async () => {
    const logged: string[] = []
    const domains = { times: () => Promise.reject(new Error('half a file')) }
    const log = { info: () => {}, warn: (message: string) => logged.push(message) }
    const call = createDispatch(domains as unknown as Domains, log)
    expect(await call('times.show', { local: 1 })).toMatchObject({ error: { code: 'internal' } })
    expect(logged).toEqual(['a call threw'])
  })
})
