/** Writes Stint's own JSON, a record a line, so that it can be read while it arrives. */
import type { Db } from '../store/db.ts'
import { isOwnEntry, type OwnershipRule } from '../store/current-user.ts'
import { expensePages, timePages, type Extent } from './export-pages.ts'
import {
  portableExpense,
  portableTime,
  portableVersion,
  referencesOf,
  segmentsOf,
  type References,
} from './portable-records.ts'

/** A chunk of a file, and the number of records in it. */
export interface Piece {
  text: string
  rows: number
}

export async function* timesAsJson(
  db: Db,
  extent: Extent,
  mine: OwnershipRule,
): AsyncGenerator<Piece> {
  const references = await referencesOf(db, extent, 'times')
  yield { text: headOf('times', references, ['clients', 'projects', 'tasks']), rows: 0 }
  yield* joined(timePages(db, extent), async (rows) => {
    const segments = await segmentsOf(
      db,
      rows.map(({ id }) => id),
    )
    return rows.map((row) =>
      portableTime(row, references, segments.get(row.id), isOwnEntry(mine, row.user?.id ?? null)),
    )
  })
}

export async function* expensesAsJson(
  db: Db,
  extent: Extent,
  mine: OwnershipRule,
): AsyncGenerator<Piece> {
  const references = await referencesOf(db, extent, 'expenses')
  yield { text: headOf('expenses', references, ['clients', 'projects', 'charges']), rows: 0 }
  yield* joined(expensePages(db, extent), (rows) =>
    Promise.resolve(
      rows.map((row) => portableExpense(row, references, isOwnEntry(mine, row.user?.id ?? null))),
    ),
  )
}

type Lists = 'clients' | 'projects' | 'tasks' | 'charges'

function headOf(what: string, references: References, lists: readonly Lists[]): string {
  const named = lists.map((list) => `"${list}":[${linesOf(references[list])}],\n`)
  return `{"stint":"${what}","version":${portableVersion},\n${named.join('')}"${what}":[`
}

const linesOf = (records: readonly object[]): string =>
  records.map((record, place) => `${place === 0 ? '\n' : ',\n'}${JSON.stringify(record)}`).join('')

async function* joined<Row>(
  pages: AsyncGenerator<Row[]>,
  portable: (rows: Row[]) => Promise<object[]>,
): AsyncGenerator<Piece> {
  let isFirst = true
  for await (const rows of pages) {
    const text = linesOf(await portable(rows))
    yield { text: isFirst ? text : `,${text}`, rows: rows.length }
    isFirst = false
  }
  yield { text: '\n]}\n', rows: 0 }
}
