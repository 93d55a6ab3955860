/**
 * Running exports. Each file is written while its records are read: the caller requests the next
 * chunk and so decides the pace, and only the position in the order is kept between two chunks.
 */
import { fail, FailureError, failField, ok, unwrap, type Result } from '#shared/errors.ts'
import type {
  StartedExport,
  ExportedRecords,
  ExportFormat,
  ExportChunk,
  ReportFormat,
} from '#shared/ipc/transfer.ts'
import type { Report } from '#shared/ipc/reports.ts'
import type { EntryFilter } from '#shared/rules/entry-filter.ts'
import { forClient, type ClientView } from '#shared/rules/for-client.ts'
import { civilAt } from '#shared/rules/calendar.ts'
import { createLocaleText, neutralLocaleText } from '#shared/rules/locale-text.ts'
import type { ActionContext } from '../actions/change.ts'
import { loadPaperTexts } from '#shared/sentences/load-paper-texts.ts'
import type { Paper, PaperText } from '../paper/paper.ts'
import type { OwnershipRule } from '../store/account/current-user.ts'
import { readMeasured, type MeasuredTime } from '../store/resources/segments.ts'
import { readSetting } from '../store/account/settings.ts'
import {
  countAtMost,
  readCharged,
  readExpensePages,
  readTimePages,
  type ChargedExpense,
  type ExportExtent,
} from './export-pages.ts'
import type { PaperReader } from './paper-of-entries.ts'
import type { JsonChunk } from './write-json.ts'

export interface ExportQuery extends PaperForm {
  what: ExportedRecords
  format: ExportFormat
  from?: string | undefined
  to?: string | undefined
  user: number | undefined
  /** Absent: everything. */
  filter?: EntryFilter | undefined
  mine: OwnershipRule
  zone?: string | undefined
  /** What a rate is for; null: unknown. */
  rate: 'hour' | 'increment' | null
  /** Absent: not for a client. For one, the filter has to be one that is made for clients. */
  forClient?: PaperReader | undefined
}

/** How a paper says what it says. */
interface PaperForm {
  language?: string | undefined
  locale?: string | undefined
}

/** How a report is written. */
interface ReportForm extends PaperForm {
  format: ReportFormat
}

/** The days of an export of which none are named. */
export const firstDay = '0001-01-01'
export const lastDay = '9999-12-31'

/** Minimum characters of a chunk, except for the last one. */
const pieceLength = 64 * 1024

/** Maximum number of running exports: abandoned ones are ended when others begin. */
const mostAtOnce = 8

interface Running {
  context: ActionContext
  pieces: AsyncGenerator<JsonChunk>
  rows: number
}

export interface ExportSessions {
  begin(context: ActionContext, query: ExportQuery): Promise<Result<StartedExport>>
  /** @param report made for a client, or not */
  beginReport(
    context: ActionContext,
    report: Report,
    form: ReportForm,
  ): Promise<Result<StartedExport>>
  read(number: number): Promise<Result<ExportChunk>>
  end(number: number): Promise<Result<null>>
}

