import { basename, resolve } from 'node:path'
import type { ParseArgsOptionsConfig } from 'node:util'
import { writeNamedFile } from '#core/node/named-file.ts'
import { ok, type Result } from '#shared/errors.ts'
import type { CallInput } from '#shared/ipc/contract.ts'
import {
  exportedRecords,
  exportFormats,
  reportFormats,
  type ExportedRecords,
  type ExportFormat,
  type ReportFormat,
  type StartedExport,
} from '#shared/ipc/transfer.ts'
import { withAccount, type CoreClient } from '../core-client.ts'
import type { CommandOutput, Command, CommandContext } from '../command.ts'
import { runInterruptible } from '../interrupt.ts'
import { clientViewFlags, clientViewHelp, readClientViewFlags } from '../client-view-flags.ts'
import { choiceFlag, dateRangeFlags } from '../date-range-flags.ts'
import { filterFlags, filterHelp, readFilterFlags } from '../filter-flags.ts'
import { dayFlag, dayHelp, textFlag } from '../parse-values.ts'
import { writeOut } from '../printer.ts'
import { countText, reject, type Word } from '../language.ts'
import { messageLanguage } from '../system-locale.ts'
import { readReportFlags, reportFlags, reportHelp } from '../report-flags.ts'

const commonFlags = {
  ...dateRangeFlags,
  format: { type: 'string' },
  locale: { type: 'string' },
  rate: { type: 'string' },
  ...clientViewFlags,
  ...filterFlags,
} as const satisfies ParseArgsOptionsConfig

export const exportCommand: Command = {
  help: `stint export times|expenses|report --format FORMAT [FILE]

Export entries or expenses, oldest first, or a report, to FILE or standard output. An existing FILE is
replaced once everything is written.

  --format FORMAT    csv: a table; json: everything, for \`stint import --from stint\`; ics: a
                     calendar; xlsx: a workbook with sums; html: a page to read and print;
                     pdf: sheets of paper. A report has no json and no ics${reportHelp}
  --from DAY         first day (default: the first there is; of a report, the start of this week)
  --to DAY           last day, inclusive (default: the last there is; of a report, today)
  --whose WHOSE      mine or everyone (default: mine)
  --locale LOCALE    csv, html, pdf: dates, decimal sign, and separator of a locale, like de-AT
  --zone ZONE        ics: time zone of entries that no timer measured (default: this computer’s)
  --rate MEANING     csv, xlsx, html, pdf: what a rate is per, if the service doesn’t say: hour or increment
                     (default: as chosen in Reports)${clientViewHelp}${filterHelp}

${dayHelp}

What people read (xlsx, html, pdf, and a report) is in German where LC_ALL, LC_MESSAGES, or LANG says so.
In CSV, an apostrophe precedes anything a spreadsheet would read as a formula.`,
  flags: {
    ...commonFlags,
    ...reportFlags,
    zone: { type: 'string' },
  },
  flagsOf: {
    times: [...Object.keys(commonFlags), 'zone'],
    expenses: [...Object.keys(commonFlags), 'zone'],
    report: Object.keys({ ...commonFlags, ...reportFlags }),
  },
  run: (context) => withAccount(context, (client) => write(client, context)),
}

