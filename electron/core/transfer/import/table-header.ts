/** Reads rows of a table by the names of their columns, regardless of order and case. */
import { normalizeColumnName } from '#shared/rules/import-columns.ts'
import type { TableRow } from './line-reader.ts'

export interface RowCells {
  /** The first of these columns that the table has and that is not empty here; otherwise ''. */
  (...names: string[]): string
}

export class TableHeader {
  readonly names: readonly string[]
  private readonly places: ReadonlyMap<string, number>
  /** Positions by requested name. */
  private readonly asked = new Map<string, number | undefined>()

  constructor(names: readonly string[]) {
    this.names = names.map((name) => name.trim())
    // Of two columns with one name the first counts.
    this.places = new Map(
      this.names.map((name, at) => [normalizeColumnName(name), at] as const).toReversed(),
    )
  }

  has(...names: string[]): boolean {
    return names.some((name) => this.placeOf(name) !== undefined)
  }

  /** The whole name of the column that begins with this text, such as `Amount (USD)`. */
  beginning(start: string): string | undefined {
    return this.names.find((name) =>
      normalizeColumnName(name).startsWith(normalizeColumnName(start)),
    )
  }

  of({ cells }: TableRow): RowCells {
    return (...names) => {
      for (const name of names) {
        const at = this.placeOf(name)
        const text = at === undefined ? '' : (cells[at] ?? '').trim()
        if (text !== '') return text
      }
      return ''
    }
  }
  private placeOf(name: string): number | undefined {
    if (!this.asked.has(name)) this.asked.set(name, this.places.get(normalizeColumnName(name)))
    return this.asked.get(name)
  }
}
