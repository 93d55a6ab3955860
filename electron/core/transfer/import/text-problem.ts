/** Checks for texts that no file or record here can have. */
import { isNestedTooDeep, maximumNesting } from '#shared/rules/parse-json.ts'
import { isStorable } from '#shared/rules/search-text.ts'
import type { ParsedExpense, ParsedTime } from './parsed-lines.ts'

const longestName = 255
const longestCode = 32
const longestNotes = 10_000

/** Returns what is wrong with the JSON of a file before it is parsed; undefined when nothing is. */
export const describeNestingProblem = (json: string): string | undefined =>
  isNestedTooDeep(json) ? `This file is nested deeper than ${maximumNesting} levels` : undefined

/** Returns what is wrong with the texts of a line, in plain words; undefined when nothing is. */
export function describeTextProblem(found: ParsedTime | ParsedExpense): string | undefined {
  const { project, notes } = found
  const texts: [field: string, text: string | null | undefined, longest: number][] = [
    ['project', project?.name, longestName],
    ['project code', project?.code, longestCode],
    ['client', project?.client?.name, longestName],
    ['client code', project?.client?.code, longestCode],
    ['notes', notes, longestNotes],
    found.is === 'time'
      ? ['task', found.task?.name, longestName]
      : ['name', found.name, longestName],
  ]
  for (const [field, text, longest] of texts) {
    if (!text) continue
    if (!isStorable(text)) return `${field}: has a character that can’t be saved. Remove it`
    if (text.length > longest) return `${field}: is longer than ${longest} characters`
  }
  return undefined
}
