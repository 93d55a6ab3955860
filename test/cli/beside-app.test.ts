/** Commands beside a running app, which answers them as they would answer alone. */
import { createRequire } from 'node:module'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { startService, type RunningService } from '#service/index.ts'
import { unwrap } from '#shared/errors.ts'
import { capabilities } from '#shared/resources/service-info.ts'
import type { CallValue } from '#shared/ipc/contract.ts'
import { commands } from '../../electron/cli/commands.ts'
import { describeCommands } from '../../electron/cli/introspection/command-surface.ts'
import { keepConnectedHome } from '../bench/filled-home.ts'
import { chance } from '../simulation/chance.ts'
import { runHere, runProgram, startProgram } from '../support/program.ts'
import { playAt } from '../support/test-day.ts'
import { testFolder } from '../support/folder.ts'
import { commandLine } from './run.ts'
import { silentService } from './silent-service.ts'

const { clock } = playAt('2026-11-19T15:20[Europe/Berlin]')
const stint = commandLine()
const openApp = (home: string) => startProgram(['app', '--no-open', '--port', '0'], { home })

/** Commands that never ask an app: they run a program of their own, or print what they know. */
const withoutCore = ['app', 'serve', 'api', 'service', 'completion', 'man']

/** One life of an account, with every command and every word that one takes. */
const local: readonly string[] = [
  'status',
  'clients add --name Kauri --code KB',
  'clients list',
  'clients update 1 --name Kauri_Books',
  'clients show 1',
  'projects add --name Web_shop --code WEB --currency NZD --client-id 1 --increment 15',
  'projects add --name Garden --currency EUR',
  'projects list --sort-key name',
  'projects show 1',
  'projects update 2 --code GRD',
  'tasks add --name Design',
  'tasks add --name Call',
  'tasks list',
  'tasks show 1',
  'tasks update 2 --name Calls',
  'charges add --name Mileage --charge 104 --currency NZD',
  'charges add --name Nothing --charge 1',
  'charges list',
  'charges show 1',
  'charges update 1 --unit km',
  'charges delete 2',
  'categories add --name Outside',
  'categories list',
  'categories show 1',
  'categories update 1 --name Inside',
  'categories delete 1',
  'categories restore 1',
  'start prices #WEB @design --at 9:00',
  'status',
  'switch #GRD --at 10:00',
  'answer keep',
  'stop --at 11:30',
  'stop',
  'continue 1',
  'discard',
  'discard',
  'switch nothing',
  'times add 12-13:30 lunch #WEB',
  'times add --start 14 --duration 1h --date yesterday --project-id 1 --task-id 1',
  'times add --start 99',
  'times add #Nowhere 15m',
  'times list',
  'times list --date yesterday',
  'times list --page 7',
  'times show 1',
  'times show 99',
  'times update 3 --notes Lunch',
  'times update 3',
  'times delete 3',
  'expenses add --project-id 1 --charge-id 1 --quantity 12 --date 2026-11-18',
  'expenses add --name Ferry --unit-charge 24,50 --project-id 1',
  'expenses list',
  'expenses show 1',
  'expenses update 2 --notes Wharf',
  'expenses delete 2',
  'report --from 2026-11-01 --to 2026-11-30 --by project',
  'report --by month',
  'export times --format json {files}/times.json',
  'export expenses --format csv {files}/expenses.csv',
  'export times --format csv {files}/nowhere/times.csv',
  'export report --by client --from 2026-11-01 --format html {files}/report.html',
  'import {files}/table.csv --dry-run',
  'import {files}/table.csv',
  'import {files}/table.csv',
  'import {files}/missing.csv',
  'history --limit 5',
  'history show 3',
  'history --record times:3',
  'undo',
  'redo',
  'redo',
  'undo 9999',
  'trash list',
  'trash restore 1',
  'trash discard --all',
  'tasks delete 2',
  'projects delete 2',
  'clients delete 1',
  'inbox list',
  'inbox resolve 1 --take mine',
  'match',
  'webhooks list',
  'sync',
  'sync pause',
  'backup {files}/copy.db',
  'backup {files}/copy.db',
  'verify {files}/copy.db',
  'verify nothing.db',
  'restore {files}/copy.db',
  'times list',
  'doctor',
  'doctor --start-anew',
  'doctor --report {files}/report.txt',
  'account list',
  'account use nobody',
]

/** The app syncs on its own as well, and says so. */
const unequal = ['sync log', 'sync report']

const connected: readonly string[] = [
  'sync pause',
  'sync',
  'sync resume',
  ...unequal,
  'webhooks add --uri https://receiver.example/in --events times.created',
  'webhooks list',
  'webhooks update 1 --events times.updated',
  'webhooks show 1',
  'webhooks delete 1',
  'match',
  'match --match-all',
  'inbox list',
  'projects show 1',
  'times list --limit 3',
  'account move http://127.0.0.2:1',
  'account sign-out {account}',
  'account list',
  'account use {account}',
  'account remove {account}',
  'account remove {account} --unsent',
  'account list',
]

