/** A table as it is put on the clipboard: for spreadsheets, and for documents and mail. */

export interface ClipboardTexts {
  'text/plain': string
  'text/html': string
}

/** @param rows the heads first */
export function toClipboardTexts([
  heads = [],
  ...rows
]: readonly (readonly string[])[]): ClipboardTexts {
  const line = (cells: readonly string[]) => cells.map(oneLine).join('\t')
  const row = (tag: 'th' | 'td', cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(oneLine(cell))}</${tag}>`).join('')}</tr>`
  return {
    'text/plain': [heads, ...rows].map((cells) => `${line(cells)}\n`).join(''),
    'text/html': `<table>${row('th', heads)}${rows.map((cells) => row('td', cells)).join('')}</table>`,
  }
}

/** Spreadsheets take a text that begins like this for a formula, unless an apostrophe says no. */
export const asText = (name: string): string =>
  /^'*[=+\-@＝＋－＠]/.test(name) ? `'${name}` : name

const oneLine = (cell: string): string => cell.replaceAll(/\s+/gu, ' ')

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
