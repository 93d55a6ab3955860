/** Lays out a chart's columns: heights in pixels, widths in percent, so that it fits any width. */
import type { ChartColumn } from './chart-buckets.ts'
import type { ColumnLabels } from './column-labels.ts'
import type { Series } from './chart-series.ts'

export const plotArea = { top: 10, bottom: 210, height: 246 }
/** Width of the gap for days that are left out, as a fraction of a column. */
const gap = 0.45
/** Maximum width of a column in a chart with few columns, in percent of the chart. */
const widest = 5

/** @param most minutes at the top of the scale */
const heightOf = (minutes: number, most: number): number =>
  (minutes / (most || 1)) * (plotArea.bottom - plotArea.top)
export const yOfMinutes = (minutes: number, most: number): number =>
  plotArea.bottom - heightOf(minutes, most)

export function layoutColumns(
  columns: readonly ChartColumn<Series['key']>[],
  series: readonly Series[],
  words: readonly ColumnLabels[],
  most: number,
) {
  const gaps = columns.filter(({ afterGap }) => afterGap).length
  const band = 100 / Math.max(1, columns.length + gaps * gap)
  const width = Math.min(band * 0.66, widest)
  let left = 0
  return columns.map((column, nth) => {
    if (column.afterGap) left += band * gap
    const from = left
    left += band
    return {
      nth,
      parts: stacked(column, series, most),
      band: { x: `${from}%`, width: `${band}%` },
      bar: { x: `${from + (band - width) / 2}%`, width: `${width}%` },
      middle: from + band / 2,
      words: words[nth]!,
      lines: linesOf(words[nth]!),
    }
  })
}

/** Stacks the series from the bottom up, one pixel apart. */
function stacked(column: ChartColumn<Series['key']>, series: readonly Series[], most: number) {
  let below = 0
  return series.flatMap(({ key, hue }) => {
    const minutes = column.parts.get(key) ?? 0
    if (minutes === 0) return []
    const y = yOfMinutes(below + minutes, most)
    const height = Math.max(1, heightOf(minutes, most) - (below === 0 ? 0 : 1))
    below += minutes
    return [{ key, hue, y, height }]
  })
}

/** The lines below a column, from top to bottom. */
const linesOf = ({ above, tick, below }: ColumnLabels) =>
  Object.entries({ above, tick, below })
    .filter(([, text]) => text !== undefined)
    .map(([is, text], nth) => ({ is, text, y: plotArea.bottom + 15 + nth * 13 }))
