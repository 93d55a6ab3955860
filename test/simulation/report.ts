/** The output of a run of the simulation. */
import type { FailedSeed, Sum } from './seeds.ts'
import type { Shrunk } from './shrink.ts'
import type { Failure } from './world.ts'

const number = (value: number): string => value.toLocaleString('en')

const invariants: readonly string[] = [
  'nothing throws, nothing runs for ever',
  'no loss',
  'no twin',
  'ids are one-to-one and written once',
  'no POST while one is unknown',
  'no removal without evidence',
  'no write over what was not seen',
  'everything converges, then rests',
  'a kill leaves committed transactions',
  'a cursor passes nothing by',
  'what cannot be sent delays nothing else',
  'accounts stay apart',
  'the same seed goes the same way',
  'repeated pages change nothing',
  'what is said of the sync is so',
  'a record is itself: id and time of creation',
  'a service that asks to be left alone is left alone',
  'no amount counts in an unseen currency',
  'a second half is sent after the first',
  'one act with a uid is one record',
  'one act without a uid is asked about',
  'what a restored service lost is here',
]

export function sumLines(sum: Sum, seconds: number, workers: number): string[] {
  const faults = Object.entries(sum.faults).sort((one, other) => other[1] - one[1])
  const all = faults.reduce((count, [, some]) => count + some, 0)
  return [
    `${number(sum.seeds)} seeds in ${seconds.toFixed(1)} s: ${(sum.seeds / seconds).toFixed(1)} a second on ${workers} ${workers === 1 ? 'worker' : 'workers'}`,
    `${number(sum.operations)} operations of people, ${number(sum.requests)} requests, ${number(sum.crashes)} deaths of a process`,
    `${number(all)} faults: ${faults.map(([kind, count]) => `${kind} ${number(count)}`).join(', ')}`,
  ]
}

/** What occurred, what was rare, and what never occurred. */
export function ledgerLines(
  counts: ReadonlyMap<string, number>,
  unmet: readonly string[],
  wrong: readonly string[],
): string[] {
  const rare = [...counts].filter(([, count]) => count > 0 && count < 5).length
  const met = [...counts.values()].filter((count) => count > 0).length
  return [
    `${number(met)} of ${number(met + unmet.length)} situations were met, ${number(rare)} of them less than five times`,
    ...unmet.map((name) => `  not met: ${name}`),
    ...wrong.map((what) => `  a reason does not hold: ${what}`),
  ]
}

/**
 * The last line of a run, for programs that count.
 * @param isMet false when a situation should have been met and was not, or a reason does not hold
 */
export const countLine = ({ seeds, failed }: Sum, isMet: boolean): string =>
  `${seeds - failed.length} passed, ${failed.length + (isMet ? 0 : 1)} failed`

export const failureLine = ({ invariant, what }: Failure): string =>
  `Invariant ${invariant} (${invariants[invariant]}): ${what}`

/** The seeds that failed, grouped by invariant. */
export function failedLines(failed: readonly FailedSeed[]): string[] {
  const groups = new Map<string, FailedSeed[]>()
  for (const one of failed) {
    const key = `${one.failure.invariant} ${one.failure.what.replace(/\d+/g, '#').slice(0, 90)}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()]
    .sort((one, other) => other.length - one.length)
    .map((group) => {
      const seeds = group.slice(0, 8).map(({ seed }) => seed)
      return `${number(group.length)} × ${failureLine(group[0]!.failure)}\n    seeds ${seeds.join(', ')}`
    })
}

export const shrunkLines = (seed: number, { outcome, keep }: Shrunk): string[] => [
  `The shortest trace found, of seed ${seed}:`,
  ...outcome.lines,
  '',
  failureLine(outcome.failure!),
  `Replay it: npm run simulate -- --seed ${seed} --keep ${keep.join(',')}`,
]
