/**
 * Fingerprints a line by its content; equal lines of one file are distinguished by their position
 * among them.
 */
import type { ParsedTime, PricedExpense } from './parsed-lines.ts'

export interface Print {
  print: number
  /** True for one that is identical to an earlier line. */
  isRepeated: boolean
}

export function createFingerprinter(): (found: ParsedTime | PricedExpense) => Print {
  const seen = new Map<number, number>()
  return (found) => {
    const content = hash53(contentOf(found).join('\u0001'))
    const nth = (seen.get(content) ?? 0) + 1
    seen.set(content, nth)
    return { print: nth === 1 ? content : hash53(`${content} ${nth}`), isRepeated: nth > 1 }
  }
}

function contentOf(found: ParsedTime | PricedExpense): unknown[] {
  const { project, notes, date } = found
  const work = [project?.code, project?.name, project?.client?.name, notes, date]
  return found.is === 'time'
    ? ['time', ...work, found.start, found.seconds, found.task?.name]
    : ['expense', ...work, found.name, found.quantity, found.unit_charge, found.charge?.name]
}

/** 53 bits from two rounds of multiplications, each over the whole text. */
export function hash53(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2_654_435_761)
    low = Math.imul(low ^ code, 1_597_334_677)
  }
  high =
    Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low =
    Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0)
}
