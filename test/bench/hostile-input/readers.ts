/**
 * Every reader of text from outside: requests, files, a service's answers, typed or pasted text. A
 * new reader has to be added here.
 */
import { parseDeepLink, parseLinkPage } from '#shared/rules/deep-link.ts'
import { parseSpanText, parseTimeText } from '#shared/rules/clock-text.ts'
import { parseDateText } from '#shared/rules/date-text.ts'
import { parseDurationText } from '#shared/rules/duration-text.ts'
import { readEntryText } from '#shared/rules/entry-text.ts'
import { filterFromUrl } from '#shared/rules/filter-url.ts'
import { parseStartTime } from '#shared/rules/moment-text.ts'
import { createTextStyle } from '#shared/rules/text-style.ts'
import * as foreign from '#shared/rules/foreign-formats.ts'
import { nameSimilarity } from '#shared/rules/name-similarity.ts'
import { parseAmount } from '#shared/rules/money-text.ts'
import { readNumber } from '#shared/rules/number-text.ts'
import { isNestedTooDeep } from '#shared/rules/parse-json.ts'
import {
  composed,
  fold,
  toHaystack,
  isStorable,
  normalizeNote,
  searchTerms,
} from '#shared/rules/search-text.ts'
import { canonicalDecimal } from '#shared/resources/expense-version.ts'
import { expenseWire } from '#shared/resources/expense.ts'
import { timeCreate, timeWire } from '#shared/resources/time.ts'
import { webhookCreate } from '#shared/resources/webhook.ts'
import { importSources } from '#shared/ipc/transfer.ts'
import { parseProxyEndpoint } from '#core/node/proxy.ts'
import { normalizeAddress } from '#core/sync/http/check-service.ts'
import { classifyReply } from '#core/sync/decide/classify.ts'
import { isSameText } from '#core/sync/decide/match-create.ts'
import { createTimestampNormalizer } from '#core/sync/http/timestamp-normalizer.ts'
import { openImportReader } from '#core/transfer/import/open-reader.ts'
import type { TimeRow } from '#core/store/resources/time-row.ts'
import { timeCalendar } from '#core/transfer/write-ics.ts'
import { timeCsvTable } from '#core/transfer/write-csv.ts'
import { createLocaleText } from '#shared/rules/locale-text.ts'
import * as german from '#shared/sentences/de/core.ts'
import { createTranslator } from '#shared/sentences/translator.ts'
import { respondWithRecord } from '#service/http/entity-tags.ts'
import { readJsonObject } from '#service/http/read-json-body.ts'
import { parseEntryLine } from '../../../renderer/features/timer/entry/parse-entry-line.ts'
import { tokenAt } from '../../../renderer/features/timer/parse-work.ts'
import { parseCellRange } from '../../../renderer/features/timesheet/cell-text.ts'
import { splitByTerms } from '../../../renderer/ui/highlight-text.ts'

export interface Reader {
  name: string
  /** The most characters that it ever gets. */
  longest: number
  /** The text before and after, where the reader gets it inside of another. */
  around?: readonly (readonly [string, string])[]
  read(text: string): unknown
}

const [kilobytes, megabyte] = [64 * 1024, 1024 * 1024]

const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer

/** A body of a request, which reads and checks it. */
const body =
  (schema?: { safeParse(value: unknown): unknown }) =>
  async (text: string): Promise<unknown> => {
    const read = await readJsonObject({
      req: { arrayBuffer: () => Promise.resolve(bytesOf(text)) },
    } as Parameters<typeof readJsonObject>[0])
    return schema?.safeParse(read)
  }

const reading = { today: '2026-11-20', minute: 900, style: createTextStyle('en-US') }

/** A header of a request; there are 16 KiB for all of them. */
const entityTag = (text: string): unknown =>
  respondWithRecord(
    { capabilities: new Set(['conditional']) } as unknown as Parameters<
      typeof respondWithRecord
    >[0],
    { req: { header: () => text }, body: () => null } as unknown as Parameters<
      typeof respondWithRecord
    >[1],
    { id: 1 },
  )

