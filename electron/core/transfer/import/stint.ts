/**
 * Stint's own JSON (write-json.ts). As it was written it is read a line at a time; a file that some
 * program has laid out anew is read as a whole.
 */
import { z } from '#shared/resources/zod.ts'
import { amount, civilDate, currency, integer, timestamp } from '#shared/resources/fields.ts'
import { increment } from '#shared/resources/project.ts'
import { quantityProblem } from '#shared/resources/time.ts'
import { portableVersion } from '../portable.ts'
import type { Found, NamedClient, NamedProject, Source } from './found.ts'
import { lineReader, type Line } from './lines.ts'

type Content = Record<string, unknown>
type Section = 'clients' | 'projects' | 'tasks' | 'charges' | 'times' | 'expenses'
type Sections = Partial<Record<Section, { line: number; value: unknown }[]>>

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

export function stint(): Source {
  const lines: Line[] = []
  const reader = lineReader((line) => lines.push(line))
  let read: Sections | string | undefined
  const sections = (): Sections | string => {
    if (read === undefined) {
      reader.end()
      read = head.test(lines[0]?.text ?? '') ? asWritten(lines) : asWhole(lines)
    }
    return read
  }
  return {
    feed: (piece) => reader.feed(piece),
    problem() {
      const all = sections()
      return typeof all === 'string' ? all : undefined
    },
    rules: () => ['Entries and expenses stay as they were, with their increments and rates'],
    columns: () => [],
    people: () => [],
    *found() {
      const all = sections()
      if (typeof all !== 'string') yield* foundIn(all)
    },
  }
}

const noStint = 'This is no file that `stint export --format json` wrote'

function asWritten(lines: readonly Line[]): Sections | string {
  const version = Number(head.exec(lines[0]!.text)![2])
  if (version > portableVersion) return newer
  const sections: Sections = {}
  let section: Section | undefined
  for (const { line, text } of lines.slice(1)) {
    const begun = begin.exec(text)
    if (begun) {
      section = begun[1] as Section
      sections[section] = []
    } else if (section !== undefined && text.startsWith('{')) {
      sections[section]!.push({ line, value: parsed(text.replace(/\]?,$/, '')) })
    }
  }
  return sections
}

const newer = 'A newer version of Stint wrote this file; install that version to read it'

function asWhole(lines: readonly Line[]): Sections | string {
  const whole = parsed(lines.map(({ text }) => text).join('\n')) as Content | undefined
  if (typeof whole?.['stint'] !== 'string') return noStint
  if (Number(whole['version']) > portableVersion) return newer
  const sections: Sections = {}
  for (const section of ['clients', 'projects', 'tasks', 'charges', 'times', 'expenses'] as const) {
    const values = whole[section]
    if (!Array.isArray(values)) continue
    sections[section] = values.map((value: unknown, at) => ({ line: at + 1, value }))
  }
  return sections
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Records that others name, by their key. */
function byKey(values: Sections[Section] = []): Map<number, Content & { name: string }> {
  return new Map(
    values.flatMap(({ value }) => {
      const record = named.safeParse(value)
      if (!record.success) return []
      const { key, ...content } = record.data
      return [[key, content] as const]
    }),
  )
}

function* foundIn(sections: Sections): Iterable<Found> {
  const clients = byKey(sections.clients)
  const projects = byKey(sections.projects)
  const tasks = byKey(sections.tasks)
  const charges = byKey(sections.charges)
  const clientOf = (key: unknown): NamedClient | null => {
    const content = clients.get(key as number)
    return content ? { name: content.name, code: String(content['code'] ?? ''), content } : null
  }
  const projectOf = (key: number | null): NamedProject | null => {
    const content = key === null ? undefined : projects.get(key)
    if (!content) return null
    const code = String(content['code'] ?? '')
    return { name: content.name, code, client: clientOf(content['client']), content, key: key! }
  }
  const recordOf = (of: typeof tasks, key: number | null) => {
    const content = key === null ? undefined : of.get(key)
    return content ? { name: content.name, content, key: key! } : null
  }
  for (const { line, value } of sections.times ?? []) {
    const entry = timeLine.safeParse(value)
    if (!entry.success) {
      yield { is: 'bad', line, reason: reasonOf(entry.error) }
      continue
    }
    const { user, segments, project, task, date, start, notes, ...as } = entry.data
    const problem = quantityProblem(as.quantity, as.increment)
    if (user !== undefined) yield { is: 'left', line, reason: `is ${user || 'somebody else'}’s` }
    else if (problem) yield { is: 'bad', line, reason: `quantity: ${problem}` }
    else {
      yield {
        ...{ is: 'time', line, date, start, notes, as, segments },
        seconds: as.quantity * as.increment * 60,
        project: projectOf(project),
        task: recordOf(tasks, task),
      }
    }
  }
  for (const { line, value } of sections.expenses ?? []) {
    const expense = expenseLine.safeParse(value)
    if (!expense.success) {
      yield { is: 'bad', line, reason: reasonOf(expense.error) }
      continue
    }
    const { user, project, charge, ...as } = expense.data
    if (user !== undefined) {
      yield { is: 'left', line, reason: `is ${user || 'somebody else'}’s` }
      continue
    }
    const { date, name, quantity, unit_charge, currency, chargeable, notes } = as
    yield {
      ...{
        is: 'expense',
        line,
        date,
        name,
        quantity,
        unit_charge,
        currency,
        chargeable,
        notes,
        as,
      },
      project: projectOf(project),
      charge: recordOf(charges, charge),
    }
  }
}

function reasonOf(error: z.ZodError): string {
  const [issue] = error.issues
  const field = issue?.path.join('.')
  return field ? `${field}: ${issue!.message}` : 'is no record'
}
