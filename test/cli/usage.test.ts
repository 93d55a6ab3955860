import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { onAnyDay } from '../support/test-day.ts'
import { commandLine } from './run.ts'

onAnyDay()

const { home, run, json } = commandLine({ isQuick: true })

interface Refused {
  error: { code: string; message: string; fields?: Record<string, string[]> }
}

describe('an invalid call of the command line', () => {
  it.each([
    ['a command that does not exist', ['frobnicate']],
    ['a name that every object has', ['constructor']],
    ['a group without a verb', ['times']],
    ['a verb that does not exist', ['times', 'toString']],
    ['a flag that does not exist', ['status', '--loud']],
    ['a flag without its value', ['times', 'list', '--limit']],
    ['an id too many', ['times', 'show', '1', '2']],
    ['a word where none belongs', ['stop', 'now']],
    ['no id', ['times', 'delete']],
    ['only global flags', ['--json']],
    ['a flag that another verb takes', ['expenses', 'list', '--date', '2026-11-20']],
    ['a flag of the list when one is shown', ['tasks', 'show', '1', '--limit', '5']],
    ['a flag that no verb takes', ['projects', 'list', '--date', '2026-11-20']],
    ['a capability that does not exist', ['serve', '--capabilities', 'foo']],
  ])('is answered with usage and exit code 2: %s', async (_what, args) => {
    const { code, value } = await json<Refused>(home(), args)
    expect(code).toBe(2)
    expect(value.error.code).toBe('usage')
    expect(value.error.message).not.toMatch(/undefined|\[object|node:/)
  })

  it('prints the error for people on standard error, and nothing on standard output', async () => {
    const { code, stdout, stderr } = await run(home(), ['status', '--loud'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('--loud')
    expect(stderr).toContain('stint status --help')
  })
})

describe('STINT_NOW', () => {
  it.each([[['status']], [['serve', '--port', '0']], [['app', '--no-open']]])(
    'refuses a value that is no instant as wrong usage: %j',
    async (args) => {
      const folder = home()
      const env = { STINT_NOW: 'tomorrow' }
      const { code, value } = await json<Refused>(`${folder}/new`, args, { env })
      expect(code).toBe(2)
      expect(value.error).toMatchObject({
        code: 'usage',
        message: expect.stringMatching(/^STINT_NOW needs .*“tomorrow”/),
      })
      // Nothing was opened, so nothing was created.
      expect(await readdir(folder)).toEqual([])
    },
  )

  it('sets the clock of every command', async () => {
    const folder = home()
    const at = (instant: string) => ({ env: { STINT_NOW: instant, TZ: 'Pacific/Auckland' } })
    await json(folder, ['start', 'offer'], at('2027-12-31T10:30:00Z'))
    const { stdout } = await run(folder, ['status'], at('2027-12-31T11:04:30Z'))
    expect(stdout).toBe('Running for 0:34, since 23:30 yesterday: offer\n')
    const { value } = await json<{ date: string }[]>(folder, ['stop'], at('2027-12-31T11:40:00Z'))
    expect(value.map(({ date }) => date)).toEqual(['2027-12-31', '2028-01-01'])
    expect((await run(folder, ['man'], at('2028-02-28T23:00:00Z'))).stdout).toContain('2028-02-29')
  })
})

describe('an invalid value', () => {
  it.each([
    [['tasks', 'add', '--name', ''], 'name: Enter text\n'],
    [['tasks', 'list', '--limit', '0'], 'limit: Enter a whole number from 1 to 100\n'],
    [['tasks', 'list', '--page', '0'], 'page: Enter a whole number, 1 or higher\n'],
    [
      ['times', 'add', '--date', '2026-02-30', '--start', '540', '--quantity', '1'],
      '--date needs a day, like 2026-11-20, Nov 20, yesterday, or last Friday\n',
    ],
    [['times', 'list', '--sort-key', 'x'], /^--sort-key needs one of /],
    [['tasks', 'list', '--sort-asc', 'maybe'], /^--sort-asc takes 1 or 0, not “maybe”\./],
  ])('is reported to people with its field: %j', async (args, words) => {
    const { stdout, stderr, code } = await run(home(), args)
    expect(stdout).toBe('')
    expect(code).not.toBe(0)
    const text = stderr.replace(/^No account yet.*\n/, '')
    if (typeof words === 'string') expect(text).toBe(words)
    else expect(text).toMatch(words)
  })
})

describe('help', () => {
  it('lists every command, also without arguments', async () => {
    const [asked, bare] = [await run(home(), ['--help']), await run(home(), [])]
    expect(asked.code).toBe(0)
    expect(bare).toEqual(asked)
    for (const name of ['app', 'serve', 'connect', 'start', 'times', 'undo', 'sync']) {
      expect(asked.stdout).toMatch(new RegExp(`^  ${name} `, 'm'))
    }
  })

  it('exists for every command, and opens no data folder', async () => {
    const overview = (await run(home(), ['--help'])).stdout
    const names = [...overview.matchAll(/^ {2}([a-z]+) {2,}/gm)].map((match) => match[1]!)
    expect(names.length).toBeGreaterThan(15)
    const folder = home()
    const helps = await Promise.all(names.map((name) => run(`${folder}/none`, [name, '--help'])))
    for (const [index, { code, stdout, stderr }] of helps.entries()) {
      expect({ name: names[index], code, stderr }).toEqual({
        name: names[index],
        code: 0,
        stderr: '',
      })
      expect(stdout).toContain(`stint ${names[index]}`)
    }
  })
})

describe('flags as scripts write them', () => {
  it('accept the value of a switch in the next word or after an equals sign', async () => {
    const folder = home()
    for (const name of ['Call', 'Design']) await json(folder, ['tasks', 'add', '--name', name])
    for (const descending of [['--sort-asc', '0'], ['--sort-asc=0'], ['--no-sort-asc']]) {
      const { value } = await json<{ data: { name: string }[] }>(folder, [
        ...['tasks', 'list', '--sort-key', 'name', ...descending],
      ])
      expect(value.data.map(({ name }) => name)).toEqual(['Design', 'Call'])
    }
  })

  it('leave words after a global switch alone', async () => {
    const folder = home()
    await json(folder, ['tasks', 'add', '--name', 'Call'])
    const { stdout, code } = await run(folder, ['tasks', 'show', '--json', '1'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ name: 'Call' })
  })

  it.each<[string, string[], number, RegExp]>([
    ['a value below 0', ['times', 'add', '--start', '-1', '--quantity', '1'], 1, /^--start needs/],
    ['no value', ['times', 'list', '--limit'], 2, /^--limit needs a value\./],
    [
      'a flag for a value',
      ['times', 'list', '--query', '--limit', '1'],
      2,
      /^--query needs a value\./,
    ],
    [
      'a value for a switch',
      ['tasks', 'list', '--sort-asc=up'],
      2,
      /^--sort-asc takes only true or false/,
    ],
  ])('are explained in Stint’s own words when they are wrong: %s', async (_, args, exit, words) => {
    const { code, value } = await json<Refused>(home(), args)
    expect(code).toBe(exit)
    expect(value.error.message).toMatch(words)
    expect(value.error.message).not.toMatch(/ambiguous|Did you forget|argument missing/)
  })
})

describe('the version', () => {
  it('is printed for people and for scripts', async () => {
    expect((await run(home(), ['--version'])).stdout).toMatch(/^stint \d+\.\d+\.\d+/)
    expect(await json(home(), ['--version'])).toMatchObject({
      code: 0,
      value: { version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
    })
  })
})

describe('global flags', () => {
  it('may come before the command, and name the data folder', async () => {
    const [elsewhere, usual] = [home(), home()]
    const added = await json(usual, ['--home', elsewhere, 'tasks', 'add', '--name', 'Call'])
    expect(added).toMatchObject({ code: 0, value: { name: 'Call' } })
    expect((await json(elsewhere, ['tasks', 'list'])).value).toMatchObject({ total: 1 })
    expect((await json(usual, ['tasks', 'list'])).value).toMatchObject({ total: 0 })
  })
})
