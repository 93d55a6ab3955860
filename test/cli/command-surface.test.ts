/** Completion and the man page, which are generated from the commands' own definitions. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { commands } from '../../electron/cli/commands.ts'
import { completionFor } from '../../electron/cli/introspection/completion.ts'
import { manPage } from '../../electron/cli/introspection/man-page.ts'
import { describeCommands } from '../../electron/cli/introspection/command-surface.ts'
import { ensureProgram } from '../support/ensure-program.ts'
import { needs } from '../support/needs.ts'

const surface = await describeCommands(commands)
const has = (program: string) => spawnSync(program, ['--version']).status === 0

it('every flag of a command is in its help', () => {
  for (const { name, help, flags } of surface) {
    for (const flag of flags) expect(help, `${name} --${flag.name}`).toContain(`--${flag.name}`)
  }
})

it('the words that a group knows are read off its help', () => {
  const verbs = new Map(surface.map(({ name, verbs }) => [name, verbs]))
  expect(verbs.get('times')).toEqual(['list', 'add', 'show', 'update', 'delete'])
  expect(verbs.get('account')).toEqual(expect.arrayContaining(['list', 'use', 'remove']))
  expect(verbs.get('service')).toEqual(
    expect.arrayContaining(['organization', 'organisation', 'user', 'token']),
  )
  expect(verbs.get('export')).toEqual(['times', 'expenses', 'report'])
  expect(verbs.get('status')).toEqual([])
})

describe('completion for bash', () => {
  needs(has('bash'), 'bash is not here (apt-get install bash)')
  const script = completionFor('bash', surface)
  const complete = (...typed: string[]): string[] => {
    const words = typed.map((word) => `'${word}'`).join(' ')
    const asked = `${script}\nCOMP_WORDS=(stint ${words}); COMP_CWORD=${typed.length}; _stint; echo "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['-c', asked], { encoding: 'utf8' }).split(/\s+/).filter(Boolean)
  }

  it('knows commands, verbs and the flags that a verb takes', () => {
    expect(complete('ti')).toEqual(['times'])
    expect(complete('--home', 'x', 'exp')).toEqual(['expenses', 'export'])
    expect(complete('times', 'l')).toEqual(['list'])
    expect(complete('times', 'list', '--s')).toEqual(['--sort-key', '--sort-asc', '--status'])
    expect(complete('times', 'add', '--s')).toEqual(['--start'])
    expect(complete('times', '--query', 'x', 'l')).toEqual(['list'])
    expect(complete('import', 'toggl.csv', '--dry')).toEqual(['--dry-run'])
    expect(complete('frobnicate', '')).toEqual([])
  })
})

const folder = mkdtempSync(join(tmpdir(), 'stint-shells-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('completion for zsh', () => {
  needs(ensureProgram('zsh'), 'zsh is not here (apt-get install zsh)')
  const file = join(folder, '_stint')
  writeFileSync(file, completionFor('zsh', surface))
  /** The choices of the function; zsh itself leaves out those that do not begin as typed. */
  const offers = (...typed: string[]): string[] => {
    const words = ['stint', ...typed].map((word) => `'${word}'`).join(' ')
    const asked = [
      'compdef() { : }; _files() { : }; compadd() { shift; print -l -- "$@" }',
      `source ${file}; words=(${words}); CURRENT=$#words; _stint; true`,
    ].join('\n')
    const said = execFileSync('zsh', ['-fc', asked], { encoding: 'utf8' })
    return said.split(/\s+/).filter(Boolean)
  }

  it('knows commands, verbs and the flags that a verb takes', () => {
    expect(offers('')).toEqual(expect.arrayContaining(['times', 'export', '--home']))
    expect(offers('--home', 'x', '')).toContain('export')
    expect(offers('times', '')).toEqual(expect.arrayContaining(['list', 'add']))
    expect(offers('times', 'list', '')).toContain('--sort-key')
    expect(offers('times', 'add', '')).not.toContain('--sort-key')
    expect(offers('frobnicate', '')).toEqual([])
  })
})