async function write(
  client: CoreClient,
  context: CommandContext,
): Promise<Result<CommandOutput | null>> {
  const [what, named, ...more] = context.words
  const file = named === '/dev/stdout' ? undefined : named
  const records = [...exportedRecords, 'report' as const].find((one) => one === what)
  if (records === undefined || more.length > 0) {
    return reject('usage', 'Export what? {example}', {
      example: '`stint export times --format csv FILE`',
    })
  }
  const format = choiceFlag(context, 'format', formatsOf(records))
  if (!format.ok) return format
  if (format.value === undefined) {
    return reject('usage', 'Add --format: {choices}', { choices: formatsOf(records).join(', ') })
  }
  const isAnswer = format.value === 'json'
  if (file === undefined && context.flags['json'] === true && !isAnswer) {
    return reject('usage', 'With --json, all formats but JSON need a FILE')
  }
  if (named === undefined && ['xlsx', 'pdf'].includes(format.value) && process.stdout.isTTY) {
    return reject('usage', 'This format isn’t text. Add a FILE')
  }
  const begun = await begin(client, context, records, format.value)
  if (!begun.ok) return begun
  const pieces: Pieces = async () => {
    const piece = await client.call('export.read', { export: begun.value.export })
    if (!piece.ok) return piece
    const { text, ...rest } = piece.value
    const isBytes = begun.value.encoding === 'base64'
    return ok({ ...rest, content: isBytes ? Buffer.from(text, 'base64') : text })
  }
  if (file === undefined) {
    const written = await pour(pieces, writeOut)
    return written.ok ? ok(null) : written
  }
  const path = resolve(file)
  const shown: Pieces = async () => {
    const piece = await pieces()
    if (piece.ok) context.progress(`${basename(path)}: ${piece.value.rows}`)
    return piece
  }
  const written = await runInterruptible((signal) =>
    writeNamedFile(path, async (put) => {
      const poured = await pour(shown, async (content) => {
        await put(content)
        return !signal.aborted
      })
      return signal.aborted ? reject('conflict', 'Stopped. No file was saved') : poured
    }),
  )
  if (!written.ok) return written
  const rows = written.value
  const [one, several] = nounsOf[records]
  const count = countText(rows, one, several)
  return ok({ json: { file: path, rows }, text: `${path}: ${count}` })
}

type Exported = ExportedRecords | 'report'

const nounsOf = {
  times: ['entry', 'entries'],
  expenses: ['expense', 'expenses'],
  report: ['row', 'rows'],
} as const satisfies Record<Exported, readonly [Word, Word]>

const formatsOf = (what: Exported): readonly ExportFormat[] =>
  what === 'report' ? reportFormats : exportFormats

async function begin(
  client: CoreClient,
  context: CommandContext,
  what: Exported,
  format: ExportFormat,
): Promise<Result<StartedExport>> {
  const language = messageLanguage(context.env)
  if (what === 'report') {
    const read = await readReportFlags(client, context)
    if (!read.ok) return read
    const { query, saved } = read.value
    // For whom it was last chosen to be in the window, unless a flag says so.
    const forClient = context.flags['for'] === undefined ? saved?.forClient : query.forClient
    const form = { format: format as ReportFormat, language, locale: textFlag(context, 'locale') }
    return client.call('export.beginReport', { ...query, forClient, ...form })
  }
  const query = await queryOf(client, context)
  return query.ok ? client.call('export.begin', { ...query.value, what, format, language }) : query
}

async function queryOf(
  client: CoreClient,
  context: CommandContext,
): Promise<Result<Omit<CallInput<'export.begin'>, 'what' | 'format'>>> {
  const whose = choiceFlag(context, 'whose', ['mine', 'everyone'])
  if (!whose.ok) return whose
  const rate = choiceFlag(context, 'rate', ['hour', 'increment'])
  if (!rate.ok) return rate
  const view = readClientViewFlags(context)
  if (!view.ok) return view
  const filter = await readFilterFlags(client, context)
  if (!filter.ok) return filter
  const from = await dayFlag(client, context, 'from')
  if (!from.ok) return from
  const to = await dayFlag(client, context, 'to')
  if (!to.ok) return to
  return ok({
    whose: whose.value,
    rate: rate.value,
    from: from.value,
    to: to.value,
    locale: textFlag(context, 'locale'),
    zone: textFlag(context, 'zone'),
    filter: filter.value,
    ...view.value,
  })
}

type Content = string | Uint8Array
type Pieces = () => Promise<Result<{ content: Content; rows: number; done: boolean }>>

/** Writes all chunks; returns the number of records. */
async function pour(
  pieces: Pieces,
  put: (content: Content) => Promise<boolean>,
): Promise<Result<number>> {
  for (;;) {
    const piece = await pieces()
    if (!piece.ok) return piece
    const goesOn = await put(piece.value.content)
    if (piece.value.done || !goesOn) return ok(piece.value.rows)
  }
}
