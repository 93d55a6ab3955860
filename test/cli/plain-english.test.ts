/**
 * The texts of the command line, its hosts and the service follow the rules of the windows' texts;
 * the service's reference follows those of references too.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { commands } from '../../electron/cli/commands.ts'
import { commandHelp, programHelp } from '../../electron/cli/help.ts'
import { manPage } from '../../electron/cli/introspection/man-page.ts'
import { describeCommands } from '../../electron/cli/introspection/command-surface.ts'
import { createOpenApiDocument } from '#service/openapi/document.ts'
import { errorDescriptions } from '#service/openapi/error-responses.ts'
import { renderReferencePage } from '#service/openapi/page/reference-page.ts'
import { serviceEndpoints } from '#service/routes/index.ts'
import type { Service } from '#service/service-context.ts'
import { capabilities, type Capability } from '#shared/resources/service-info.ts'
import { referenceSaysInstead, saysInstead } from '../support/plain-english.ts'

const root = join(import.meta.dirname, '../..')

/**
 * The files with sentences for people, in a terminal, a log or a response. Demo records have words
 * of their own; the reference, the notices and the desktop's messages are checked as they are
 * read.
 */
const sources = globSync(
  [
    'electron/{browser,cli,local-api,main,package,service}/**/*.{ts,cjs}',
    'electron/core/{node,store}/**/*.ts',
  ],
  {
    cwd: root,
    exclude: [
      'electron/service/{demo,openapi}/**',
      'electron/core/store/migrations/**',
      'electron/main/messages/**',
      'electron/package/notices.ts',
      'electron/cli/german.ts',
      'electron/cli/introspection/completion.ts',
    ],
  },
)

