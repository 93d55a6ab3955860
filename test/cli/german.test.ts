/** What the command line says where the system's language is German. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { calls } from '../../electron/cli/german.ts'
import { faultsIn } from '../support/plain-german.ts'
import { onAnyDay } from '../support/test-day.ts'
import { commandLine } from './run.ts'

onAnyDay()

const { home, run } = commandLine()
const german = { env: { LC_MESSAGES: 'de_AT.UTF-8', LANG: 'en_US.UTF-8' } }

/** A data folder whose first command has told that it is one of this computer only. */
async function opened(): Promise<string> {
  const folder = home()
  await run(folder, ['status'])
  return folder
}

describe('where messages are in German', () => {
  it.each([
    ['a text', ['undo'], 'Nichts rückgängig zu machen\n'],
    ['a sentence with values', ['tasks', 'show', '7'], 'Aufgabe 7 nicht gefunden\n'],
    ['each field', ['tasks', 'add', '--name', ''], 'name: Text eingeben\n'],
    [
      'wrong usage',
      ['status', '--loud'],
      'Unbekannte Option --loud. Siehe `stint status --help`\n',
    ],
  ])('a failure says %s in German', async (_what, args, stderr) => {
    expect(await run(await opened(), args, german)).toMatchObject({ stdout: '', stderr })
  })

  it('JSON stays as it is', async () => {
    const { stdout, stderr } = await run(await opened(), ['tasks', 'show', '7', '--json'], german)
    expect(JSON.parse(stdout)).toEqual({
      error: { code: 'not-found', message: 'Can’t find task 7' },
    })
    expect(stderr).toBe('')
  })
})

it.each([
  ['none', {}],
  ['another', { LANG: 'den_CA.UTF-8' }],
  ['one before German', { LC_ALL: 'C', LC_MESSAGES: 'de_DE', LANG: 'de_DE' }],
])('speaks English where the system names a language: %s', async (_which, env) => {
  const { stderr } = await run(await opened(), ['tasks', 'show', '7'], { env })
  expect(stderr).toBe('Can’t find task 7\n')
})

describe('the German of calls', () => {
  const folder = join(import.meta.dirname, '../../electron/cli')
  const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && name !== 'german.ts')
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')

  it('is of what the command line says', () => {
    const isSaid = (text: string) => text.split(/\{\w+\}/).every((piece) => source.includes(piece))
    expect(Object.keys(calls).filter((text) => !isSaid(text))).toEqual([])
  })

  it('is plain, and has the same placeholders', () => {
    const namesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted()
    for (const [text, words] of Object.entries(calls)) expect(namesIn(words)).toEqual(namesIn(text))
    expect(
      faultsIn(
        Object.entries(calls).map(([text, words]) => ({
          where: text,
          english: text,
          german: words,
        })),
      ),
    ).toEqual([])
  })
})
