/** What the command line says where the system's language is German. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { german as words, translate } from '../../electron/cli/german.ts'
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

  it.each([
    ['a list', ['tasks', 'list'], 'Keine Aufgaben. Mit `stint tasks add` hinzufügen\n'],
    ['its titles', ['account', 'list'], 'Konto'],
    [
      'a table of the core’s sentences',
      ['doctor'],
      'Die Datenbank und ihre Indizes sind in Ordnung',
    ],
    [
      'a report',
      ['report', '--from', '2026-11-02', '--to', '2026-11-03'],
      ', eigene: nichts erfasst\n',
    ],
    [
      'its filter',
      ['report', '--from', '2026-11-02', '--to', '2026-11-03', '--query', 'Logo'],
      'Wörter „Logo“: 0 von 0 Einträgen\n',
    ],
  ])('an answer says %s in German', async (_what, args, text) => {
    const { stdout, stderr } = await run(await opened(), args, german)
    expect(stdout).toContain(text)
    expect(stderr).toBe('')
  })

  it('help stays as it is', async () => {
    const { stdout } = await run(home(), ['tasks', '--help'], german)
    expect(stdout).toContain('Global options:')
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

describe('what the command line says', () => {
  const folder = join(import.meta.dirname, '../../electron/cli')
  /** Files whose texts are help, which is English, or for a shell. */
  const files = globSync(['*.ts', 'commands/*.ts'], { cwd: folder }).filter(
    (name) => !/^(?:commands|german|help)\.ts$/.test(name),
  )
  /** Called with texts of the command line. */
  const speakers = new Set([
    't',
    'reject',
    'rejectField',
    'countText',
    'listText',
    'parseId',
    'told',
    'plain',
  ])

  /** Texts that someone reads, but not here: data, and the words of other programs. */
  const others = new Set([
    // The name of an import without a file, which its summary keeps.
    'standard input',
    // In help.
    'price list item',
    // What flags take.
    'nullable day',
    'nullable number',
    'nullable text',
  ])

  interface Literal {
    where: string
    text: string
    isSaid: boolean
  }

  /** The types that a declaration names: of itself or of its result, and those that it satisfies. */
  const typesOf = ({ type, ...node }: ts.VariableDeclaration | ts.FunctionDeclaration): string => {
    const value = 'initializer' in node ? node.initializer : undefined
    return [type, value && ts.isSatisfiesExpression(value) ? value.type : undefined]
      .map((each) => each?.getText() ?? '')
      .join(' ')
  }

  /** Every literal of the source that is neither help nor a name of something else. */
  function* literalsOf(file: string): Generator<Literal> {
    const content = readFileSync(join(folder, file), 'utf8')
    const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true)
    function* visit(node: ts.Node, isSaid: boolean): Generator<Literal> {
      if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return
      if (ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name)) {
        yield* visit(node.initializer, isSaid)
        return
      }
      const isHelp =
        (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) &&
        /help$/i.test(node.name.getText())
      if (isHelp) return
      const isOfWords =
        (ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node)) &&
        /\b(?:Word|Answers)\b/.test(typesOf(node))
      const isSpoken = ts.isCallExpression(node) && speakers.has(node.expression.getText())
      const isNowSaid = isSaid || isOfWords || isSpoken
      if (ts.isStringLiteralLike(node)) yield { where: file, text: node.text, isSaid }
      if (ts.isTemplateExpression(node)) {
        const pieces = [node.head, ...node.templateSpans.map(({ literal }) => literal)]
        for (const { text } of pieces) yield { where: file, text, isSaid: false }
      }
      const children: ts.Node[] = []
      ts.forEachChild(node, (child) => void children.push(child))
      for (const child of children) yield* visit(child, isNowSaid)
    }
    yield* visit(source, false)
  }

  const literals = files.flatMap((file) => [...literalsOf(file)])

  /** Commands, flags, addresses and paths keep their names in every language. */
  const isProse = (text: string): boolean => {
    const words = text
      .replaceAll(/`?stint [^`]*`?|--[a-z][\w-]*(?:=\S*)?|\w+:\/\/\S*/g, '')
      .match(/\p{L}{2,}[’\p{L}]*/gu)
    return (
      words !== null && (words.length > 1 ? /\p{L} \p{L}/u.test(text) : /^\p{Lu}\p{Ll}/u.test(text))
    )
  }

  it('goes through what translates it', () => {
    const left = literals.filter(
      ({ text, isSaid }) => !isSaid && isProse(text) && !others.has(text),
    )
    expect(left).toEqual([])
  })

  it('has no German without its English', () => {
    const said = new Set(literals.map(({ text }) => text))
    // Kinds of records and the like come from data.
    const isData = (text: string) => /^[a-z]+$/.test(text)
    expect(Object.keys(words).filter((text) => !said.has(text) && !isData(text))).toEqual([])
  })

  const namesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted()

  it('is plain in German, and has the same placeholders', () => {
    for (const [text, german] of Object.entries(words)) {
      expect(namesIn(german)).toEqual(namesIn(text))
    }
    const texts = Object.entries(words).map(([text, german]) => ({
      where: text,
      english: text,
      german,
    }))
    expect(faultsIn(texts)).toEqual([])
  })

  it('is not translated twice', () => {
    const texts = Object.values(words).map((text) => text.replaceAll(/\{\w+\}/g, '7'))
    expect(texts.filter((text) => translate(text) !== text)).toEqual([])
  })
})
