/**
 * Reads a table of no known program: its columns are recognized by their usual names, or named by
 * the person. Stint's own tables are read by it too.
 */
import { importFields, type ImportField } from '#shared/ipc/transfer.ts'
import type { TimeEvidence } from '#shared/rules/foreign-formats.ts'
import { knownImportColumns, normalizeColumnName } from '#shared/rules/import-columns.ts'
import { sentence, type Text } from '#shared/sentences/sentence.ts'
import type { TableHeader } from './table-header.ts'
import type { ImportReadOptions } from './parsed-lines.ts'
import { expenseFromRow } from './expense-from-row.ts'
import { importedNotes, toParsedProject, toParsedTask, timeFromRow } from './row-values.ts'
import type { TableLayout } from './table-reader.ts'

/** Fields that only entries have, and only expenses. */
const timeFields: ReadonlySet<ImportField> = new Set([
  ...(['start', 'end-date', 'end', 'duration', 'minutes', 'task'] as const),
])
const expenseFields: ReadonlySet<ImportField> = new Set([
  ...(['name', 'amount', 'quantity', 'currency', 'chargeable'] as const),
])

export function genericTableLayout({ columns = {} }: ImportReadOptions): TableLayout {
  const namesOf = (field: ImportField): readonly string[] => {
    const column = columns[field]
    if (column === '') return []
    return column === undefined ? knownImportColumns[field] : [column]
  }
  const isOfTimes = (header: TableHeader) =>
    (['duration', 'minutes', 'end'] as const).some((field) => header.has(...namesOf(field)))
  return {
    program: 'a table',
    problem: (header, times) => missingIn(header, columns, namesOf, isOfTimes(header), times),
    dates: (cells) => [cells(...namesOf('date')), cells(...namesOf('end-date'))],
    times: (cells) => [cells(...namesOf('start')), cells(...namesOf('end'))],
    numbers: (cells) =>
      (['amount', 'quantity', 'duration', 'minutes'] as const).map((field) =>
        cells(...namesOf(field)),
      ),
    people: (cells) => [cells(...namesOf('person'))].filter(Boolean),
    rules: (header) => {
      const fields = importFields.filter(
        (field) => !(isOfTimes(header) ? expenseFields : timeFields).has(field),
      )
      const read = fields.flatMap((field) => {
        const name = namesOf(field).find((one) => header.has(one))
        return name === undefined ? [] : [`${field}=${name}`]
      })
      const known = new Set(fields.flatMap(namesOf).map(normalizeColumnName))
      const leftOut = header.names.filter(
        (name) => name !== '' && !known.has(normalizeColumnName(name)),
      )
      return [
        `Columns: ${read.join(', ')}`,
        ...(leftOut.length === 0 ? [] : [`Columns left out: ${leftOut.join(', ')}`]),
      ]
    },
    read: (context) => {
      const { header } = context
      const cells = (field: ImportField) => withoutGuard(context.cells(...namesOf(field)))
      const project = toParsedProject(
        ...([cells('project'), cells('client'), cells('project-code')] as const),
        cells('client-code'),
      )
      const notes = importedNotes(cells('notes'))
      if (!isOfTimes(header)) {
        return expenseFromRow(
          context,
          {
            date: cells('date'),
            name: cells('name'),
            amount: cells('amount'),
            quantity: cells('quantity'),
            currency: cells('currency'),
            chargeable: cells('chargeable'),
          },
          { project, notes },
        )
      }
      const minutes = cells('minutes')
      return timeFromRow(
        context,
        {
          date: cells('date'),
          start: cells('start'),
          endDate: cells('end-date'),
          end: cells('end'),
          length: minutes || cells('duration'),
          unit: minutes === '' ? 'hours' : 'minutes',
        },
        { project, task: toParsedTask(cells('task')), notes },
      )
    },
  }
}

function missingIn(
  header: TableHeader,
  named: NonNullable<ImportReadOptions['columns']>,
  namesOf: (field: ImportField) => readonly string[],
  isOfTimes: boolean,
  times: TimeEvidence,
): Text | undefined {
  const columns = header.names.join(', ')
  const strange = Object.entries(named).find(([, name]) => name !== '' && !header.has(name))
  if (strange) {
    return sentence('There’s no column “{name}”. The file has {columns}', {
      name: strange[1],
      columns,
    })
  }
  const needed = [
    ...(isOfTimes && times.dates ? [] : (['date'] as const)),
    ...(isOfTimes ? [] : (['amount'] as const)),
  ]
  const missing = needed.find((field) => !header.has(...namesOf(field)))
  return missing === undefined
    ? undefined
    : sentence(
        'Can’t tell which column is the {field}. Set it with --columns {field}=…. The file has {columns}',
        { field: missing, columns },
      )
}

/**
 * Removes the apostrophes that keep a spreadsheet from taking a text for a formula (write-csv.ts).
 */
const withoutGuard = (text: string): string =>
  text.replaceAll(/(?<=^|[;,\t\r\n]"?)'(?='*[=+\-@＝＋－＠])|^'(?='*[\t\r])/g, '')