export function createExportSessions(): ExportSessions {
  const running = new Map<number, Running>()
  let last = 0

  async function end(number: number): Promise<Result<null>> {
    const one = running.get(number)
    running.delete(number)
    await one?.pieces.return(undefined)
    return ok(null)
  }

  async function start(
    context: ActionContext,
    pieces: Running['pieces'],
    { name, format }: { name: string; format: ExportFormat },
  ): Promise<Omit<StartedExport, 'atMost'>> {
    const number = ++last
    running.set(number, { context, pieces, rows: 0 })
    for (const oldest of [...running.keys()].slice(0, -mostAtOnce)) await end(oldest)
    const isText = format !== 'xlsx' && format !== 'pdf'
    return { export: number, encoding: isText ? 'utf8' : 'base64', name: `${name}.${format}` }
  }

  return {
    async begin(context, query) {
      const { what, format, forClient: reader } = query
      if (reader && format === 'json') {
        return failField('format', 'JSON has everything, for an import. Choose another format')
      }
      const extent = extentOf(context, query)
      const { date } = civilAt(context.clock.now(), context.clock.zone())
      const name = [what, ...(reader?.name ? [fileName(reader.name)] : []), date].join('-')
      const started = await start(context, piecesOf(context, extent, query), { name, format })
      return ok({ ...started, atMost: await countAtMost(context.db, extent, what) })
    },

    async beginReport(context, report, form) {
      const about = report.client ? fileName(report.client.name ?? '') : ''
      const name = [about || 'report', report.from, report.to].join('-')
      const pieces = reportPieces(context, report, form)
      return ok({
        ...(await start(context, pieces, { name, format: form.format })),
        atMost: rowsIn(report),
      })
    },

    async read(number) {
      const one = running.get(number)
      if (!one) return fail('not-found', 'This export has ended. Start again')
      let text = ''
      while (text.length < pieceLength) {
        const next = await one.pieces.next().catch((thrown: unknown) => {
          running.delete(number)
          throw thrown
        })
        if (next.done) {
          running.delete(number)
          return ok({ text, rows: one.rows, done: true })
        }
        text += next.value.text
        one.rows += next.value.rows
        await one.context.clock.sleep(0)
      }
      return ok({ text, rows: one.rows, done: false })
    },

    end,
  }
}

const extentOf = (
  { organisation }: ActionContext,
  { from, to, user, filter }: ExportQuery,
): ExportExtent => ({
  organisation,
  from: from ?? firstDay,
  to: to ?? lastDay,
  user,
  filter,
})

/** A name as a part of that of a file. */
const fileName = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

/** In the locale. Without one, CSV is plain, English is for no country, and others are as usual. */
async function paperText(
  { language = 'en', locale }: PaperForm,
  format: ExportFormat,
): Promise<PaperText> {
  const words = await loadPaperTexts(language)
  if (locale !== undefined) return { words, locale: createLocaleText(locale) }
  if (format === 'csv') return { words, locale: neutralLocaleText }
  return { words, locale: words.language === 'en' ? null : createLocaleText(words.language) }
}

const rowsIn = ({ rows }: Report): number =>
  rows.reduce((sum, row) => sum + (row.rows?.length ?? 1), 0)

async function* reportPieces(
  { clock }: ActionContext,
  report: Report,
  form: ReportForm,
): AsyncGenerator<JsonChunk> {
  const { paperOfReport } = await import('./paper-of-report.ts')
  const { format } = form
  const text = await paperText(form, format)
  const rows = rowsIn(report)
  if (format !== 'csv') refuseAbove(rows, format)
  const paper = paperOfReport(report, text, clock.zone())
  yield* drawn(await draw(paper, format, text, () => clock.sleep(0)), rows)
}

/** Loads the writer of a format when it is requested: most commands need none. */
async function* piecesOf(
  { db, clock }: ActionContext,
  extent: ExportExtent,
  { what, format, from, to, mine, language, locale, zone, rate, forClient: reader }: ExportQuery,
): AsyncGenerator<JsonChunk> {
  const view = reader?.view
  const times = () => timesFor(view, readMeasured(db, readTimePages(db, extent)))
  const expenses = () => expensesFor(view, readCharged(db, readExpensePages(db, extent)))
  switch (format) {
    case 'json': {
      const { streamTimesJson, streamExpensesJson } = await import('./write-json.ts')
      yield* (what === 'times' ? streamTimesJson : streamExpensesJson)(db, extent, mine)
      return
    }
    case 'csv': {
      const { timeCsvTable, expenseCsvTable } = await import('./write-csv.ts')
      const text = locale === undefined ? neutralLocaleText : createLocaleText(locale)
      if (what === 'times') {
        const table = timeCsvTable(text, rate, view)
        yield* written(table.head(), times(), table.lines, '')
      } else {
        const table = expenseCsvTable(text, view)
        yield* written(table.head(), expenses(), table.lines, '')
      }
      return
    }
    case 'ics': {
      const { timeCalendar, expenseCalendar } = await import('./write-ics.ts')
      const { database } = await readSetting<{ database: string }>(db, 'database', {
        database: 'here',
      })
      const setting = { zone: zone ?? clock.zone(), database, now: clock.now() }
      if (what === 'times') {
        const calendar = timeCalendar(setting)
        yield* written(calendar.head(), times(), calendar.events, calendar.tail())
      } else {
        const calendar = expenseCalendar(setting)
        yield* written(calendar.head(), expenses(), calendar.events, calendar.tail())
      }
      return
    }
    default: {
      const { paperOfTimes, paperOfExpenses } = await import('./paper-of-entries.ts')
      const text = await paperText({ language, locale }, format)
      const setting = { reader, from, to, words: text.words }
      const pause = () => clock.sleep(0)
      if (what === 'times') {
        const rows = await gathered(times(), format)
        const paper = paperOfTimes(rows, rate, setting)
        yield* drawn(await draw(paper, format, text, pause), rows.length)
      } else {
        const rows = await gathered(expenses(), format)
        const paper = paperOfExpenses(rows, setting)
        yield* drawn(await draw(paper, format, text, pause), rows.length)
      }
    }
  }
}