/** An answer of a service, as far as a record of it. */
const record = (schema: { safeParse(value: unknown): unknown }, fields: object) => {
  const normalize = createTimestampNormalizer('Europe/Vienna')
  return (text: string): unknown => {
    const answer = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, value === given ? text : value]),
    )
    normalize(answer)
    return schema.safeParse(answer)
  }
}

/** Is replaced by the text in a record. */
const given = Symbol('given')
const time = {
  ...{ id: 1, date: '2026-11-20', start: 540, total: 15, quantity: 1, increment: 15, rate: 1 },
  ...{ notes: null, currency: 'EUR', project: { id: 1, name: 'P' }, task: { id: 1, name: 'T' } },
  ...{ created_at: '2026-11-20 09:00:00', updated_at: '2026-11-20 09:00:00' },
}

const written = (text: string): TimeRow => ({
  ...{ id: 1, date: '2026-11-20', start: 540, total: 15, quantity: 1, increment: 15, rate: 1 },
  ...{ notes: text, currency: 'EUR', created_at: null, updated_at: null },
  ...{ project: null, task: null, user: { id: 1, name: text } },
})

const calendar = timeCalendar({ zone: 'Europe/Vienna', database: 'x', now: 0 })

const answered = (text: string): unknown =>
  classifyReply(
    { method: 'POST', url: 'https://time.example/api/v1/times' },
    { is: 'answer', status: 422, headers: { 'retry-after': text, date: text }, body: text },
    0,
  )

const imported = (from: (typeof importSources)[number], columns: object = {}) =>
  function (text: string): unknown {
    const nobody = {
      codes: new Set<string>(),
      projects: new Set<string>(),
      tasks: new Set<string>(),
    }
    const source = openImportReader(
      { from, ...columns },
      { zone: 'Europe/Vienna', now: Date.UTC(2026, 10, 20) },
      nobody,
    )
    for (let at = 0; at < text.length; at += 16 * 1024) source.feed(text.slice(at, at + 16 * 1024))
    return source.problem() ?? [...source.readParsedLines()]
  }

const tell = createTranslator(german)
const projects = [{ local: 1, name: 'Website', code: 'WEB' }]

const any: readonly [string, string] = ['', '']
const columns = {
  columns: { date: 'Date', start: 'Start', end: 'End', length: 'Duration', notes: 'Notes' },
}
const head = 'Date,Start,End,Length,Notes\n'

