/**
 * Reads Stint's own JSON (write-json.ts). In its original form it is read line by line; a file that
 * a program has reformatted is parsed as a whole.
 */
import { z } from '#shared/resources/zod.ts'
import { amount, civilDate, currency, integer, timestamp } from '#shared/resources/fields.ts'
import { increment } from '#shared/resources/project.ts'
import { quantityProblem } from '#shared/resources/time.ts'
import { uncountableMessage } from '#shared/rules/expense-fields.ts'
import { parseJson } from '#shared/rules/parse-json.ts'
import { isCountable } from '#shared/rules/unit-price.ts'
import { portableVersion } from '../portable-records.ts'
import type { ParsedLine, ParsedClient, ParsedProject, ImportReader } from './parsed-lines.ts'
import { createBufferedText } from './buffered-text.ts'
import { readTextLines, type TextLine } from './line-reader.ts'
import { describeNestingProblem } from './text-problem.ts'

type Content = Record<string, unknown>
/** Referenced records come before those that reference them, in the file as well. */
const sections = ['clients', 'projects', 'tasks', 'charges', 'times', 'expenses'] as const
type Section = (typeof sections)[number]

interface Placed {
  section: Section
  line: number
  value: unknown
}

const text = z.string().max(10_000)
const key = z.int().min(1).nullable()
const dated = { created_at: timestamp.nullable(), updated_at: timestamp.nullable() }

const timeLine = z.object({
  date: civilDate,
  start: integer(0, 1439),
  quantity: integer(1, 1500),
  increment,
  rate: amount,
  currency: currency.nullable(),
  project: key,
  task: key,
  notes: text.nullable(),
  ...dated,
  segments: z
    .array(z.object({ started_at: z.int(), stopped_at: z.int(), zone: z.string() }))
    .optional(),
  user: text.optional(),
})

const expenseLine = z.object({
  date: civilDate,
  name: text,
  quantity: integer(1, 1_000_000),
  unit: text.nullable(),
  unit_charge: amount,
  original_unit_charge: amount,
  original_currency: currency.nullable(),
  exchange_rate: z.string().regex(/^\d+(\.\d+)?$/),
  chargeable: z.boolean(),
  total_cost: amount,
  tax: z.string().max(255),
  tax_rate: z.string().regex(/^\d+(\.\d+)?$/),
  currency: currency.nullable(),
  project: key,
  charge: key,
  notes: text.nullable(),
  ...dated,
  user: text.optional(),
})

const named = z.looseObject({ key: z.int().min(1), name: text })

const head = /^\{"stint":"(times|expenses)","version":(\d+),$/
const begin = /^"(clients|projects|tasks|charges|times|expenses)":\[(\],?)?$/

export function createStintJsonReader(): ImportReader {
  const text = createBufferedText()
  let whole: Content | string | undefined
  const isAsWritten = () => {
    const [first] = readTextLines(text.pieces())
    return head.exec(first?.text ?? '')
  }
  /** Parses a file that was reformatted, or says what is wrong with it. */
  const readWhole = (): Content | string =>
    (whole ??= wholeOf([...readTextLines(text.pieces())].map((line) => line.text).join('\n')))
  return {
    feed: (piece) => text.add(piece),
    problem() {
      const written = isAsWritten()
      if (written) return Number(written[2]) > portableVersion ? newer : undefined
      const all = readWhole()
      return typeof all === 'string' ? all : undefined
    },
    rules: () => ['Entries and expenses keep their increments and rates'],
    columns: () => [],
    people: () => [],
    *readParsedLines() {
      if (isAsWritten()) yield* foundIn(asWritten(readTextLines(text.pieces())))
      else yield* foundIn(asWhole(readWhole() as Content))
    },
  }
}

const noStint = 'This isn’t a file from `stint export --format json`'
const newer = 'This file needs a newer version of Stint. Install it to import the file'

function* asWritten(lines: Iterable<TextLine>): Iterable<Placed> {
  let section: Section | undefined
  for (const { line, text } of lines) {
    const begun = begin.exec(text)
    if (begun) section = begun[1] as Section
    else if (section !== undefined && text.startsWith('{')) {
      yield { section, line, value: parsed(text.replace(/\]?,$/, '')) }
    }
  }
}

