/** Completion and the man page, which are made of what the commands themselves say. */
import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { commands } from '../../electron/cli/commands.ts'
import { completionFor } from '../../electron/cli/surface/completion.ts'
import { manPage } from '../../electron/cli/surface/man-page.ts'
import { readSurface } from '../../electron/cli/surface/surface.ts'

const surface = await readSurface(commands)
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
  expect(verbs.get('service')).toEqual(expect.arrayContaining(['organisation', 'user', 'token']))
  expect(verbs.get('export')).toEqual(['times', 'expenses'])
  expect(verbs.get('status')).toEqual([])
})

describe.skipIf(!has('bash'))('completion for bash', () => {
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
    expect(complete('times', 'list', '--s')).toEqual(['--sort-key', '--sort-asc'])
    expect(complete('times', 'add', '--s')).toEqual(['--start'])
    expect(complete('times', '--query', 'x', 'l')).toEqual(['list'])
    expect(complete('import', 'toggl.csv', '--dry')).toEqual(['--dry-run'])
    expect(complete('frobnicate', '')).toEqual([])
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

it.skipIf(!has('groff'))('the man page is set by groff without a warning', () => {
  const set = spawnSync('groff', ['-man', '-Tutf8', '-K', 'utf8', '-ww'], {
    input: page,
    encoding: 'utf8',
  })
  expect(set.stderr).toBe('')
  expect(set.stdout).toContain('stint times list')
})
