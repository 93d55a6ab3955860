/** Backups, database problems and their remedies, and the doctor, as an app calls them. */
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, parse } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createCore } from '#core/core.ts'
import { openLog } from '#core/node/log.ts'
import { accountPaths } from '#core/backup/account-paths.ts'
import { unwrap, type Result } from '#shared/errors.ts'
import type { CallInput, CallName, CallValue } from '#shared/ipc/contract.ts'
import { quietPorts } from '../../support/account.ts'
import { testFolder } from '../../support/folder.ts'
import { onAnyDay } from '../../support/test-day.ts'
import { until } from '../../support/until.ts'

onAnyDay()

async function openApp(home = testFolder(), host: 'browser' | 'cli' = 'browser') {
  const ports = quietPorts(home)
  const background = host === 'browser'
  const core = await createCore(ports, { home, host, version: '0', background })
  onTestFinished(() => core.close())
  const call = <Name extends CallName>(name: Name, input?: CallInput<Name>) =>
    core.call(name, input) as Promise<Result<CallValue<Name>>>
  const log = async (notes: string) => {
    const projects = unwrap(await call('projects.list', {})).data
    const tasks = unwrap(await call('tasks.list', {})).data
    const project =
      projects[0] ?? unwrap(await call('projects.add', { name: 'Web', currency: 'EUR' }))
    const task = tasks[0] ?? unwrap(await call('tasks.add', { name: 'Design' }))
    const work = { project: project.local, task: task.local, date: '2026-11-19', start: 540 }
    return unwrap(await call('times.create', { ...work, quantity: 1, notes }))
  }
  return {
    home,
    core,
    call,
    log,
    close: () => core.close(),
    state: async () => unwrap(await call('app.state')),
    notes: async () =>
      unwrap(await call('times.list', {}))
        .data.map((entry) => entry.notes)
        .toSorted(),
    places: () => {
      const accounts = join(home, 'accounts')
      return accountPaths(join(accounts, readdirSync(accounts)[0]!))
    },
  }
}

async function appWithAccount(host: 'browser' | 'cli' = 'browser') {
  const app = await openApp(testFolder(), host)
  unwrap(await app.call('account.createLocal'))
  return app
}

describe('backups', () => {
  it('are restored by a call that comes while the app ends, which stays closed', async () => {
    const app = await appWithAccount()
    await app.log('first')
    unwrap(await app.call('backup.make', {}))
    const [backup] = unwrap(await app.call('backup.list'))
    await app.close()
    unwrap(await app.call('backup.restore', { name: backup!.name }))
    expect(readdirSync(app.places().open)).toEqual([])
  })

  it('are made, listed, checked and restored, with later changes', async () => {
    const app = await appWithAccount()
    await app.log('first')
    const made = unwrap(await app.call('backup.make', {}))
    expect(made).toMatchObject({ times: 1, unsent: 1 })
    expect(statSync(made.file).mode & 0o777).toBe(0o600)
    await app.log('second')
    const [backup] = unwrap(await app.call('backup.list'))
    expect(backup).toMatchObject({ kind: 'asked', bytes: made.bytes })
    const name = backup!.name
    expect(unwrap(await app.call('backup.verify', { name }))).toEqual(made)
    const told: string[] = []
    app.core.on(({ event }) => told.push(event))
    const recovery = unwrap(await app.call('backup.restore', { name }))
    // Windows read everything again.
    expect(told).toContain('app-state-changed')
    expect(recovery.message).toContain('1 unsynced change')
    expect(await app.notes()).toEqual(['first', 'second'])
    expect(await app.state()).toMatchObject({ trouble: null, recovery })
    unwrap(await app.call('database.dismissRecovery'))
    expect((await app.state()).recovery).toBeNull()
  })

  it('hold no token', async () => {
    const app = await appWithAccount()
    const { account } = (await app.state()).account!
    const token = 'a-token-that-nobody-else-may-read'
    await quietPorts(app.home).secrets.set(account, JSON.stringify({ url: null, token }))
    const { file } = unwrap(await app.call('backup.make', {}))
    expect(readFileSync(file).includes(token)).toBe(false)
  })

  it('that are damaged are not restored', async () => {
    const app = await appWithAccount()
    await app.log('first')
    const { file } = unwrap(await app.call('backup.make', {}))
    const name = unwrap(await app.call('backup.list'))[0]!.name
    writeFileSync(file, Buffer.alloc(statSync(file).size, 0x5a))
    for (const call of ['backup.verify', 'backup.restore'] as const) {
      expect(await app.call(call, { name })).toMatchObject({ error: { code: 'database' } })
    }
    expect(await app.notes()).toEqual(['first'])
  })

  it('are written to a chosen file for the command line only, not for a window', async () => {
    const file = join(testFolder(), 'copy.db')
    const app = await appWithAccount()
    expect(await app.call('backup.make', { file })).toMatchObject({ error: { code: 'forbidden' } })
    const cli = await appWithAccount('cli')
    expect(unwrap(await cli.call('backup.make', { file })).file).toBe(file)
    expect(await cli.call('backup.make', { file })).toMatchObject({ error: { code: 'conflict' } })
  })

  it('are written to a chosen file for a command that asks an app', async () => {
    const file = join(testFolder(), 'copy.db')
    const app = await appWithAccount()
    const asCommand = () => app.core.call('backup.make', { file }, { is: 'command' })
    const made = await Promise.all([asCommand(), app.call('backup.make', { file })])
    expect(made).toMatchObject([{ value: { file } }, { error: { code: 'forbidden' } }])
  })

  it('are stopped, without a file, for a command that no longer waits', async () => {
    const file = join(testFolder(), 'copy.db')
    const app = await appWithAccount()
    const signal = AbortSignal.abort()
    for (const input of [{ file }, {}]) {
      const stopped = await app.core.call('backup.make', input, { is: 'command', signal })
      expect(stopped).toMatchObject({ error: { code: 'conflict' } })
    }
    expect(existsSync(file)).toBe(false)
    expect(unwrap(await app.call('backup.list'))).toEqual([])
  })

  it('are of the account that a command means, and no other', async () => {
    const app = await appWithAccount()
    const { name } = parse(unwrap(await app.call('backup.make', {})).file)
    const asked = (account: string) => ({ is: 'command', account }) as const
    const calls = [
      ['backup.restore', { name: `${name}.db` }],
      ['backup.make', {}],
      ['backup.list', undefined],
      ['doctor.run', undefined],
      ['times.list', {}],
      ['account.move', { url: 'https://time.example' }],
      ['settings.set', { rounding: 'up' }],
    ] as const
    for (const [call, input] of calls) {
      expect(await app.core.call(call, input, asked('another')), call).toMatchObject({
        error: { code: 'conflict', message: 'Another account is open now. Nothing was changed' },
      })
    }
    const { account } = (await app.state()).account!
    const [restore] = calls
    expect(await app.core.call(...restore, asked(account))).toMatchObject({ ok: true })
  })
})

