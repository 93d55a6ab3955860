/** Inspects a file before the core parses it: its beginning, its text, and its columns. */
import type { ImportField } from '#shared/ipc/transfer.ts'
import { fileText } from '#shared/rules/file-text.ts'
import { normalizeColumnName, knownImportColumns } from '#shared/rules/import-columns.ts'
import { headLength } from '#shared/rules/import-source.ts'

/** All fields that a column can be mapped to, in the order in which they are offered. */
export const importFieldOptions = Object.keys(knownImportColumns) as readonly ImportField[]

/** The default column mapping, by usual column names. */
export function detectColumnMapping(
  columns: readonly string[],
): Partial<Record<ImportField, string>> {
  const matched: Partial<Record<ImportField, string>> = {}
  for (const field of importFieldOptions) {
    for (const name of knownImportColumns[field]) {
      const column = columns.find((one) => normalizeColumnName(one) === normalizeColumnName(name))
      if (column === undefined) continue
      matched[field] = column
      break
    }
  }
  return matched
}

/** Maps a column to a field. Both are unique: their former mappings are removed. */
export function withColumnMapping(
  matched: Partial<Record<ImportField, string>>,
  column: string,
  field: ImportField | '',
): Partial<Record<ImportField, string>> {
  const others = Object.entries(matched).filter(([one, name]) => name !== column && one !== field)
  return { ...Object.fromEntries(others), ...(field === '' ? {} : { [field]: column }) }
}

const bytesOf = async (part: Blob): Promise<Uint8Array> => new Uint8Array(await part.arrayBuffer())

/** The beginning of a file; empty if it cannot be read. */
export async function readFileHead(file: Blob): Promise<string> {
  try {
    const bytes = await bytesOf(file.slice(0, headLength))
    return fileText(TextDecoder)(bytes, file.size <= headLength)
  } catch {
    return ''
  }
}

/** Bytes read at once: a message to the core may have up to one mebibyte. */
const pieceLength = 128 * 1024

/** The text of a file in chunks, with the number of bytes in each. */
export async function* readFileChunks(file: Blob): AsyncGenerator<{ text: string; bytes: number }> {
  const read = fileText(TextDecoder)
  for (let from = 0; from < file.size; from += pieceLength) {
    const bytes = await bytesOf(file.slice(from, from + pieceLength))
    const to = from + bytes.length
    yield { text: read(bytes, to >= file.size), bytes: to }
  }
}
