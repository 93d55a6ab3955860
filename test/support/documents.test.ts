/** Checks that documents name only what exists, and that they use the language of the comments. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { britishSpelling } from './american-spelling.ts'
import { bannedPhrases } from './banned-phrases.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const documents = globSync(['*.md', 'docs/**/*.md', '{electron,renderer}/**/README.md'], {
  cwd: root,
}).toSorted()
const sources = globSync('{electron,renderer,shared,test,.ci}/**/*.{ts,cjs,vue}', { cwd: root })
const workflows = globSync('.github/**/*.yml', { cwd: root })
const settings = globSync(['*.ts', '.*.{js,cjs}', 'electron/package/*.toml'], { cwd: root })
const sourceText = [...sources, ...workflows].map(read).join('\n')
const files = globSync(['*', '.*', '{.github,docs,electron,renderer,shared,test}/**/*'], {
  cwd: root,
})

/** Names of other programs. */
const foreign = new Set([
  'autoUpdater',
  'showSaveFilePicker',
  'synchronous_commit',
  'Runtime_TierUpWasmToJSWrapper',
])

const withoutBlocks = (text: string): string => text.replaceAll(/^```[^]*?^```/gm, '')

/** Texts in backticks that are file names: they end in the extension of a source or a document. */
const pathsIn = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(/`([\w.*/@-]+\.(?:ts|cjs|js|vue|md|css|sql))`/g)].map(
    ([, path]) => path!,
  )

/** Documents shorten paths: `merge.ts` and `sync/decide/merge.ts` name the same file. */
function exists(path: string): boolean {
  const pattern = path.replaceAll('.', String.raw`\.`).replaceAll('*', '[^/]*')
  const suffix = new RegExp(`(?:^|/)${pattern}$`)
  return files.some((file) => suffix.test(file))
}

const headingsOf = (document: string): string[] =>
  [...withoutBlocks(read(document)).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!)

/** The anchor that a heading has in a rendered document. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const british = new RegExp(`organisation|${britishSpelling.source}`, 'gi')
const words = new RegExp(String.raw`\b(?:${bannedPhrases.join('|')})\b`, 'gi')

describe.each(documents)('%s', (document) => {
  const text = read(document)

  it('names files that exist', () => {
    expect(pathsIn(text).filter((path) => !exists(path))).toEqual([])
  })

  it('names identifiers that occur in the sources', () => {
    const names = [...withoutBlocks(text).matchAll(/`([A-Za-z_$][\w$]*)(?:\(.*?\))?`/g)]
      .map(([, name]) => name!)
      .filter((name) => /[a-z][A-Z]|_/.test(name))
    expect(names.filter((name) => !sourceText.includes(name) && !foreign.has(name))).toEqual([])
  })

  it('links to files and headings that exist', () => {
    const broken = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].filter(
      ([, file, anchor]) => {
        const target = file ? join(dirname(document), file) : document
        if (!existsSync(join(root, target))) return true
        return anchor !== undefined && !headingsOf(target).map(anchorOf).includes(anchor)
      },
    )
    expect(broken.map(([link]) => link)).toEqual([])
  })

  it('uses none of the phrases that comments may not use', () => {
    expect(withoutBlocks(text).match(words) ?? []).toEqual([])
  })

  it('uses American spelling, like the screens', () => {
    expect(
      withoutBlocks(text)
        .replaceAll(/`[^`]*`/g, '')
        .match(british) ?? [],
    ).toEqual([])
  })
})

describe.each(['electron/core/store', 'electron/core/sync', 'renderer/app'])('%s', (parent) => {
  const entries = readdirSync(join(root, parent), { withFileTypes: true })

  it('has no file outside of its folders', () => {
    expect(entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)).toEqual([])
  })

  it('says what belongs in each of its folders', () => {
    const silent = entries.filter(({ name }) => !existsSync(join(root, parent, name, 'README.md')))
    expect(silent.map(({ name }) => name)).toEqual([])
  })
})

/** A document is named by its path from the root, or by its name alone if no other has it. */
function documentNamed(name: string): string | undefined {
  if (documents.includes(name)) return name
  const found = documents.filter((document) => document.endsWith(`/${name}`))
  return found.length === 1 ? found[0] : undefined
}

describe('references to documents', () => {
  /** The name of a document, which a comma and the title of a section may follow. */
  const reference = /\b(docs\/[\w./-]+\.md|[A-Z]+\.md)(?:, ([A-Z][^).:;]*))?/g
  const references = [...sources, ...settings, ...workflows, ...documents].flatMap((file) => {
    const joined = read(file).replaceAll(/\n\s*(?:\*|\/\/|#) ?/g, ' ')
    return [...joined.matchAll(reference)].map(([, name, section]) => ({
      file,
      name: name!,
      section: section?.trim(),
    }))
  })

  it('name documents that exist', () => {
    expect(references.length).toBeGreaterThan(100)
    expect(references.filter(({ name }) => documentNamed(name) === undefined)).toEqual([])
  })

  it('name sections that exist', () => {
    const ofSections = references.filter(({ section }) => section !== undefined)
    expect(ofSections.length).toBeGreaterThan(50)
    const broken = ofSections.filter(({ name, section }) => {
      const document = documentNamed(name)
      return document === undefined || !headingsOf(document).includes(section!)
    })
    expect(broken).toEqual([])
  })
})

describe('docs/decisions', () => {
  const folder = 'docs/decisions'
  const decisions = readdirSync(join(root, folder)).filter((name) => name !== 'README.md')

  it('are named by a day and a title, and say the same four things', () => {
    const odd = decisions.filter(
      (name) =>
        !/^\d{4}-\d{2}-\d{2}(?:-[a-z0-9]+)+\.md$/.test(name) ||
        headingsOf(join(folder, name)).slice(1).join() !==
          'Context,Choice,Alternatives,Consequences',
    )
    expect(odd).toEqual([])
  })

  it('are listed by the index under their titles', () => {
    const index = read(join(folder, 'README.md'))
    const missing = decisions.filter(
      (name) => !index.includes(`[${headingsOf(join(folder, name))[0]}](${name})`),
    )
    expect(missing).toEqual([])
  })
})

describe.each(['docs/ARCHITECTURE.md', 'docs/SYNC.md'])('%s', (document) => {
  const absolute = /(?<!“)\b(?:only|never|always|every)\b(?!”)/i
  const holder =
    /`[^`]*(?:\.test\.ts|\.dependency-cruiser\.cjs|\.eslint\.config\.js)`|invariants? \d+/

  /** A sentence, or a cell of a table, which needs no full stop. */
  const sentences = withoutBlocks(read(document))
    .split(/\n\s*\n|\n(?=- |\d+\. |\|)/)
    .flatMap((part) => part.split(part.startsWith('|') ? '|' : /(?<=[.?!:;][”)*]*)\s+/))

  it('names the test or the rule that holds what it says without exception', () => {
    const loose = sentences.filter((one) => absolute.test(one) && !holder.test(one))
    expect(loose.filter((one) => one.trim() !== 'always')).toEqual([])
  })

  it('names invariants that the list has', () => {
    const invariants = [...read('docs/SYNC.md').matchAll(/^(\d+)\. /gm)].map(([, number]) => number)
    const named = [...read(document).matchAll(/\binvariants? (\d+)/g)].map(([, number]) => number)
    expect(named.filter((number) => !invariants.includes(number))).toEqual([])
  })
})
