/**
 * Draws a paper as a page in one file: it names no address, runs no script, and is for reading on
 * any width and for printing. The same paper is the same page, byte for byte.
 */
import {
  cellText,
  daysText,
  isFigure,
  sumsOf,
  totalsOf,
  type Cell,
  type Paper,
  type PaperColumn,
  type PaperGroup,
  type PaperTable,
  type PaperText,
} from './paper.ts'
import { pageStyle } from './page-style.ts'

export function drawHtml(paper: Paper, text: PaperText): string {
  const days = paper.days ? daysText(paper.days, text) : ''
  const notes = paper.notes ?? []
  return `<!doctype html>
<html lang="${text.words.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${escape([paper.title, paper.kind, days].filter(Boolean).join(', '))}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<header>
${paper.kind === '' ? '' : `<p class="kind">${escape(paper.kind)}</p>\n`}<h1 dir="auto">${escape(paper.title)}</h1>
<p class="days">${escape(days)}</p>
${paper.filter === undefined ? '' : `<p class="days" dir="auto">${escape(paper.filter)}</p>\n`}</header>
${paper.tables.map((table) => tableHtml(table, text)).join('\n')}
${notes.map((note) => `<p class="note">${escape(note)}</p>\n`).join('')}</main>
</body>
</html>
`
}

function tableHtml(table: PaperTable, text: PaperText): string {
  const { columns, groups } = table
  if (groups.length === 0) return `<p class="none">${escape(text.words.nothing)}</p>`
  const totals = totalsOf(table)
  const figures = columns.flatMap((column, nth) => {
    const sum = totals[nth] ?? null
    if (sum === null) return []
    const value = escape(cellText(column, sum, text))
    return [`<div><dt>${escape(column.title)}</dt><dd>${value}</dd></div>`]
  })
  return `<dl class="figures">
${figures.join('\n')}
</dl>
<table>
<thead>
<tr>${columns.map((column) => `<th scope="col"${classOf(column, columns)}>${escape(column.title)}</th>`).join('')}</tr>
</thead>
${groups.map((group) => groupHtml(table, group, text)).join('\n')}
<tbody class="total">
${sumRow(text.words.total, columns, totals, text)}
</tbody>
</table>`
}

function groupHtml(table: PaperTable, group: PaperGroup, text: PaperText): string {
  const { columns, groupedBy } = table
  const { title, rows } = group
  const lines = rows.map((row) => {
    const cells = columns.map((column, nth) => cellHtml(column, row[nth] ?? null, columns, text))
    return `<tr>${cells.join('')}</tr>`
  })
  if (groupedBy === null) return `<tbody>\n${lines.join('\n')}\n</tbody>`
  return `<tbody>
<tr class="group"><th scope="rowgroup" colspan="${columns.length}" dir="auto">${escape(title)}</th></tr>
${lines.join('\n')}
${sumRow(text.words.sum, columns, sumsOf(table, group), text)}
</tbody>`
}

function cellHtml(
  column: PaperColumn,
  cell: Cell,
  columns: readonly PaperColumn[],
  text: PaperText,
): string {
  const content = escape(cellText(column, cell, text))
  if (content === '') return '<td class="empty"></td>'
  const direction = column.kind === 'text' ? ' dir="auto"' : ''
  return `<td${classOf(column, columns)} data-title="${escape(column.title)}"${direction}>${content}</td>`
}

/** The title takes the columns before the first sum. */
function sumRow(
  title: string,
  columns: readonly PaperColumn[],
  sums: readonly Cell[],
  text: PaperText,
): string {
  const first = Math.max(
    1,
    sums.findIndex((sum) => sum !== null),
  )
  const cells = columns
    .slice(first)
    .map((column, nth) => cellHtml(column, sums[first + nth] ?? null, columns, text))
  return `<tr class="sum"><th scope="row" colspan="${first}">${escape(title)}</th>${cells.join('')}</tr>`
}

/** The first column with a sum is next to the date where the page is narrow. */
function classOf(column: PaperColumn, columns: readonly PaperColumn[]): string {
  const isMain = column === columns.find(({ isSummed }) => isSummed)
  return ` class="${isFigure(column) ? 'figure' : column.kind}${isMain ? ' main' : ''}"`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign]!)