describe('a database problem', () => {
  it('is reported with its remedies, refuses every other call, and ends with a retry', async () => {
    const first = await appWithAccount()
    await first.log('first')
    await first.close()
    const { database } = first.places()
    renameSync(database, `${database}.elsewhere`)
    const app = await openApp(first.home)
    expect((await app.state()).trouble).toMatchObject({ is: 'missing' })
    expect(await app.call('times.list', {})).toMatchObject({ error: { code: 'database' } })
    expect(unwrap(await app.call('doctor.run')).fine).toBe(false)
    renameSync(`${database}.elsewhere`, database)
    expect(unwrap(await app.call('database.retryOpen')).trouble).toBeNull()
    expect(await app.notes()).toEqual(['first'])
  })

  it('names the commands that solve it to a command, and not to a window', async () => {
    const first = await appWithAccount()
    await first.log('first')
    await first.close()
    renameSync(first.places().database, `${first.places().database}.elsewhere`)
    const { core, call } = await openApp(first.home)
    const hint = expect.stringContaining('`stint doctor --start-anew`')
    for (const asked of ['times.list', 'backup.make']) {
      const told = await core.call(asked, {}, { is: 'command' })
      expect(told).toMatchObject({ error: { message: hint } })
      expect(await core.call(asked, {})).toMatchObject({
        error: { message: expect.not.stringContaining('`') },
      })
    }
    expect(await core.call('app.state', undefined, { is: 'command' })).toMatchObject({
      value: { trouble: { message: hint } },
    })
    expect(unwrap(await call('app.state')).trouble?.message).not.toContain('`')
  })

  it('that passes on its own is noticed', async () => {
    const first = await appWithAccount()
    await first.log('first')
    await first.close()
    const other = new Sqlite(first.places().database)
    other.pragma('locking_mode = exclusive')
    other.exec('begin exclusive; rollback')
    const app = await openApp(first.home)
    expect((await app.state()).trouble).toMatchObject({ is: 'locked' })
    other.close()
    await until(async () => expect((await app.state()).trouble).toBeNull())
    expect(await app.notes()).toEqual(['first'])
  })

  it('starts an empty database only where there is a problem', async () => {
    const app = await appWithAccount()
    expect(await app.call('database.startEmpty')).toMatchObject({ error: { code: 'conflict' } })
  })

  it('of a file that is damaged while it is in use is repaired without asking', async () => {
    const app = await appWithAccount()
    await app.log('first')
    unwrap(await app.call('backup.make', {}))
    await app.log('second')
    const { database, journal } = app.places()
    await until(() => expect(readFileSync(journal, 'utf8')).toContain('second'))
    const other = new Sqlite(database)
    other.pragma('wal_checkpoint(truncate)')
    other.close()
    const ruined = readFileSync(database).fill(0x5a, 4096)
    writeFileSync(database, ruined)
    const report = unwrap(await app.call('doctor.run'))
    expect(report.findings).toMatchObject([{ check: 'database', state: 'problem' }])
    await until(async () => expect((await app.state()).recovery).not.toBeNull())
    expect(await app.notes()).toEqual(['first', 'second'])
  })
})

