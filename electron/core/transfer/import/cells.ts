/** Rows of a table by the names of their columns, whatever their order and case. */
import { plainColumn } from '#shared/rules/import-columns.ts'
import type { Row } from './lines.ts'

export interface Cells {
  /** The first of these columns that the table has and that is not empty here; else ''. */
  (...names: string[]): string
}

export class Header {
  readonly names: readonly string[]
  private readonly places: ReadonlyMap<string, number>
  /** Places by the names that are asked for, as they are asked for. */
  private readonly asked = new Map<string, number | undefined>()

  constructor(names: readonly string[]) {
    this.names = names.map((name) => name.trim())
    // The first of two columns of one name counts.
    this.places = new Map(
      this.names.map((name, at) => [plainColumn(name), at] as const).toReversed(),
    )
  }

  has(...names: string[]): boolean {
    return names.some((name) => this.placeOf(name) !== undefined)
  }

  /** The whole name of the column that begins so, such as `Amount (USD)`. */
  beginning(start: string): string | undefined {
    return this.names.find((name) => plainColumn(name).startsWith(plainColumn(start)))
  }

  of({ cells }: Row): Cells {
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
    if (!this.asked.has(name)) this.asked.set(name, this.places.get(plainColumn(name)))
    return this.asked.get(name)
  }
}
