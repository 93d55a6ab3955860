import { describe, expect, it } from 'vitest'
import type { Charge } from '#shared/resources/charge.ts'
import type { Client } from '#shared/resources/client.ts'
import type { Page } from '#shared/resources/page.ts'
import type { Project } from '#shared/resources/project.ts'
import type { Task } from '#shared/resources/task.ts'
import type { Webhook } from '#shared/resources/webhook.ts'
import { onAnyDay } from '../support/test-day.ts'
import { commandLine } from './run.ts'

onAnyDay()

const { home, json, run, start } = commandLine({ isQuick: true })

interface Failed {
  error: { code: string; message: string; fields?: Record<string, string[]> }
}

/** A service of its own with the demo's records, and a data folder that is connected to it. */
async function connected(): Promise<{
  folder: string
  another: () => Promise<string>
  end: () => Promise<unknown>
}> {
  const service = start(home(), ['serve', '--demo', '--port', '0', '--json'])
  const { url, token } = await service.ready
  async function another() {
    const folder = home()
    await json(folder, ['connect', url!], { env: { STINT_TOKEN: token! } })
    await json(folder, ['sync'])
    return folder
  }
  return {
    folder: await another(),
    /** The data folder of one more machine. */
    another,
    end: () => {
      service.kill('SIGTERM')
      return service.ended
    },
  }
}