describe('completion for fish', () => {
  needs(ensureProgram('fish'), 'fish is not here (apt-get install fish)')
  const file = join(folder, 'stint.fish')
  writeFileSync(file, completionFor('fish', surface))
  const complete = (typed: string): string[] => {
    const asked = `source ${file}; complete -C 'stint ${typed}'`
    const said = execFileSync('fish', ['--no-config', '-c', asked], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: folder },
    })
    return said.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')[0]!]))
  }

  it('knows commands, verbs and the flags that a verb takes', () => {
    expect(complete('ti')).toEqual(['times'])
    expect(complete('--home x exp')).toEqual(['expenses', 'export'])
    expect(complete('times l')).toEqual(['list'])
    expect(complete('times list --s')).toEqual(['--sort-asc', '--sort-key', '--status'])
    expect(complete('times add --st')).toEqual(['--start'])
    expect(complete('import toggl.csv --dry')).toEqual(['--dry-run'])
  })
})

it('completion for every shell names every command and every flag', () => {
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    const script = completionFor(shell, surface)
    for (const { name, flags } of surface) {
      expect(script).toContain(name)
      for (const flag of flags) {
        expect(script).toMatch(new RegExp(`(--|-l )${flag.name}\\b`))
      }
    }
  }
})

const page = manPage(surface, '1.2.3', '2026-11-21')

it('the man page has every line of every help', () => {
  for (const { help } of surface) {
    for (const line of help.split('\n')) {
      expect(page).toContain(line.replaceAll('\\', '\\e').replaceAll('-', '\\-'))
    }
  }
})

it('the man page is set by groff without a warning', ({ skip }) => {
  skip(!has('groff'), 'groff is not here (apt-get install groff)')
  const set = spawnSync('groff', ['-man', '-Tutf8', '-K', 'utf8', '-ww'], {
    input: page,
    encoding: 'utf8',
  })
  expect(set.stderr).toBe('')
  expect(set.stdout).toContain('stint times list')
})

it('the man page has nothing that mandoc warns of', ({ skip }) => {
  skip(!ensureProgram('mandoc'), 'mandoc is not here (apt-get install mandoc)')
  const file = join(folder, 'stint.1')
  writeFileSync(file, page)
  const linted = spawnSync('mandoc', ['-Tlint', '-Wwarning', file], { encoding: 'utf8' })
  expect(linted.stdout + linted.stderr).toBe('')
})

/** Every row of the command line that users and scripts rely on: these have to stay. */
const rows: readonly [command: string, verbs: string, flags: string][] = [
  ['app', '', 'port no-open'],
  ['serve', '', 'db port host base-url capabilities demo'],
  [
    'service',
    'organization organisation user token rate',
    'db organization organisation name email owner',
  ],
  ['connect', '', 'header scheme zone'],
  ['account', 'list use remove', ''],
  ['status', '', ''],
  ['start', '', 'at ago'],
  ['stop', '', ''],
  ['switch', '', ''],
  ['continue', '', ''],
  ['discard', '', ''],
  [
    'times',
    'list add show update delete',
    'query sort-key sort-asc date page limit start project-id',
  ],
  ['expenses', 'list add show update delete', 'query sort-key sort-asc page limit project-id'],
  ['categories', 'list add show update delete restore', 'query sort-key sort-asc page limit'],
  ['webhooks', 'list', 'page limit'],
  ['projects', 'list add show update delete', 'query sort-key sort-asc page limit'],
  ['clients', 'list add show update delete', 'query sort-key sort-asc page limit'],
  ['tasks', 'list add show update delete', 'query sort-key sort-asc page limit'],
  ['charges', 'list add show update delete', 'query sort-key sort-asc page limit'],
  ['sync', '', 'wait'],
  ['inbox', 'list resolve', 'take'],
  ['history', '', ''],
  ['undo', '', ''],
  ['redo', '', ''],
  ['trash', 'list restore', ''],
  ['report', '', 'saved from to by'],
  ['export', 'times expenses', 'format'],
  ['import', '', 'from dry-run'],
  ['backup', '', ''],
  ['verify', '', ''],
  ['restore', '', ''],
  ['doctor', '', ''],
]

it.each(rows)('keeps stint %s with its verbs and flags', (name, verbs, flags) => {
  const found = surface.find((command) => command.name === name)
  const words = (text: string) => text.split(' ').filter(Boolean)
  expect(found?.verbs).toEqual(expect.arrayContaining(words(verbs)))
  expect(found?.flags.map((flag) => flag.name)).toEqual(expect.arrayContaining(words(flags)))
})
