/** The columns and groups of a grid of records. */

export interface GridColumn {
  key: string
  label: string
  /** As a track of a CSS grid: `84px`, `minmax(0, 1fr)`. */
  width: string
  /** The label is for screen readers only. */
  bare?: boolean
  /** Aligned at the right, for numbers. */
  end?: boolean
  /** Hidden where there is no room. */
  rest?: boolean
  /** The label sorts the rows. */
  sorts?: boolean
}

export interface GridGroup<Row> {
  key: string
  title?: string
  hint?: string
  /** No longer in use: shown less prominently. */
  quiet?: boolean
  rows: readonly Row[]
}

export interface GridOrder {
  by: string
  ascending: boolean
}
