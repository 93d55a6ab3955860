import { describe, expect, it } from 'vitest'
import { commandLine } from './run.ts'

const { home, run, json } = commandLine()

interface Refused {
  error: { code: string; message: string; fields?: Record<string, string[]> }
}

describe('a call that the command line does not know', { timeout: 30_000 }, () => {
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
  ])('is answered with usage and exit code 2: %s', async (_what, args) => {
    const { code, value } = await json<Refused>(home(), args)
    expect(code).toBe(2)
    expect(value.error.code).toBe('usage')
    expect(value.error.message).not.toMatch(/undefined|\[object|node:/)
  })

  it('is told to people on standard error, with nothing on standard output', async () => {
    const { code, stdout, stderr } = await run(home(), ['status', '--loud'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('--loud')
    expect(stderr).toContain('stint status --help')
  })
})

describe('help', { timeout: 30_000 }, () => {
  it('lists every command, also when nothing was asked', async () => {
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

describe('global flags', { timeout: 30_000 }, () => {
  it('may stand before the command, and name the data folder', async () => {
    const [elsewhere, usual] = [home(), home()]
    const added = await json(usual, ['--home', elsewhere, 'tasks', 'add', '--name', 'Call'])
    expect(added).toMatchObject({ code: 0, value: { name: 'Call' } })
    expect((await json(elsewhere, ['tasks', 'list'])).value).toMatchObject({ total: 1 })
    expect((await json(usual, ['tasks', 'list'])).value).toMatchObject({ total: 0 })
  })
})
