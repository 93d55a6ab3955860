/** Writes Stint's own JSON, a record a line, so that it can be read while it arrives. */
import type { Db } from '../store/database/db.ts'
import { isOwnEntry, type OwnershipRule } from '../store/account/current-user.ts'
import { readSegments } from '../store/resources/segments.ts'
import { readExpensePages, readTimePages, type ExportExtent } from './export-pages.ts'
import {
  toPortableExpense,
  toPortableTime,
  portableVersion,
  readPortableReferences,
  type PortableReferences,
} from './portable-records.ts'

/** A chunk of a file, and the number of records in it. */
export interface JsonChunk {
  text: string
  rows: number
}

export async function* streamTimesJson(
  db: Db,
  extent: ExportExtent,
  mine: OwnershipRule,
): AsyncGenerator<JsonChunk> {
  const references = await readPortableReferences(db, extent, 'times')
  yield { text: headOf('times', references, ['clients', 'projects', 'tasks']), rows: 0 }
  yield* joined(readTimePages(db, extent), async (rows) => {
    const segments = await readSegments(
      db,
      rows.map(({ id }) => id),
    )
    return rows.map((row) =>
      toPortableTime(row, references, segments.get(row.id), isOwnEntry(mine, row.user?.id ?? null)),
    )
  })
}

export async function* streamExpensesJson(
  db: Db,
  extent: ExportExtent,
  mine: OwnershipRule,
): AsyncGenerator<JsonChunk> {
  const references = await readPortableReferences(db, extent, 'expenses')
  yield { text: headOf('expenses', references, ['clients', 'projects', 'charges']), rows: 0 }
  yield* joined(readExpensePages(db, extent), (rows) =>
    Promise.resolve(
      rows.map((row) => toPortableExpense(row, references, isOwnEntry(mine, row.user?.id ?? null))),
    ),
  )
}

type Lists = 'clients' | 'projects' | 'tasks' | 'charges'

function headOf(what: string, references: PortableReferences, lists: readonly Lists[]): string {
  const named = lists.map((list) => `"${list}":[${linesOf(references[list])}],\n`)
  return `{"stint":"${what}","version":${portableVersion},\n${named.join('')}"${what}":[`
}

const linesOf = (records: readonly object[]): string =>
  records.map((record, place) => `${place === 0 ? '\n' : ',\n'}${JSON.stringify(record)}`).join('')

async function* joined<Row>(
  pages: AsyncGenerator<Row[]>,
  portable: (rows: Row[]) => Promise<object[]>,
): AsyncGenerator<JsonChunk> {
  let isFirst = true
  for await (const rows of pages) {
    const text = linesOf(await portable(rows))
    yield { text: isFirst ? text : `,${text}`, rows: rows.length }
    isFirst = false
  }
  yield { text: '\n]}\n', rows: 0 }
}
