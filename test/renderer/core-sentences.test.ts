/** The English sentences of the core, and their translations in every language. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { categoryCreate } from '#shared/resources/category.ts'
import { expenseCreate } from '#shared/resources/expense.ts'
import { timeCreate } from '#shared/resources/time.ts'
import { fieldLabel } from '../../renderer/app/labels/field-labels.ts'
import { stored } from '#shared/sentences/de/stored.ts'
import { inEnglish, sentence, type Sentence } from '#shared/sentences/sentence.ts'
import type { CoreTranslations } from '#shared/sentences/translator.ts'
import { createCoreTranslator, untranslated } from '../../renderer/app/messages/core-sentences.ts'
import { saysInstead } from '../support/plain-english.ts'

const tables = Object.entries(
  import.meta.glob<CoreTranslations>('../../shared/sentences/*/core.ts', { eager: true }),
).map(([path, words]) => [path.split('/').at(-2)!, words] as const)

const wordsIn = ({ core, sentences }: CoreTranslations): Record<string, string> => ({
  ...core,
  ...sentences,
})

/** Every sentence of the core, and of what the command line starts, is in one of these files. */
const root = join(import.meta.dirname, '../..')
const started = [
  'electron/browser/host.ts',
  'electron/service/demo/prepare-demo.ts',
  ...['administration', 'back-up-database', 'environment', 'index', 'server'].map(
    (name) => `electron/service/${name}.ts`,
  ),
]
const files = [
  ...['electron/core', 'electron/main', 'shared'].flatMap((part) =>
    readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.startsWith('sentences/'))
      .map((name) => `${part}/${name}`),
  ),
  ...started,
].map((file) => ({ file, content: readFileSync(join(root, file), 'utf8') }))
const source = files.map(({ content }) => content).join('\n')

/** Files whose texts no window shows: of a service's database, of the desktop, for other people. */
const unheard =
  /core\/store\/(?:migrations\/|database\/(?:named-statement|postgres)|open\/migrate)|main\/messages\/|sync\/engine\/support-report|doctor\/report-text/
/** Neither shown to a person nor entered by one. */
const noWords = new Set([
  'no transaction is active',
  'begin immediate; rollback',
  'This file is the database of the Stint app, not of a service',
  // In a response.
  'Can’t read this request.',
  // Why an account's file was found damaged: only logged.
  'nothing was in it',
  'its pages do not fit together',
])

/** A text of the sources as the parts between its placeholders. */
function* textsIn({ file, content }: (typeof files)[number]): Generator<string[]> {
  const isLogged = (node: ts.CallExpression) => /\blog\b/.test(node.expression.getText())
  function* visit(node: ts.Node): Generator<string[]> {
    if (ts.isTaggedTemplateExpression(node) || ts.isTypeNode(node)) return
    if (ts.isNewExpression(node) && node.expression.getText().endsWith('Error')) {
      if (node.expression.getText() !== 'FailureError') return
    }
    if (ts.isCallExpression(node) && isLogged(node)) return
    if (ts.isStringLiteralLike(node)) yield [node.text]
    if (ts.isTemplateExpression(node)) {
      yield [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
    }
    const children: ts.Node[] = []
    ts.forEachChild(node, (child) => void children.push(child))
    for (const child of children) yield* visit(child)
  }
  yield* visit(ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true))
}

const texts = files.flatMap((one) =>
  [...textsIn(one)].map((pieces) => ({ file: one.file, pieces })),
)
const kinds = ['project', 'task', 'client', 'charge', 'category', 'webhook', 'user']

