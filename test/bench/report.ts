/** The figures as people and programs read them. */
import type { Spread } from './measure.ts'
import type { Target } from './works.ts'

/** One work at one size. Times in microseconds. */
export interface Figure {
  name: string
  entries: number
  turns: number
  store: Spread
  raw: Spread | null
  /** The store's median to the other's. */
  ratio: number | null
  target: Target | null
}

export interface Row extends Figure {
  /** The store's median to its median at the smallest size; null at that size. */
  growth: number | null
  /** Null without a target. */
  met: boolean | null
}

/** Figures compared with the smallest size and with their targets. */
export function withGrowth(figures: readonly Figure[]): Row[] {
  const smallest = Math.min(...figures.map(({ entries }) => entries))
  return figures.map((figure) => {
    const small = figures.find(({ name, entries }) => name === figure.name && entries === smallest)
    const growth =
      small && figure.entries > smallest ? figure.store.median / small.store.median : null
    return { ...figure, growth, met: figure.target && meets(figure, figure.target) }
  })
}

function meets(figure: Figure, target: Target): boolean {
  if ('within' in target) return figure.store.median <= target.within
  if ('ratio' in target) return figure.ratio !== null && figure.ratio <= target.ratio
  const over = above(figure)
  return over !== null && over <= target.above
}

const above = ({ store, raw }: Figure): number | null => raw && store.median - raw.median

/** The rows of one size, aligned, with a line that says what the columns are. */
export function table(rows: readonly Row[], entries: number): string {
  const head = ['µs', 'store', 'p95', 'raw', 'p95', 'above', 'ratio', 'growth', 'target', '']
  const lines = rows
    .filter((row) => row.entries === entries)
    .map((row) => [
      row.name,
      whole(row.store.median),
      whole(row.store.p95),
      ...(row.raw ? [whole(row.raw.median), whole(row.raw.p95)] : ['', '']),
      row.raw ? whole(row.store.median - row.raw.median) : '',
      row.ratio === null ? '' : `${row.ratio.toFixed(2)}×`,
      row.growth === null ? '' : `${row.growth.toFixed(1)}×`,
      row.target === null ? '' : said(row.target),
      row.met === null ? '' : row.met ? 'met' : 'missed',
    ])
  const widths = head.map((_, column) =>
    Math.max(...[head, ...lines].map((line) => line[column]!.length)),
  )
  const aligned = [head, ...lines].map((line) =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
      )
      .join('  ')
      .trimEnd(),
  )
  return [`\n${entries.toLocaleString('en')} entries`, ...aligned].join('\n')
}

function said(target: Target): string {
  if ('within' in target) return `≤ ${target.within}`
  return 'ratio' in target ? `≤ ${target.ratio}×` : `≤ ${target.above} above`
}

const whole = (microseconds: number): string =>
  microseconds < 100 ? microseconds.toFixed(1) : Math.round(microseconds).toLocaleString('en')