async function* timesFor(
  view: ClientView | undefined,
  pages: AsyncGenerator<MeasuredTime[]>,
): AsyncGenerator<readonly MeasuredTime[]> {
  for await (const times of pages) yield view ? forClient({ times }, view).times : times
}

async function* expensesFor(
  view: ClientView | undefined,
  pages: AsyncGenerator<ChargedExpense[]>,
): AsyncGenerator<readonly ChargedExpense[]> {
  for await (const expenses of pages) yield view ? forClient({ expenses }, view).expenses : expenses
}

/** A paper is laid out as a whole, in memory; a PDF takes most of a second for a thousand. */
const mostOnPaper = { xlsx: 20_000, html: 20_000, pdf: 5_000 } as const
type PaperFormat = keyof typeof mostOnPaper

async function gathered<Row>(
  pages: AsyncIterable<readonly Row[]>,
  format: PaperFormat,
): Promise<Row[]> {
  const all: Row[] = []
  for await (const rows of pages) {
    for (const row of rows) all.push(row)
    refuseAbove(all.length, format)
  }
  return all
}

function refuseAbove(rows: number, format: PaperFormat): void {
  const most = mostOnPaper[format]
  if (rows <= most) return
  const text = `More than ${most} are too many for this format. Choose fewer days, or CSV`
  throw new FailureError({ code: 'conflict', message: text })
}

/** Characters of a chunk of a file that is there as a whole; whole groups of Base64. */
const drawnAtOnce = 256 * 1024

function* drawn(content: string, rows: number): Generator<JsonChunk> {
  for (let from = 0; from < content.length; from += drawnAtOnce) {
    yield { text: content.slice(from, from + drawnAtOnce), rows: from === 0 ? rows : 0 }
  }
}

async function draw(
  paper: Paper,
  format: PaperFormat | 'csv',
  text: PaperText,
  pause: () => Promise<void>,
): Promise<string> {
  if (format === 'csv') {
    return (await import('../paper/write-csv.ts')).writeCsv(paper, text)
  }
  if (format === 'html') return (await import('../paper/draw-html.ts')).drawHtml(paper, text)
  if (format === 'pdf') {
    const { drawPdf } = await import('../paper/draw-pdf.ts')
    return Buffer.from(unwrap(await drawPdf(paper, text, pause))).toString('base64')
  }
  const { writeXlsx } = await import('../paper/write-xlsx.ts')
  return Buffer.from(await writeXlsx(paper, text)).toString('base64')
}

/** Records that are formatted before yielding to the event loop: some milliseconds at most. */
const writtenAtOnce = 10

async function* written<Row>(
  head: string,
  pages: AsyncIterable<readonly Row[]>,
  write: (rows: readonly Row[]) => string,
  tail: string,
): AsyncGenerator<JsonChunk> {
  yield { text: head, rows: 0 }
  for await (const rows of pages) {
    for (let from = 0; from < rows.length; from += writtenAtOnce) {
      const some = rows.slice(from, from + writtenAtOnce)
      yield { text: write(some), rows: some.length }
    }
  }
  yield { text: tail, rows: 0 }
}
