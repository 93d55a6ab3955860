/**
 * Draws a paper as a PDF: tagged for screen readers, with its font in it. The same paper is the same
 * file, byte for byte: it has the date of its last day, not of its writing.
 */
import semibold from '@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf?inline'
import regular from '@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf?inline'
import PDFDocument from 'pdfkit'
import { fail, ok, type Result } from '#shared/errors.ts'
import { put } from '#shared/sentences/paper-texts.ts'
import { layOut, type Layout, type Line, type PlacedRow, type TextStyle } from './layout.ts'
import type { Cell, Paper, PaperText } from './paper.ts'

const ink = '#1c1a17'
const quiet = '#6b665e'
const faint = '#e4dfd6'
/** This many missing letters are named. */
const mostNamed = 8

/**
 * Fails where the font lacks a letter.
 * @param pause lets others have a turn, after each sheet
 */
export async function drawPdf(
  given: Paper,
  text: PaperText,
  pause: () => Promise<void>,
): Promise<Result<Uint8Array>> {
  const paper = drawable(given)
  const last = paper.days?.to ?? '2000-01-01'
  const doc = new PDFDocument({
    autoFirstPage: false,
    tagged: true,
    lang: text.words.language,
    displayTitle: true,
    pdfVersion: '1.7',
    // The default would be read from a file that no bundle has.
    font: '',
    info: {
      Title: [paper.title, paper.kind].filter(Boolean).join(', '),
      Creator: 'Stint',
      Producer: 'Stint',
      CreationDate: new Date(`${last}T00:00:00Z`),
    },
  })
  doc.registerFont('regular', bytesOf(regular))
  doc.registerFont('semibold', bytesOf(semibold))
  const missing = missingLetters(doc, paper)
  if (missing.length > 0) {
    const named = missing.slice(0, mostNamed).join(', ')
    return fail(
      'conflict',
      `This PDF needs letters that Stint’s font lacks: ${named}. Print it from the window`,
    )
  }
  const layout = layOut(paper, text, measureWith(doc))
  const chunks: Uint8Array[] = []
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  await draw(doc, layout, text, pause)
  doc.end()
  await ended
  return ok(Buffer.concat(chunks))
}

const bytesOf = (url: string): Buffer => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')

/** Without what is no letter: controls, directions, variants. */
const plain = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/(?!\n)[\p{Cc}\p{Cf}\uFE0E\uFE0F]/gu, '')

function drawable(paper: Paper): Paper {
  const cell = (content: Cell): Cell => (typeof content === 'string' ? plain(content) : content)
  return {
    ...paper,
    title: plain(paper.title),
    ...(paper.filter === undefined ? {} : { filter: plain(paper.filter) }),
    tables: paper.tables.map((table) => ({
      ...table,
      groups: table.groups.map(({ title, rows, ...group }) => ({
        ...group,
        title: plain(title),
        rows: rows.map((row) => row.map(cell)),
      })),
    })),
  }
}

/** The letters of the paper that the font has no form for, in their order. */
function missingLetters(doc: PDFKit.PDFDocument, paper: Paper): string[] {
  const texts = [
    paper.title,
    paper.filter ?? '',
    ...paper.tables.flatMap(({ groups, columns }) => [
      ...columns.map(({ title }) => title),
      ...groups.flatMap(({ title, rows }) => [title, ...rows.flat()]),
    ]),
  ]
  const { font } = (doc.font('regular') as unknown as OpenFont)._font
  const letters = new Set(texts.flatMap((text) => (typeof text === 'string' ? [...text] : [])))
  return [...letters].filter(
    (letter) => letter !== '\n' && !font.hasGlyphForCodePoint(letter.codePointAt(0)!),
  )
}

/** What pdfkit has of its font, but does not declare. */
interface OpenFont {
  _font: { font: { hasGlyphForCodePoint(code: number): boolean } }
}

function measureWith(doc: PDFKit.PDFDocument) {
  const known = new Map<string, number>()
  return (text: string, style: TextStyle): number => {
    const key = `${style.size} ${style.isBold === true} ${text}`
    let width = known.get(key)
    if (width === undefined) {
      width = choose(doc, style).widthOfString(text)
      known.set(key, width)
    }
    return width
  }
}

