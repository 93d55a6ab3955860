/** The course of a world: a hash of all of it, the lines on request. */
import { digest } from './chance.ts'

export interface Trace {
  /** @param shown formats it for a line, when that is shorter */
  add(at: number, who: string, what: string, shown?: () => string): void
  hash(): number
  lines(): readonly string[]
}

export function makeTrace(keepLines: boolean): Trace {
  let hash = 0x811c9dc5
  const lines: string[] = []
  return {
    add(at, who, what, shown) {
      hash = digest(`${at} ${who} ${what}`, hash)
      if (!keepLines) return
      lines.push(`${(at / 1_000).toFixed(3).padStart(9)} s  ${who.padEnd(8)} ${shown?.() ?? what}`)
    },
    hash: () => hash,
    lines: () => lines,
  }
}