const isSentence = (text: string): boolean =>
  /^[\p{L}“`…][^ ]* /u.test(text) &&
  !/[_=]\w|= \?|= \d|\w as \w|'self'|\b(?:select|update|insert|delete from|is null)\b/.test(text) &&
  (text.match(/(?<![\w.])\p{L}[\p{L}’'-]*/gu)?.length ?? 0) >= 3

describe.each(tables)('the sentences of the core, in %s', (_, words) => {
  const sentences = wordsIn(words)
  /** Sentences kept in old history that the core does not write any more. */
  const keys = Object.keys(sentences).filter((key) => !(key in stored))
  const translate = createCoreTranslator(words)

  it('are all still in the core', () => {
    const isField = (name: string) => {
      const field = name.toLowerCase().replaceAll(' ', '_')
      return new RegExp(`\\b${field}(?:_id)?\\b`).test(source)
    }
    // These parts are composed there: a kind, one or several of something.
    const pieces = new Set(texts.flatMap((one) => one.pieces.map((piece) => piece.trim())))
    const wholeWords = (piece: string) =>
      new RegExp(
        `(?<!\\p{L})${piece.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}s?(?!\\p{L})`,
        'u',
      )
    const isSaid = (text: string, of: readonly RegExp[] = []): boolean =>
      /^\W*1?$/.test(text) ||
      source.includes(text) ||
      of.some((piece) => {
        const rest = text.split(piece)
        return rest.length > 1 && rest.every((part) => isSaid(part.trim(), of))
      })
    const isSaidInPieces = (text: string) =>
      isSaid(
        text,
        [...pieces, ...kinds]
          .filter((piece) => piece.length > 1 && text.includes(piece))
          .map(wholeWords),
      )
    const stale = keys.filter(
      (key) =>
        !key
          .split(/\{\w+\}/)
          .every((piece) => isSaid(piece.trim()) || isSaidInPieces(piece.trim())) && !isField(key),
    )
    expect(stale).toEqual([])
  })

  it('name every field that a service may refuse', () => {
    const fields = [timeCreate, expenseCreate, categoryCreate].flatMap(({ shape }) =>
      Object.keys(shape),
    )
    expect(fields.map((field) => fieldLabel(field)).filter((name) => !(name in sentences))).toEqual(
      [],
    )
  })

  it('are complete', () => {
    const holdsAll = (text: string) =>
      keys.some((key) => {
        let from = 0
        return text.split(/…s?/).every((piece) => {
          const at = key.indexOf(piece.trim(), from)
          from = at + piece.trim().length
          return at !== -1
        })
      })
    const isTold = (text: string) => translate(text) !== text || text.split('. ').every(holdsAll)
    const left = texts
      .filter(({ file }) => !unheard.test(file))
      .map(({ file, pieces }) => ({ file, text: pieces.join('…') }))
      .filter(({ text }) => isSentence(text) && !noWords.has(text) && !isTold(text))
    expect(left).toEqual([])
  })

  it('have the same placeholders', () => {
    const namesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted()
    for (const [key, words] of Object.entries(sentences)) {
      expect({ key, in: namesIn(words) }).toEqual({ key, in: namesIn(key) })
    }
  })
})

it.each(saysInstead)('the core does not use %s, but: %s', (pattern) => {
  // Every sentence of the core is in each table; flags and commands keep their names.
  const said = [...new Set(tables.flatMap(([, words]) => Object.keys(wordsIn(words))))]
    .filter((sentence) => !(sentence in stored))
    .map((sentence) => sentence.replaceAll(/`[^`]*`|--[\w-]+(?: \w+)?|\{\w+\}/g, '0'))
  expect(said.filter((sentence) => pattern.test(sentence))).toEqual([])
})