const choose = (doc: PDFKit.PDFDocument, { size, isBold }: TextStyle): PDFKit.PDFDocument =>
  doc.font(isBold === true ? 'semibold' : 'regular').fontSize(size)

async function draw(
  doc: PDFKit.PDFDocument,
  { width, height, margin, sheets, foot }: Layout,
  { words }: PaperText,
  pause: () => Promise<void>,
): Promise<void> {
  const page = { size: [width, height] as [number, number], margin: 0 }
  const whole = doc.struct('Document')
  doc.addStructure(whole)
  let table: PDFKit.PDFStructureElement | undefined
  for (const [nth, rows] of sheets.entries()) {
    doc.addPage(page)
    for (const row of rows) {
      drawRule(doc, row, margin, width - margin)
      if (row.kind === 'repeated' || row.kind === 'continued')
        artifact(doc, () => drawCells(doc, row))
      else if (elementOf[row.kind] === undefined) {
        table ??= addTo(whole, doc.struct('Table'))
        table.add(tableRow(doc, row))
      } else {
        table?.end()
        table = undefined
        whole.add(doc.struct(elementOf[row.kind]!, {}, () => drawCells(doc, row)))
      }
    }
    artifact(doc, () => {
      const style = { size: 8, isQuiet: true }
      const number = put(words.sheet, { number: nth + 1, count: sheets.length })
      const y = height - margin - 10
      drawLine(doc, { text: foot, x: margin, y, style })
      const x = width - margin - choose(doc, style).widthOfString(number)
      drawLine(doc, { text: number, x, y, style })
    })
    await pause()
  }
  table?.end()
  whole.end()
}

function addTo(
  parent: PDFKit.PDFStructureElement,
  child: PDFKit.PDFStructureElement,
): PDFKit.PDFStructureElement {
  parent.add(child)
  return child
}

/** Undefined: it is a row of a table. */
const elementOf: Readonly<Record<PlacedRow['kind'], string | undefined>> = {
  kind: 'P',
  title: 'H1',
  text: 'P',
  head: undefined,
  repeated: undefined,
  continued: undefined,
  group: undefined,
  row: undefined,
  sum: undefined,
  total: undefined,
}

function tableRow(doc: PDFKit.PDFDocument, { kind, cells }: PlacedRow) {
  return doc.struct(
    'TR',
    {},
    cells.map((lines, nth) => {
      const isHead = kind === 'head' || kind === 'group'
      const isTitle = nth === 0 && (kind === 'sum' || kind === 'total')
      const scope = kind === 'head' ? 'Column' : 'Row'
      const drawAll = () => {
        for (const line of lines) drawLine(doc, line)
      }
      const content = lines.length === 0 ? [] : [drawAll]
      return isHead || isTitle
        ? doc.struct('TH', { scope } as PDFKit.Mixins.StructureElementOptions, content)
        : doc.struct('TD', {}, content)
    }),
  )
}

function artifact(doc: PDFKit.PDFDocument, drawIt: () => void): void {
  doc.markContent('Artifact', { type: 'Pagination' })
  drawIt()
  doc.endMarkedContent()
}

function drawCells(doc: PDFKit.PDFDocument, { cells }: PlacedRow): void {
  for (const lines of cells) for (const line of lines) drawLine(doc, line)
}

function drawLine(doc: PDFKit.PDFDocument, { text, x, y, style }: Line): void {
  if (text === '') return
  choose(doc, style)
    .fillColor(style.isQuiet === true ? quiet : ink)
    .text(text, x, y, { lineBreak: false })
}

function drawRule(doc: PDFKit.PDFDocument, row: PlacedRow, from: number, to: number): void {
  const isHead = row.kind === 'head' || row.kind === 'repeated'
  if (!isHead && !['row', 'sum', 'total'].includes(row.kind)) return
  const y = isHead ? row.bottom : row.top
  artifact(doc, () => {
    doc
      .lineWidth(isHead || row.kind === 'total' ? 0.75 : 0.5)
      .strokeColor(isHead || row.kind === 'total' ? ink : faint)
      .moveTo(from, y)
      .lineTo(to, y)
      .stroke()
  })
}
