/** What a grid of records is told of its columns and groups. */

export interface GridColumn {
  key: string
  label: string
  /** As a track of a CSS grid: `84px`, `minmax(0, 1fr)`. */
  width: string
  /** The label is only heard. */
  bare?: boolean
  /** Numbers, at the right. */
  end?: boolean
  /** Left out where there is no room. */
  rest?: boolean
  /** Its label sorts the rows. */
  sorts?: boolean
}

export interface GridGroup<Row> {
  key: string
  title?: string
  hint?: string
  /** Not offered any more: shown quietly. */
  quiet?: boolean
  rows: readonly Row[]
}

export interface GridOrder {
  by: string
  ascending: boolean
}