describe('a sentence of the core', () => {
  const translate = createCoreTranslator(new Map(tables).get('de')!)

  it('is translated whole, by a pattern, and within another', () => {
    expect(translate('Nothing to undo')).toBe('Nichts rückgängig zu machen')
    expect(translate('Undone: Deleted “Call (2) | a+b”')).toBe(
      'Rückgängig gemacht: „Call (2) | a+b“ gelöscht',
    )
    expect(translate('Undid: Redid: Added project “{x}”')).toBe(
      'Rückgängig gemacht: Wiederholt: Projekt „{x}“ hinzugefügt',
    )
    expect(translate('Received 3 entries from the service')).toBe('3 Einträge vom Dienst empfangen')
    expect(translate('Deleted “two\nlines”')).toBe('„two\nlines“ gelöscht')
    expect(translate('What nobody translated')).toBe('What nobody translated')
    expect(translate('Changed “Hotel” from 100.00 EUR to 10000 JPY')).toBe(
      '„Hotel“ von 100.00 EUR auf 10000 JPY geändert',
    )
    expect(translate('Counted “Call” as 30 minutes (2 × 15) instead of 24 (4 × 6)')).toBe(
      '„Call“ zählt 30 Minuten (2 × 15) statt 24 (4 × 6)',
    )
  })

  it('with values says those as they are, and what kind of record is meant in its own words', () => {
    const missing = sentence('Can’t find {kind} {number}', { kind: 'charge', number: 7 })
    expect(inEnglish(missing)).toBe('Can’t find price list item 7')
    expect(translate(missing)).toBe('Position 7 nicht gefunden')
    const kinds = sentence('Your account isn’t allowed to change {kinds} on this service', {
      kinds: 'project',
    })
    expect(inEnglish(kinds)).toBe('Your account isn’t allowed to change projects on this service')
    expect(translate(kinds)).toBe('Dieses Konto darf Projekte bei diesem Dienst nicht ändern')
    const backup = sentence(
      'The database was damaged. Stint set it aside and restored the backup from {moment}',
      { moment: '2026-11-20 12:05' },
    )
    expect(inEnglish(backup)).toMatch(/ from 2026-11-20 12:05$/)
    expect(untranslated(backup)).toMatch(/ from Fri 20 Nov, 12:05$/)
    expect(translate(backup)).toMatch(/^Die Datenbank war .* vom Fri 20 Nov, 12:05 wieder/)
    const name = sentence('Can’t find account {name}', { name: 'records {name}' })
    expect(inEnglish(name)).toBe('Can’t find account records {name}')
    expect(translate(name)).toBe('Konto records {name} nicht gefunden')
  })

  it('may have others in it, and titles, and may have been worded differently once', () => {
    const subject = '“an entry from {before} to Paris”'
    const changed = sentence('Changed {subject}', { subject })
    expect(translate(changed)).toBe('„an entry from {before} to Paris“ geändert')
    const undone = sentence('Undone: {summary}', { summary: changed })
    expect(inEnglish(undone)).toBe('Undone: Changed “an entry from {before} to Paris”')
    expect(translate(undone)).toBe('Rückgängig gemacht: „an entry from {before} to Paris“ geändert')
    const several = sentence('{count} entries', { count: 3 })
    expect(translate(sentence('Deleted {subject}', { subject: several }))).toBe(
      '3 Einträge gelöscht',
    )
    expect(translate(sentence('Undone: {summary}', { summary: 'Undid: Deleted “Call”' }))).toBe(
      'Rückgängig gemacht: Rückgängig gemacht: „Call“ gelöscht',
    )
    const former = { text: 'Took {name} as the service has it', values: { name: '“Call”' } }
    expect(translate(former as unknown as Sentence)).toBe('Version des Dienstes übernommen: „Call“')
  })

  it('leaves names as people wrote them', () => {
    expect(translate('Deleted task “Task”')).toBe('Aufgabe „Task“ gelöscht')
    expect(translate('Changed “records”')).toBe('„records“ geändert')
    expect(translate('You may not have many entries')).toBe('You may not have many entries')
    // What a name has in common with a sentence does not take it apart.
    expect(translate('Changed “Trip from Rome to Paris”')).toBe(
      '„Trip from Rome to Paris“ geändert',
    )
    expect(translate('Changed “Trip from Rome to Paris” from 1 EUR to 2 EUR')).toBe(
      '„Trip from Rome to Paris“ von 1 EUR auf 2 EUR geändert',
    )
    expect(translate('Undone: Stopped “Call at the start of the week”')).toBe(
      'Rückgängig gemacht: „Call at the start of the week“ gestoppt',
    )
    expect(translate('Deleted “5” screen, and 3 more”')).toBe('„5” screen, and 3 more“ gelöscht')
  })

  it('may be one of several in a text', () => {
    expect(
      translate('Recovered the running timer. Everything on the service is downloaded again'),
    ).toBe(
      'Erhalten geblieben: der laufende Timer. Alle Daten des Dienstes werden erneut heruntergeladen',
    )
    expect(
      translate('Can’t reach the service. Your changes are saved here and will sync later'),
    ).toBe(
      'Der Dienst ist nicht erreichbar. Alle Änderungen sind hier gespeichert und werden später synchronisiert',
    )
    expect(
      translate(
        'Couldn’t write to the disk. Free up some space and try again (/home/ada/stint.db)',
      ),
    ).toBe(
      'Schreiben auf die Festplatte nicht möglich. Speicherplatz freigeben und erneut versuchen (/home/ada/stint.db)',
    )
  })

  it.each([
    ['Cleared 1 broken reference', '1 defekter Verweis entfernt'],
    [
      '4 backups. The latest, daily-1.db, is OK',
      '4 Sicherungen. Die neueste, daily-1.db, ist in Ordnung',
    ],
    [
      'Made 2 files or folders private. Others could read them before',
      '2 Dateien oder Ordner sind jetzt privat. Bisher war der Inhalt für andere lesbar',
    ],
    [
      'Only 90 MB free on the disk. Free up some space',
      'Nur 90 MB auf der Festplatte frei. Speicherplatz freigeben',
    ],
    ['quantity: isn’t a whole number', 'Menge: ist keine ganze Zahl'],
    ['belongs to Ada', 'gehört Ada'],
    [
      'This account is or was open on another computer, “records”, last seen at 09:12. Close it there, or try again after 09:22',
      'Dieses Konto ist oder war auf einem anderen Computer geöffnet („records“, zuletzt um 09:12). Dort schließen oder nach 09:22 erneut versuchen',
    ],
    ['Imported 1 entry and 3 expenses from a.csv', '1 Eintrag und 3 Ausgaben aus a.csv importiert'],
    ['Changed 3 entries, deleted 2', '3 Einträge geändert, 2 gelöscht'],
  ])('is composed from the counts: %s', (text, words) => {
    expect(translate(text)).toBe(words)
  })
})
