/** The comparison, for people and for programs. */
import type { CommandFigure } from './peers-timewarrior.ts'
import { works, type WorkName } from './peers-works.ts'
import { aligned, median } from './plain-table.ts'

export interface PeerFigures {
  name: string
  guarantee: string
  persists: boolean
  /** Of the whole process at the end, bytes. */
  memory: number
  /** Microseconds of each turn; none where a store cannot do it. */
  taken: Record<WorkName, number[]>
}

export interface Report {
  text: string
  json: object
}

/**
 * One line for each work, Stint first; in brackets how many times as long the others take.
 * @param commands null where Timewarrior was not requested; empty where it is not installed
 */
export function report(
  stores: readonly PeerFigures[],
  commands: readonly CommandFigure[] | null,
  entries: number,
): Report {
  const [stint] = stores
  const rows = (Object.keys(works) as WorkName[]).map((work) => ({
    work: works[work],
    stores: stores.map(({ name, taken }) => ({
      name,
      turns: taken[work].length,
      median: median(taken[work]),
      ratio: ratio(median(taken[work]), median(stint?.taken[work] ?? [])),
    })),
  }))
  const parts: string[] = []
  if (stores.length > 0) {
    const lines = [
      ['µs', ...stores.map(({ name }) => name)],
      ...rows.map((row) => [row.work, ...row.stores.map((one, nth) => cell(one, nth === 0))]),
      ['memory of the process, MB', ...stores.map(({ memory }) => (memory / 1e6).toFixed(0))],
    ]
    const promises = stores.map(({ name, guarantee }) => `${name}: ${guarantee}.`)
    parts.push(
      `${entries.toLocaleString('en')} entries in each; in brackets: as many times as long as Stint`,
      aligned(lines),
      ['On disk when a save is answered', ...promises].join('\n'),
    )
  }
  if (commands?.length === 0) parts.push('Timewarrior is not installed, so it was left out.')
  if (commands && commands.length > 0) {
    const lines = [
      ['whole process, ms', 'Stint', 'Timewarrior', ''],
      ...commands.map(({ work, stint, timewarrior }) => [
        work,
        stint.toFixed(0),
        timewarrior.toFixed(0),
        `(${(timewarrior / stint).toFixed(2)}×)`,
      ]),
    ]
    parts.push(aligned(lines))
  }
  const told = stores.map(({ name, guarantee, persists, memory }) => ({
    ...{ name, guarantee, persists, memory },
  }))
  return { text: parts.join('\n\n'), json: { stores: told, rows, commands } }
}

const ratio = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one / other

function cell(one: { median: number | null; ratio: number | null }, isFirst: boolean): string {
  if (one.median === null) return 'starts empty'
  const time =
    one.median < 100 ? one.median.toFixed(1) : Math.round(one.median).toLocaleString('en')
  if (isFirst || one.ratio === null) return time
  return `${time} (${one.ratio < 10 ? one.ratio.toFixed(1) : Math.round(one.ratio)}×)`
}