describe('reference records on the command line', () => {
  it('are added, shown, changed, listed and deleted on this machine', async () => {
    const folder = home()
    const client = await json<Client>(folder, [
      ...['clients', 'add', '--name', 'Harbour Books', '--code', 'HB'],
      ...[
        '--contact-name',
        'Ana',
        '--contact-email',
        'ana@example.com',
        '--address-city',
        'Nelson',
      ],
    ])
    expect(client.value).toMatchObject({
      local: 1,
      id: null,
      state: 'held',
      contact: { name: 'Ana', email: 'ana@example.com' },
      address: { city: 'Nelson', street: null },
    })
    const project = await json<Project>(folder, [
      ...['projects', 'add', '--name', 'Catalogue', '--client-id', '1', '--increment', '6'],
      ...['--budget', '600', '--budget-type', 'minutes', '--rate', '9500'],
    ])
    expect(project.value).toMatchObject({
      increment: 6,
      rate: 9500,
      client: { name: 'Harbour Books' },
    })
    const charge = await json<Charge>(folder, [
      ...['charges', 'add', '--name', 'Mileage', '--charge', '95', '--unit', 'km'],
    ])
    expect(charge.value).toMatchObject({ charge: 95, unit: 'km', currency: 'EUR' })

    const changed = await json<Project>(folder, ['projects', 'update', '1', '--client-id', 'none'])
    expect(changed.value).toMatchObject({ client: null, name: 'Catalogue' })
    const listed = await json<Page<Charge>>(folder, ['charges', 'list', '--query', 'mil'])
    expect(listed.value).toMatchObject({ total: 1, path: '/api/v1/charges' })
    await json(folder, ['tasks', 'add', '--name', 'Call'])
    expect((await json<Task>(folder, ['tasks', 'delete', '1'])).value).toMatchObject({
      name: 'Call',
    })
    expect((await json<Page<Task>>(folder, ['tasks', 'list'])).value.total).toBe(0)
  })

  it('says what keeps a record that is deleted', async () => {
    const folder = home()
    const line = async (...args: string[]) => (await run(folder, args)).stdout
    await line('clients', 'add', '--name', 'Harbour Books')
    await line('projects', 'add', '--name', 'Catalogue', '--client-id', '1')
    await line('tasks', 'add', '--name', 'Call')
    await line('charges', 'add', '--name', 'Mileage', '--charge', '0.95', '--unit', 'km')
    await line('categories', 'add', '--name', 'Travel', '--charges', '1')
    const work = ['--project-id', '1', '--task-id', '1', '--date', '2026-11-19']
    for (const start of ['540', '600']) {
      await line('times', 'add', ...work, '--start', start, '--quantity', '1')
    }
    const trip = ['--project-id', '1', '--charge-id', '1', '--date', '2026-11-19']
    await line('expenses', 'add', ...trip, '--quantity', '42')

    const kept = (uses: string) =>
      `\nIt stays in ${uses}, but can’t be chosen anymore\n\`stint undo\` restores it\n`
    expect(await line('projects', 'delete', '1')).toContain(kept('2 entries and 1 expense'))
    await line('undo')
    expect(await line('clients', 'delete', '1')).toContain(kept('1 project'))
    expect(await line('tasks', 'delete', '1')).toContain(kept('2 entries'))
    expect(await line('charges', 'delete', '1')).toContain(kept('1 expense and 1 category'))
    await line('tasks', 'add', '--name', 'Design')
    expect(await line('tasks', 'delete', '2')).toBe('Deleted 2  Design\n`stint undo` restores it\n')
  })

  it('reads amounts as people write them, and prints them so', async () => {
    const folder = home()
    const line = async (...args: string[]) => (await run(folder, args)).stdout
    expect(await line('charges', 'add', '--name', 'Mileage', '--charge', '12.50')).toBe(
      '1  Mileage, 12.50 EUR\n',
    )
    expect(await line('charges', 'update', '1', '--charge', '1300', '--unit', 'km')).toBe(
      '1  Mileage, 13.00 EUR / km\n',
    )
    expect(await line('charges', 'list')).toContain('13.00 EUR / km')
    const japan = ['--charge', '12.50', '--currency', 'JPY']
    const refused = await json<Failed>(folder, ['charges', 'add', '--name', 'Fuel', ...japan])
    expect(refused).toMatchObject({
      code: 1,
      value: { error: { fields: { charge: [expect.any(String)] } } },
    })
  })

  it('repeats what it read where a whole number is less than people mean', async () => {
    const folder = home()
    const rate = ['--rate', '80', '--currency', 'NZD']
    const { stdout, stderr } = await run(folder, ['projects', 'add', '--name', 'Site', ...rate])
    expect(stdout).toContain('0.80 NZD per hour')
    expect(stderr).toContain('--rate 80 is 0.80 NZD. For 80.00 NZD, write 80.00')
    const dollars = await run(folder, ['projects', 'update', '1', '--rate', '$80.00'])
    expect(dollars.stderr).toContain('Write it without $: it is in NZD')
    for (const plain of ['80.00', '8000'])
      expect((await run(folder, ['projects', 'update', '1', '--rate', plain])).stderr).toBe('')
  })

  it('takes the increment and currency from the newest project, or by default from the locale', async () => {
    const folder = home()
    const zealand = { env: { LANG: 'en_NZ.UTF-8' } }
    const add = async (kind: string, ...args: string[]) => {
      const { stdout } = await run(folder, [kind, 'add', '--json', ...args], zealand)
      return (JSON.parse(stdout) as Charge | Project).currency
    }
    expect(await add('charges', '--name', 'Mileage', '--charge', '95')).toBe('NZD')
    expect(await add('projects', '--name', 'Catalogue', '--currency', 'CHF')).toBe('CHF')
    expect(await add('charges', '--name', 'Print', '--charge', '0.20')).toBe('CHF')
    expect(await add('projects', '--name', 'Site')).toBe('CHF')
  })

  it('shows what a project costs, and its budget', async () => {
    const folder = home()
    await json(folder, [
      ...['projects', 'add', '--name', 'Catalogue', '--rate', '95.00', '--type', 'internal'],
      ...['--budget', '600', '--budget-type', 'minutes', '--start-date', '2026-01-01'],
      ...['--end-date', '2026-12-31'],
    ])
    expect((await run(folder, ['projects', 'show', '1'])).stdout).toBe(
      '1  Catalogue, internal, incomplete, increments of 15 min, 95.00 EUR per hour, ' +
        'budget 10:00, from 2026-01-01 until 2026-12-31\n',
    )
  })

  it('names the field that needs another value', async () => {
    const folder = home()
    const { code, value } = await json<Failed>(folder, [
      ...['projects', 'add', '--name', 'Catalogue', '--currency', 'euro'],
    ])
    expect(code).toBe(1)
    expect(Object.keys(value.error.fields!)).toEqual(['currency'])
  })

  it('says that webhooks belong to a service', async () => {
    const { code, value } = await json<Failed>(home(), [
      ...['webhooks', 'add', '--uri', 'https://example.com/hook', '--events', 'times.created'],
    ])
    expect(code).toBe(1)
    expect(value.error.code).toBe('conflict')
  })

  it('are changed on the service at once where it keeps them, and are there for the next machine', async () => {
    const { folder, end } = await connected()
    const [first] = (await json<Page<Task>>(folder, ['tasks', 'list', '--limit', '1'])).value.data
    const renamed = await json<Task>(folder, [
      ...['tasks', 'update', String(first!.local), '--name', 'Renamed there'],
    ])
    expect(renamed.value).toMatchObject({ id: first!.id, name: 'Renamed there', state: 'synced' })

    const hook = await json<Webhook & { secret: string }>(folder, [
      ...['webhooks', 'add', '--uri', 'https://example.com/hook', '--events', 'times.created'],
    ])
    expect(hook.value).toMatchObject({
      id: expect.any(Number) as number,
      state: 'synced',
      uri: 'https://example.com/hook',
    })
    expect(hook.value.secret.length).toBeGreaterThan(10)
    const moved = await json<Webhook>(folder, [
      ...['webhooks', 'update', String(hook.value.local), '--uri', 'https://example.com/other'],
    ])
    expect(moved.value.uri).toBe('https://example.com/other')
    const gone = await json<Webhook>(folder, ['webhooks', 'delete', String(hook.value.local)])
    expect(gone.code).toBe(0)
    expect(
      (await json<Page<Webhook>>(folder, ['webhooks', 'list'])).value.data.map(({ id }) => id),
    ).not.toContain(hook.value.id)

    await end()
    const offline = await json<Failed>(folder, [
      ...['tasks', 'update', String(first!.local), '--name', 'Not now'],
    ])
    expect(offline.code).toBe(3)
    expect(offline.value.error.code).toBe('offline')
    const text = await run(folder, ['tasks', 'list'])
    expect(text.stdout).toContain('Renamed there')
  })

  it('are not overwritten where another machine has changed them since', async () => {
    const { folder, another } = await connected()
    const other = await another()
    const [first] = (await json<Page<Task>>(folder, ['tasks', 'list', '--limit', '1'])).value.data
    const rename = (machine: string, name: string) =>
      json<Task & Failed>(machine, ['tasks', 'update', `remote:${first!.id}`, '--name', name])
    await rename(other, 'Renamed there')
    const refused = await rename(folder, 'Renamed here')
    expect(refused.code).toBe(1)
    expect(refused.value.error).toMatchObject({
      code: 'stale',
      fields: { name: ['Is now "Renamed there"'] },
    })
    const shown = await json<Task>(folder, ['tasks', 'show', String(first!.local)])
    expect(shown.value.name).toBe('Renamed there')
    expect((await rename(folder, 'Renamed here')).value.name).toBe('Renamed here')
  })
})