interface Answer {
  command: string
  code: number
  text: string
  json: unknown
  notes: string[]
}

/** What differs from one run to the next: moments, sizes, and names that are drawn. */
const plain = (text: string, home: string): string =>
  text
    .replaceAll(home, '~')
    .replaceAll(/(local|studio)-\w{6}\b/g, '$1-…')
    .replaceAll(/whsec_[\w-]+/g, 'whsec_…')
    .replaceAll(/127\.0\.0\.1[:-]\d+/g, '127.0.0.1:…')
    .replaceAll(/\d{4}-\d{2}-\d{2}[ T]\d{2}[:-]\d{2}[:-]\d{2}([.-]\d{3}Z)?/g, 'then')
    .replaceAll(/[\d.,]+ MB/g, 'some MB')
    .replaceAll(/\(\d+ lines\)/g, '(some lines)')
    .replaceAll(/received \d+/g, 'received some')
    .replaceAll(/^\w+ +backups: .*$/gm, 'backups, which an app makes on its own')
    .replaceAll(/Running for \S+/g, 'Running for …')
    .replaceAll(/since 15:\d\d:/g, 'since now:')

function plainJson(value: unknown, home: string): unknown {
  if (typeof value === 'string') return plain(value, home)
  if (typeof value === 'number') return value > 1e11 ? 'then' : value
  if (Array.isArray(value)) return value.map((each) => plainJson(each, home))
  if (typeof value !== 'object' || value === null) return value
  if ('check' in value && value.check === 'backups') return 'backups, which an app makes on its own'
  const entries = Object.entries(value).map(([key, each]) => [
    key,
    ['bytes', 'pulled', 'requests'].includes(key) ? 'some' : plainJson(each, home),
  ])
  return Object.fromEntries(entries) as unknown
}

async function currentAccount(home: string): Promise<string> {
  const { json } = await runHere(['account', 'list'], home)
  return (json as CallValue<'account.list'>).find(({ current }) => current)!.account
}

async function played(home: string, lines: readonly string[]): Promise<Answer[]> {
  const files = join(home, 'files')
  mkdirSync(files, { recursive: true })
  writeFileSync(
    join(files, 'table.csv'),
    'Date,Start,Minutes,Project,Task\n2026-11-05,9:00,30,Web shop,Design\n2026-11-05,x,30,,\n',
  )
  const answers: Answer[] = []
  for (const line of lines) {
    const account = line.includes('{account}') ? await currentAccount(home) : ''
    const args = line
      .split(' ')
      .map((word) => word.replace('{files}', files).replace('{account}', account))
    const { code, text, json, notes, stderr } = await runHere(args, home)
    expect(stderr, line).toBe('')
    answers.push({
      ...{ command: line, code, notes: notes.map((note) => plain(note, home)) },
      ...(unequal.includes(line)
        ? { text: '', json: null }
        : { text: plain(text, home), json: plainJson(json, home) }),
    })
  }
  return answers
}

const loadsCore = (): boolean => {
  const { cache } = createRequire(import.meta.url)
  return Object.keys(cache).some(
    (file) =>
      /[\\/]out[\\/]main[\\/]/.test(file) &&
      readFileSync(file, 'utf8').includes('// electron/core/core.ts'),
  )
}

async function serviceFor(): Promise<RunningService> {
  const log = { info() {}, warn() {} }
  const options = {
    database: ':memory:',
    port: 0,
    capabilities: [...capabilities],
    demo: true,
    log,
    clock,
  }
  const service = unwrap(await startService(options))
  onTestFinished(() => service.close())
  return service
}

async function connect(home: string): Promise<void> {
  const { url, token } = await serviceFor()
  process.env['STINT_TOKEN'] = token!
  try {
    expect(await runHere(['connect', url], home)).toMatchObject({ code: 0 })
  } finally {
    delete process.env['STINT_TOKEN']
  }
}