/** Names in code, which stay: commands, flags, fields, choices and values of theirs. */
const withoutCode = (text: string): string =>
  text
    .replaceAll(/`[^`]*`/g, '0')
    .replaceAll(/--[a-z][a-z-]*(?:[ =][A-Z\d|][\w,|-]*)?/g, '0')
    .replaceAll(/\w+(?:\|\w+)+/g, '0')
    .replaceAll(/\b[a-z]+_[a-z_]+\b/g, '0')

/**
 * Help, which is checked as printed, pages, names of what is missing in a database, SQL, and macros
 * of packages.
 */
const isOther = (text: string): boolean =>
  /^stint |^\s+(?:--|TEXT)|\n +--|^<|^\.TH|^\w+ of an? \w+$/.test(text) ||
  /^\s*select\s|^is not$|^[\w.]+ as \w+$|^%/.test(text)

/** A sentence has blanks between its words; a text without one is a name. */
function sentencesOf(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8')
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest)
  const found: string[] = []
  const add = (text: string) => {
    if (/[a-z]{2,} [a-z]{2,}/i.test(text) && !isOther(text)) found.push(withoutCode(text))
  }
  const walk = (node: ts.Node) => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText(parsed).startsWith('sql')) return
    if (ts.isStringLiteralLike(node)) add(node.text)
    else if (ts.isTemplateExpression(node)) {
      add(
        [node.head, ...node.templateSpans.map(({ literal }) => literal)]
          .map(({ text }) => text)
          .join('0'),
      )
    }
    ts.forEachChild(node, walk)
  }
  walk(parsed)
  return found
}

const surface = await describeCommands(commands)

/** Help without the calls at the head of its lines: `stint times list`, two blanks, what it does. */
const helps = [
  programHelp(),
  ...(await Promise.all(
    Object.values(commands).map(async ({ load }) => commandHelp(await load())),
  )),
].map((help) =>
  help
    .replaceAll(/^stint .*?(?: {2,}|$)|^ {2}[a-z]+ {2,}/gm, '')
    .replaceAll(/^ +--(?:sort-key|columns|record) [^\n]*(?:\n {10,}[^\n]*)*/gm, '')
    .split('\n'),
)

describe('the help of the command line', () => {
  const said = helps.flat().map(withoutCode)

  it.each(saysInstead)('does not say %s, but: %s', (pattern) => {
    expect(said.filter((line) => pattern.test(line))).toEqual([])
  })

  it('has no semicolons in sentences', () => {
    expect(said.filter((line) => /^[A-Z].*;/.test(line))).toEqual([])
  })

  it('says what to do: a summary begins with a verb in the imperative', () => {
    expect(surface.filter(({ summary }) => /^\w+s\b/.test(summary))).toEqual([])
  })
})

describe('the man page', () => {
  it('says the rest as plainly', () => {
    const [head = '', tail = ''] = manPage(surface, '1.2.3', '2026-11-21').split('.SH COMMANDS')
    const said = head + tail.slice(tail.indexOf('.SH EXIT'))
    const broken = saysInstead.filter(
      ([pattern]) => !pattern.source.includes('\'"') && pattern.test(said),
    )
    expect(broken).toEqual([])
  })
})

const everything = new Set(capabilities)
const documentOf = (switchedOn: ReadonlySet<Capability>) =>
  createOpenApiDocument(
    serviceEndpoints({ capabilities: switchedOn } as unknown as Service),
    switchedOn,
  )
const document = documentOf(everything)

describe('every sentence of the command line, its hosts, its databases and the service', () => {
  /** The reference has rules of its own, below. */
  const ofReference = new Set<string>()
  JSON.stringify(document, (_, value: unknown) => {
    if (typeof value === 'string') ofReference.add(withoutCode(value))
    return value
  })
  const said = sources.flatMap(sentencesOf).filter((text) => !ofReference.has(text))

  it.each(saysInstead)('does not say %s, but: %s', (pattern) => {
    expect(said.filter((text) => pattern.test(text))).toEqual([])
  })

  it('has no semicolons', () => {
    expect(said.filter((text) => /^[A-Z“].*;/.test(text))).toEqual([])
  })
})

describe('the reference of the service', async () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

  /** Every text of the document, also where the page does not show it. */
  const documented: string[] = []
  JSON.stringify(document, (name, value: unknown) => {
    if (name === 'example') return undefined
    if (/^(?:description|summary)$/.test(name) && typeof value === 'string') documented.push(value)
    return value
  })

  /** The texts of the page, without its samples. */
  const shown = (
    await Promise.all([
      renderReferencePage(document, everything),
      renderReferencePage(documentOf(new Set()), new Set()),
    ])
  ).flatMap((page) =>
    page
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/<pre.*?<\/pre>|<(?!\/?code\b)[^>]*>/g, '\n')
      .replaceAll(/<\/?code>/g, '`')
      .replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"')
      .split(/ *\n */),
  )

  /** A charge is a resource here, not what a client pays. */
  const said = [...new Set([...documented, ...shown, ...Object.values(errorDescriptions)])]
    .filter((text) => /\w \w|^[A-Z]\w+$/.test(text))
    .map((text) => withoutCode(text).replaceAll(/\bcharges?\b/gi, '0'))

  it('is read as a whole', () => {
    expect(said.length).toBeGreaterThan(150)
    for (const { summary } of operations) expect(shown).toContain(summary)
  })

  it.each([...saysInstead, ...referenceSaysInstead])('does not say %s, but: %s', (pattern) => {
    expect(said.filter((text) => pattern.test(text))).toEqual([])
  })

  it('has no semicolons, and a comma before the last of three', () => {
    expect(said.filter((text) => /;|\w, \w+ (?:and|or) /.test(text))).toEqual([])
  })

  it('names an endpoint by what to do, and describes it by what it does', () => {
    expect(operations.filter(({ summary }) => !/^[A-Z][a-z]+ /.test(summary))).toEqual([])
    expect(operations.filter(({ summary }) => /^(?:\w+s|This|Is|Can) /.test(summary))).toEqual([])
    const described = operations.flatMap(({ description }) => description ?? [])
    expect(described.filter((text) => !/^[A-Z][a-z]+s [^]*\.$/.test(text))).toEqual([])
  })
})

describe('what packages bring to read', () => {
  const read = (file: string) => readFileSync(join(root, 'electron/package', file), 'utf8')
  const notices = read('THIRD-PARTY-NOTICES')
  const said = [
    notices.slice(0, notices.indexOf('---')),
    ...new Set(notices.match(/^Licen[cs]e: /gm)),
    ...read('stint.service').match(/(?<=^# ).*/gm)!,
    read('stint-desktop.1').replaceAll(/^\.(?:TH|SH|BI|TP).*$|^\.[A-Z]+ |\\/gm, ''),
    ...read('app.stint.Stint.desktop').match(/(?<=^(?:GenericName|Comment)=).*/gm)!,
    read('app.stint.Stint.metainfo.xml')
      .replaceAll(/<(\w+) xml:lang="de">.*?<\/\1>/g, '')
      .replaceAll(/<[^>]*>/g, '\n'),
  ]

  it.each(saysInstead)('does not say %s, but: %s', (pattern) => {
    expect(said.filter((text) => pattern.test(text))).toEqual([])
  })
})
