/**
 * Tells unsteady tests from broken ones. A file that failed, or whose worker died, is played once
 * more alone when everything else is finished; a test that passes then is unsteady, and named.
 * Everything in here is a function of its arguments.
 */
import { firstLines, type FileReport, type Finding, type TestReport } from './test-report.ts'

/** More failed files than this are not unsteady: something is broken. */
const mostUnsteady = 3

/** Seconds allowed for the replay of a file whose worker died, since its duration is unknown. */
const unknown = 600

/** Its worlds take the same course every time: what failed once is broken. */
const simulation = 'test/simulation/'

export interface Failed {
  file: FileReport
  /** Why it is not replayed; undefined where it is. */
  broken?: string
}

/** A failure in a file: red, or reported as unsteady. */
export interface Told extends Finding {
  /** Project and file; undefined for an error that belongs to no file. */
  place: string
  /** Why it is red although it might have been replayed. */
  because?: string
}

export interface Verdict {
  passed: number
  failed: number
  red: Told[]
  unsteady: Told[]
  /** One for each test. */
  skipped: { place: string; reason: string }[]
}

/**
 * The files that did not pass, and which of them are played once more.
 * @param secondsLeft until all replays must have ended; one takes at most twice as long as its file
 *   took
 */
export function filesToReplay({ files, elsewhere }: TestReport, secondsLeft: number): Failed[] {
  const failed = files.filter((file) => file.failed.length > 0)
  const needed = failed.reduce(
    (sum, { ended, seconds }) => sum + (ended ? 2 * seconds : unknown),
    0,
  )
  return failed.map((file) => {
    if (file.file.startsWith(simulation))
      return { file, broken: 'a world goes the same way every time' }
    if (elsewhere.length > 0) return { file, broken: 'an error belongs to no file' }
    if (failed.length > mostUnsteady) {
      return { file, broken: `${failed.length} files failed, more than ${mostUnsteady}` }
    }
    if (needed > secondsLeft) return { file, broken: 'there is no time to play it once more' }
    return { file }
  })
}

/**
 * @param again the result of each file's replay, by the index of the file
 * @param strict counts unsteady tests as failed
 */
export function verdict(
  first: TestReport,
  failed: readonly Failed[],
  again: ReadonlyMap<string, TestReport>,
  { strict = false }: { strict?: boolean } = {},
): Verdict {
  const told: Verdict = { passed: 0, failed: 0, red: [], unsteady: [], skipped: [] }
  for (const file of first.files) {
    const place = placeOf(file)
    const known = failed.find((one) => one.file === file)
    const second = again.get(place)
    const problem = known && (known.broken ?? replayProblem(file, second))
    const counted = problem === undefined ? (second?.files[0] ?? file) : file
    told.passed += counted.passed
    told.skipped.push(...counted.skipped.map((reason) => ({ place, reason })))
    if (!known) continue
    const to = problem === undefined ? told.unsteady : told.red
    to.push(...file.failed.map((one) => ({ ...one, place, ...(problem && { because: problem }) })))
    if (problem === undefined || !second) continue
    const before = new Set(file.failed.map(({ test }) => test))
    const more = second.files.flatMap((one) => one.failed).filter(({ test }) => !before.has(test))
    to.push(...more.map((one) => ({ ...one, place, because: problem })))
  }
  told.red.push(...first.elsewhere.map((message) => ({ place: '', test: '', message })))
  told.failed = told.red.length + (strict ? told.unsteady.length : 0)
  return told
}

/** Why a replay does not clear its file; null when it does. */
function replayProblem(file: FileReport, second: TestReport | undefined): string | undefined {
  const played = second?.files[0]
  if (!played || !played.ended) return 'played once more, it did not report'
  if (played.failed.length > 0 || second.elsewhere.length > 0) return 'it failed again'
  const skippedMore = file.ended && played.skipped.length > file.skipped.length
  if (played.passed < Math.max(1, file.passed) || skippedMore) {
    return 'played once more, fewer tests ran'
  }
  return undefined
}

export const placeOf = ({ project, file }: FileReport): string => `[${project}] ${file}`

const shownFindings = 20

/** The lines that are printed at the end, where they are seen. */
export function wordsOf({ red, unsteady, skipped }: Verdict): string[] {
  const byReason = Map.groupBy(skipped, ({ reason }) => reason)
  const named = ({ place, test }: Told) => [place, test].filter(Boolean).join(' › ')
  return [
    ...[...byReason].map(([reason, tests]) => {
      const places = new Set(tests.map(({ place }) => place))
      return `skipped  ${tests.length}: ${reason}; ${[...places].join(', ')}`
    }),
    ...unsteady.flatMap((one) => {
      const [first = '', ...more] = firstLines(one.message)
      return [`unsteady: ${named(one)}: ${first.trim()}`, ...more]
    }),
    ...red
      .slice(0, shownFindings)
      .flatMap((one) => [
        `FAILED  ${named(one) || 'outside of every file'}${one.because ? ` (${one.because})` : ''}`,
        ...firstLines(one.message),
      ]),
    ...(red.length > shownFindings ? [`… and ${red.length - shownFindings} more`] : []),
  ]
}