describe('a command beside an app', () => {
  it('answers as it does alone, whichever it is', async () => {
    const [beside, alone] = [stint.home(), stint.home()]
    await openApp(beside)
    const answers = await played(beside, local)
    await connect(beside)
    answers.push(...(await played(beside, connected)))
    expect(loadsCore()).toBe(false)

    const expected = await played(alone, local)
    await connect(alone)
    expected.push(...(await played(alone, connected)))
    expect(loadsCore()).toBe(true)
    expect(answers).toEqual(expected)
    for (const name of ['times.json', 'expenses.csv', 'report.html']) {
      const [one, other] = [beside, alone].map((home) =>
        plain(readFileSync(join(home, 'files', name), 'utf8'), home),
      )
      expect(one).toBe(other)
    }
  })

  it('is every command in the above', async () => {
    const lines = [...local, ...connected, 'connect']
    for (const { name, verbs } of await describeCommands(commands)) {
      if (withoutCore.includes(name)) continue
      expect(
        lines.some((line) => line.split(' ')[0] === name),
        name,
      ).toBe(true)
      if (name === 'answer') continue
      for (const verb of verbs)
        expect(
          lines.some((line) => line.startsWith(`${name} ${verb}`)),
          `${name} ${verb}`,
        ).toBe(true)
    }
  })

  it('answers in its own time zone', async () => {
    const home = stint.home()
    await openApp(home)
    const env = { TZ: 'America/New_York' }
    const { stdout } = await stint.run(home, ['start', '--at', '9:00'], { env })
    expect(stdout).toContain('Running for 0:20, since 09:00:')
  })

  it('is one of 32 at once, and all are done, with an app, without, and while one starts', async () => {
    for (const beside of ['app', 'none', 'start']) {
      const home = stint.home()
      if (beside === 'app') await openApp(home)
      const names = Array.from({ length: 32 }, (_, index) => `Task ${index}`)
      const adding = names.map((name) => runProgram(['tasks', 'add', '--name', name], { home }))
      const opening = beside === 'start' ? openApp(home) : undefined
      for (const one of await Promise.all(adding))
        expect(one).toMatchObject({ code: 0, stderr: '' })
      expect((await opening)?.ready['url'] === undefined).toBe(beside !== 'start')
      const { json } = await runHere(['tasks', 'list', '--limit', '100'], home)
      const { data } = json as { data: { name: string }[] }
      expect(data.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
    }
  })
})

describe('an app that stops replying', () => {
  const stopped = (pid: number) => {
    process.kill(pid, 'SIGSTOP')
    onTestFinished(() => void process.kill(pid, 'SIGCONT'))
  }

  it('keeps its data folder, which it may go on writing to', async ({ skip }) => {
    skip(process.platform === 'win32', 'Windows has no SIGSTOP')
    const home = stint.home()
    const { pid } = (await openApp(home)).process
    await runHere(['tasks', 'add', '--name', 'Design'], home)
    stopped(pid!)
    const refusal = `Stint (process ${pid}) has this data folder open but isn’t responding. Quit it and try again\n`
    for (const command of [
      ['tasks', 'list'],
      ['app', '--no-open'],
    ])
      expect(await stint.run(home, command)).toEqual({ code: 1, stdout: '', stderr: refusal })
  })

  it('ends the wait for an answer, which may still come true', async ({ skip }) => {
    skip(process.platform === 'win32', 'Windows has no SIGSTOP')
    const home = stint.home()
    const service = await silentService()
    await keepConnectedHome(home, service.url)
    expect((await stint.run(home, ['sync', 'pause'])).code).toBe(0)
    const { pid } = (await openApp(home)).process
    const syncing = stint.run(home, ['sync'])
    await service.heard
    stopped(pid!)
    expect(await syncing).toEqual({
      code: 1,
      stdout: '',
      stderr: `Stint (process ${pid}) isn’t responding. Check with \`stint sync log\` whether this was done before you do it again\n`,
    })
  })
})

/** Changes with every commit. */
function versionOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false })
  return `${stat?.size} ${stat?.mtimeMs}`
}

describe('an app that is killed', () => {
  it('loses nothing that a command was told is done, and nothing is done twice', async () => {
    const draw = chance(inject('propertySeed'), 'killed app')
    const home = stint.home()
    const done: string[] = []
    const unknown: string[] = []
    const logOne = async (notes: string) => {
      const { code, json, text } = await runHere(
        [
          'times',
          'add',
          '--date',
          '2026-11-18',
          '--start',
          '9',
          '--duration',
          '15m',
          '--notes',
          notes,
        ],
        home,
      )
      if (code === 0) done.push(notes)
      else {
        expect(json, text).toMatchObject({
          error: { code: 'conflict', message: expect.stringContaining('quit before it answered') },
        })
        unknown.push(notes)
      }
    }
    await runHere(['tasks', 'add', '--name', 'Design'], home)
    const [account] = readdirSync(join(home, 'accounts'))
    const log = join(home, 'accounts', account!, 'stint.db-wal')
    for (let round = 0; round < 2 * inject('fuzzFactor'); round++) {
      const app = await openApp(home)
      const over = new AbortController()
      const logging = Promise.all(
        Array.from({ length: 4 }, (_, index) => logOne(`${round}.${index}`)),
      ).finally(() => over.abort())
      // Most is at stake around a commit.
      for (
        let commits = draw.between(0, 8), seen = '';
        commits > 0 && !over.signal.aborted;
        await turn()
      ) {
        const now = versionOf(log)
        if (now !== seen) commits -= 1
        seen = now
      }
      for (let turns = draw.between(0, 20); turns > 0; turns--) await turn()
      await app.end('SIGKILL')
      await logging
    }
    const file = join(testFolder(), 'times.json')
    await runHere(['export', 'times', '--format', 'json', file], home)
    const { times } = JSON.parse(readFileSync(file, 'utf8')) as { times: { notes: string }[] }
    const kept = times.map(({ notes }) => notes)
    expect(kept).toHaveLength(new Set(kept).size)
    expect(kept).toEqual(expect.arrayContaining(done))
    expect([...done, ...unknown]).toEqual(expect.arrayContaining(kept))
  })
})