describe('a report', () => {
  it('contains what it takes to help, and no text of the person', async () => {
    const home = testFolder()
    const log = openLog({ home, host: 'electron', env: {}, clock: { now: () => 0 } })
    const app = await openApp(home)
    unwrap(await app.call('account.createLocal'))
    unwrap(await app.call('projects.add', { name: 'Project Bluebird', currency: 'EUR' }))
    unwrap(await app.call('clients.add', { name: 'Acme Widgets' }))
    await app.log('Lunch with the buyer')
    unwrap(
      await app.call('settings.set', {
        idleMinutes: 17,
        proxy: { way: 'named', address: 'http://proxy.acme.test:3128', except: [], user: 'ada' },
      }),
    )
    log.warn('a call threw', {
      call: 'times.create',
      error: `SyntaxError: Unexpected token 'L', "Lunch with the buyer" is not valid JSON\n    at parse (file://${home}/out/main/index.cjs:1:2)`,
    })
    log.warn('The database was not opened', { account: 'acme-widgets', why: 'Error: Acme Widgets' })
    log.warn('couldn’t write the journal', {
      file: join(home, 'accounts', 'acme-widgets', 'unsent.journal'),
      why: `Error: ENOSPC: no space left on device, write '${home}/accounts/acme-widgets'`,
    })
    log.warn('a window’s process has ended', { reason: 'crashed', exitCode: 139 })
    log.info('Refused', { title: 'Bluebird', nested: { notes: 'Lunch' } })
    appendFileSync(join(home, 'logs', 'electron.log'), 'Lunch with the buyer\n')
    mkdirSync(join(home, 'crashes', 'completed'), { recursive: true })
    writeFileSync(join(home, 'crashes', 'completed', '1.dmp'), 'x'.repeat(33))

    const { name, text } = unwrap(await app.call('doctor.report'))
    expect(name).toMatch(/^stint-report-\d{4}-\d\d-\d\d\.txt$/)
    expect(text).toMatch(new RegExp(`^node +${process.versions.node}$`, 'm'))
    expect(text).toMatch(/idleMinutes +17/)
    expect(text).toMatch(/proxy +named/)
    expect(text).toMatch(/time_entry +1\n/)
    expect(text).toContain('database: The database and its indexes are OK')
    expect(text).toContain('33 bytes')
    expect(text).toContain('a call threw  call=times.create  error=SyntaxError')
    expect(text).toContain('at parse (file://…/out/main/index.cjs:1:2)')
    expect(text).toContain('why=Error: ENOSPC: no space left on device, write “…”')
    expect(text).toContain('reason=crashed  exitCode=139')
    for (const secret of [
      ...['Bluebird', 'Acme', 'acme', 'Lunch', 'buyer', 'proxy.', 'ada\n', home],
      ...readdirSync(join(home, 'accounts')).map((account) => `accounts/${account}`),
    ]) {
      expect(text).not.toContain(secret)
    }
  })

  it('works without an account, and where the database cannot be used', async () => {
    const empty = await openApp()
    expect(unwrap(await empty.call('doctor.report')).text).toMatch(/kind +none/)
    const app = await appWithAccount('cli')
    await app.log('first')
    await app.close()
    writeFileSync(app.places().database, 'no database')
    const later = await openApp(app.home, 'cli')
    const { text } = unwrap(await later.call('doctor.report'))
    expect(text).toMatch(/trouble +(damaged|foreign)/)
    expect(text).toMatch(/^problem +database: /m)
  })
})