export const readers: readonly Reader[] = [
  {
    name: 'a body of the service',
    longest: 4 * kilobytes,
    around: [any, ['{"x":', '}'], ['{"x":"', '"}'], ['{"x":[', '0]}'], ['{', '"x":1e1}']],
    read: body(),
  },
  {
    name: 'a time that is posted',
    longest: kilobytes,
    around: [
      ['{"notes":"', '"}'],
      ['{"date":"', '"}'],
      ['{"quantity":', '}'],
    ],
    read: body(timeCreate),
  },
  {
    name: 'a webhook that is posted',
    longest: kilobytes,
    around: [['{"uri":"https://', '"}']],
    read: body(webhookCreate),
  },
  { name: 'entity tags of a request', longest: 16 * 1024, read: entityTag },
  { name: 'terms of a search', longest: kilobytes, read: (text) => searchTerms(text) },
  { name: 'keys of a text', longest: kilobytes, read: (text) => [toHaystack(text), fold(text)] },
  {
    name: 'a text as it is kept',
    longest: kilobytes,
    read: (text) => [composed(text), normalizeNote(text), isStorable(text)],
  },
  {
    name: 'a refusal of a service',
    longest: megabyte,
    around: [any, ['{"message":"', '"}']],
    read: answered,
  },
  {
    name: 'a time of a service, its notes',
    longest: kilobytes,
    read: record(timeWire, { ...time, notes: given }),
  },
  {
    name: 'a time of a service, its numbers and dates',
    longest: kilobytes,
    read: record(timeWire, {
      ...{ ...time, rate: given, quantity: given, date: given, updated_at: given },
    }),
  },
  {
    name: 'an expense of a service, its decimals',
    longest: kilobytes,
    read: record(expenseWire, { ...time, tax_rate: given, exchange_rate: given }),
  },
  { name: 'the levels of a JSON text', longest: megabyte, read: isNestedTooDeep },
  { name: 'a decimal in its plain form', longest: kilobytes, read: canonicalDecimal },
  {
    name: 'two texts that may say the same',
    longest: kilobytes,
    read: (text) => [isSameText(text, `${text}x`), nameSimilarity(text, `x${text}`)],
  },
  ...importSources.map((from): Reader => ({
    name: `a file of ${from}`,
    longest: megabyte,
    around:
      from === 'csv'
        ? [any, [head, ''], [`${head}2026-11-20,9:00,10:00,`, ''], [`${head}`, ',9:00,,1,x']]
        : [any],
    read: imported(from, from === 'csv' ? columns : {}),
  })),
  {
    name: 'a table of times, written',
    longest: kilobytes,
    read: (text) =>
      timeCsvTable(createLocaleText('de-DE'), null).lines([{ ...written(text), segments: [] }]),
  },
  {
    name: 'a calendar, written',
    longest: kilobytes,
    read: (text) => calendar.events([{ ...written(text), segments: [] }]),
  },
  {
    name: 'a cell that is a day or a length',
    longest: kilobytes,
    read: (text) => [
      foreign.parseForeignDate(text, 'dmy'),
      foreign.parseForeignClock(text),
      foreign.parseForeignLength(text),
      foreign.parseForeignTime(text, { fractions: true, clocks: false }),
      foreign.parseForeignCurrency(text, 'EUR'),
      readNumber(text),
      foreign.parseForeignBoolean(text),
    ],
  },
  {
    name: 'a line of the palette',
    longest: kilobytes,
    read: (text) => [
      ...(['log', 'start'] as const).map((purpose) =>
        parseEntryLine(text, { projects, tasks: [], chosen: new Map() }, { ...reading, purpose }),
      ),
      readEntryText(text, { ...reading, purpose: 'log' }),
      tokenAt(text, text.length),
    ],
  },
  {
    name: 'a field of a length, a time or a span',
    longest: kilobytes,
    around: [any, ['9', '10']],
    read: (text) => [
      parseDurationText(text),
      parseTimeText(text, reading),
      parseSpanText(text, reading),
      parseDateText(text, reading),
      parseStartTime(text, 0, 'UTC', reading.style),
    ],
  },
  {
    name: 'a field of an amount',
    longest: kilobytes,
    around: [any, ['EUR', '€']],
    read: (text) => parseAmount(text, 'EUR'),
  },
  { name: 'cells that are pasted', longest: kilobytes, read: parseCellRange },
  {
    name: 'marks of what was found',
    longest: kilobytes,
    read: (text) => splitByTerms(text, ['aaa', '0', 'a a']),
  },
  {
    name: 'a link from elsewhere',
    longest: kilobytes,
    around: [
      ['stint://start?notes=', ''],
      ['stint://start?', ''],
    ],
    read: (text) => [parseDeepLink(text), parseLinkPage(text)],
  },
  {
    name: 'a filter in an address',
    longest: kilobytes,
    around: [any, ['client:', ''], ['status:', ''], ['words:', '']],
    read: (text) => filterFromUrl([text]),
  },
  {
    name: 'an address of a service',
    longest: kilobytes,
    around: [any, ['https://x/', '']],
    read: normalizeAddress,
  },
  {
    name: 'an address of a proxy',
    longest: kilobytes,
    around: [any, ['http://', ':80']],
    read: parseProxyEndpoint,
  },
  {
    name: 'a sentence of the core in another language',
    longest: kilobytes,
    around: [any, ['Deleted ', ''], ['The service says: “', '”']],
    read: tell,
  },
]