function wholeOf(text: string): Content | string {
  const whole = parsed(text) as Content | undefined
  if (typeof whole?.['stint'] !== 'string') return describeNestingProblem(text) ?? noStint
  return Number(whole['version']) > portableVersion ? newer : whole
}

function* asWhole(whole: Content): Iterable<Placed> {
  for (const section of sections) {
    const values = whole[section]
    if (!Array.isArray(values)) continue
    for (const [at, value] of values.entries()) yield { section, line: at + 1, value }
  }
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

type Named = Content & { name: string }

/** Yields the entries and expenses among the records, with the records that they reference. */
function* foundIn(records: Iterable<Placed>): Iterable<ParsedLine> {
  const known = {
    clients: new Map<number, Named>(),
    projects: new Map<number, Named>(),
    tasks: new Map<number, Named>(),
    charges: new Map<number, Named>(),
  }
  for (const { section, line, value } of records) {
    if (section === 'times') yield timeOf(line, value, known)
    else if (section === 'expenses') yield expenseOf(line, value, known)
    else {
      const record = named.safeParse(value)
      if (!record.success) continue
      const { key, ...content } = record.data
      known[section].set(key, content)
    }
  }
}

type Known = Readonly<Record<'clients' | 'projects' | 'tasks' | 'charges', Map<number, Named>>>

function timeOf(line: number, value: unknown, known: Known): ParsedLine {
  const entry = timeLine.safeParse(value, plainly)
  if (!entry.success) return { is: 'bad', line, reason: reasonOf(entry.error) }
  const { user, segments, project, task, date, start, notes, ...as } = entry.data
  const problem = quantityProblem(as.quantity, as.increment)
  if (user !== undefined) return ofSomebodyElse(line, user)
  if (problem) return { is: 'bad', line, reason: `quantity: ${problem}` }
  return {
    is: 'time',
    line,
    date,
    start,
    notes,
    as,
    segments,
    seconds: as.quantity * as.increment * 60,
    project: projectOf(known, project),
    task: recordOf(known.tasks, task),
  }
}

function expenseOf(line: number, value: unknown, known: Known): ParsedLine {
  const expense = expenseLine.safeParse(value, plainly)
  if (!expense.success) return { is: 'bad', line, reason: reasonOf(expense.error) }
  const { user, project, charge, ...as } = expense.data
  if (user !== undefined) return ofSomebodyElse(line, user)
  const { date, name, quantity, unit_charge, currency, chargeable, notes } = as
  if (!isCountable(quantity, as)) {
    return { is: 'bad', line, reason: `quantity: ${uncountableMessage}` }
  }
  return {
    is: 'expense',
    line,
    date,
    name,
    currency,
    chargeable,
    notes,
    as,
    priceIn: () => ({ quantity, unit_charge }),
    project: projectOf(known, project),
    charge: recordOf(known.charges, charge),
  }
}

const ofSomebodyElse = (line: number, user: string): ParsedLine => ({
  is: 'left',
  line,
  reason: `belongs to ${user || 'someone else'}`,
})

function projectOf({ projects, clients }: Known, key: number | null): ParsedProject | null {
  const content = key === null ? undefined : projects.get(key)
  if (!content) return null
  const client = clientOf(clients, content['client'] as number | null)
  return { name: content.name, code: String(content['code'] ?? ''), client, content, key: key! }
}

function clientOf(of: ReadonlyMap<number, Named>, key: number | null): ParsedClient | null {
  const content = key === null ? undefined : of.get(key)
  return content
    ? { name: content.name, code: String(content['code'] ?? ''), content, key: key! }
    : null
}

function recordOf(of: ReadonlyMap<number, Named>, key: number | null) {
  const content = key === null ? undefined : of.get(key)
  return content ? { name: content.name, content, key: key! } : null
}

/** Texts for problems for which a field's schema has none of its own. */
const plainly = {
  error: ({ input }: { input?: unknown }) => (input === undefined ? 'is missing' : 'can’t be read'),
}

function reasonOf(error: z.ZodError): string {
  const [issue] = error.issues
  const field = issue?.path.join('.')
  return field ? `${field}: ${issue!.message}` : 'isn’t a record'
}