describe('the doctor', () => {
  it('reports that its account was closed while it checked', async () => {
    const home = testFolder()
    const ports = quietPorts(home)
    const checking = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const offThread: typeof ports.offThread = async (task, ...rest) => {
      const answer = await ports.offThread(task, ...rest)
      if (task === 'database.check') checking.resolve()
      if (task === 'database.check') await goOn.promise
      return answer
    }
    const options = { home, host: 'cli', version: '0', background: false } as const
    const core = await createCore({ ...ports, offThread }, options)
    unwrap(await core.call('account.createLocal', undefined))
    const report = core.call('doctor.run', undefined)
    await checking.promise
    await core.close()
    goOn.resolve()
    expect(await report).toMatchObject({
      ok: false,
      error: {
        code: 'conflict',
        message: expect.stringContaining('closed in the meantime') as string,
      },
    })
  })

  it('finds an account healthy, after it has made a backup', async () => {
    const app = await appWithAccount('cli')
    await app.log('first')
    const report = unwrap(await app.call('doctor.run'))
    expect(report.fine).toBe(true)
    expect(report.findings.filter(({ state }) => state === 'mended')).toMatchObject([
      { check: 'backups' },
    ])
    const again = unwrap(await app.call('doctor.run'))
    expect(again.findings.filter(({ state }) => state !== 'fine')).toEqual([])
  })

  it('looks at all rows and lines in the thread, where no window waits', async () => {
    const home = testFolder()
    const ports = quietPorts(home)
    const answers: Record<string, unknown> = {
      'database.orphans': [],
      'database.leftovers': [],
      'database.rows': [{ name: 'time_entry', rows: 100_000 }],
      'journal.count': { lines: 100_000, torn: 1 },
    }
    const offThread: typeof ports.offThread = (task, ...rest) =>
      task in answers ? Promise.resolve(answers[task]) : ports.offThread(task, ...rest)
    const options = { home, host: 'cli', version: '0', background: false } as const
    const core = await createCore({ ...ports, offThread }, options)
    onTestFinished(() => core.close())
    unwrap(await core.call('account.createLocal', undefined))
    unwrap(await core.call('projects.add', { name: 'Web', currency: 'EUR' }))
    const [account] = readdirSync(join(home, 'accounts'))
    const other = new Sqlite(accountPaths(join(home, 'accounts', account!)).database)
    other.pragma('foreign_keys = off')
    other.exec(`
      insert into sync_record (resource, local_id, remote_id) values ('time', 77, 700);
      update project set client_id = 99`)
    other.close()
    const { text } = unwrap(await core.call('doctor.report', undefined)) as { text: string }
    expect(text).toContain('All references are OK')
    expect(text).toContain('Sync data is OK')
    expect(text).toContain('The journal is up to date (100000 lines)')
    expect(text).toContain('Skipped 1 incomplete line')
    expect(text).toMatch(/time_entry +100000\n/)
  })

  it('repairs permissions, rows about nothing, references to nothing', async () => {
    const app = await appWithAccount('cli')
    await app.log('first')
    unwrap(await app.call('doctor.run'))
    const { database } = app.places()
    chmodSync(database, 0o644)
    const other = new Sqlite(database)
    other.pragma('foreign_keys = off')
    other.exec(`
      insert into sync_record (resource, local_id, remote_id) values ('time', 77, 700);
      update time_entry set task_id = 99`)
    other.close()
    const { findings, fine } = unwrap(await app.call('doctor.run'))
    const mended = findings.filter(({ state }) => state === 'mended').map(({ check }) => check)
    expect(mended).toEqual(['references', 'sync', 'permissions'])
    expect(fine).toBe(true)
    expect(statSync(database).mode & 0o777).toBe(0o600)
    expect(unwrap(await app.call('times.list', {})).data[0]).toMatchObject({ task: null })
  })

  it('finds what another program put into the database while the app has it open', async () => {
    const app = await appWithAccount('cli')
    await app.log('first')
    const other = new Sqlite(app.places().database)
    other.exec('create trigger forging after insert on task begin delete from task; end')
    other.close()
    const { findings, fine } = unwrap(await app.call('doctor.run'))
    expect(fine).toBe(false)
    expect(findings.at(-1)).toMatchObject({
      check: 'database',
      text: expect.stringContaining('a trigger “forging” that Stint didn’t create') as string,
    })
  })
})

it('aborts checking a file that takes too long, and changes nothing', async () => {
  const home = testFolder()
  const ports = quietPorts(home)
  let looks = 0
  const core = await createCore(
    {
      ...ports,
      clock: {
        ...ports.clock,
        // Ten minutes pass at once for this check, and for nothing else.
        sleep: (milliseconds, signal) =>
          milliseconds === 600_000 ? Promise.resolve() : ports.clock.sleep(milliseconds, signal),
      },
      offThread: (task, input, signal) => {
        if (task !== 'database.inspect') return ports.offThread(task, input, signal)
        looks += 1
        return new Promise((_resolve, reject) => {
          const give = () => reject(new Error('given up'))
          if (signal?.aborted) give()
          signal?.addEventListener('abort', give)
        })
      },
    },
    { home, host: 'cli', version: '0', background: false },
  )
  onTestFinished(() => core.close())
  unwrap(await core.call('account.createLocal', undefined))
  const file = join(home, 'endless.db')
  writeFileSync(file, '')
  for (const call of ['backup.verify', 'backup.restore'] as const) {
    expect(await core.call(call, { file })).toMatchObject({
      error: { code: 'database', message: expect.stringContaining('takes too long') as string },
    })
  }
  expect(looks).toBe(2)
})
