/** What the command line of the simulation says. */
import { availableParallelism } from 'node:os'
import { numberOfCommit } from '../support/commit.ts'

export interface Options {
  /** Infinity when `minutes` say how long. */
  seeds: number
  /** No seed is begun after so many minutes; null: there is no such end. */
  minutes: number | null
  /** The first seed. */
  seed: number
  /** One seed alone, with its trace. */
  replay: boolean
  keep: ReadonlySet<string> | null
  /** Says which few of the worlds meet whatever all of them meet. */
  few: boolean
  workers: number
}

export const usage = `npm run simulate -- [--seeds N | --minutes N] [--seed S] [--keep NAMES] [--workers N] [--few]

  --seeds N     plays N seeds (1,000 unless given)
  --minutes N   plays for so long
  --seed S      begins with seed S, not with the one that each commit has for itself; without
                --seeds or --minutes plays S alone and prints its trace
  --keep NAMES  of one seed only these steps and faults, as a shorter trace names them
  --workers N   on so many cores (all unless given)
  --few         says which few of the worlds meet every situation that all of them meet`

export type Read =
  { is: 'options'; options: Options } | { is: 'problem'; text: string } | { is: 'help' }

export function readOptions(words: readonly string[]): Read {
  const given = new Map<string, string>()
  for (let place = 0; place < words.length; place++) {
    const [name, inline] = words[place]!.split(/=(.*)/s) as [string, string | undefined]
    if (name === '--help' || name === '-h') return { is: 'help' }
    if (name === '--few') {
      given.set(name, '')
      continue
    }
    if (!['--seeds', '--minutes', '--seed', '--keep', '--workers'].includes(name)) {
      return problem(`There is no option ${name}.`)
    }
    const value = inline ?? words[++place]
    if (value === undefined) return problem(`${name} needs a value after it.`)
    if (given.has(name)) return problem(`${name} is given twice; give it once.`)
    given.set(name, value)
  }
  for (const name of ['--seeds', '--minutes', '--seed', '--workers']) {
    const value = given.get(name)
    const least = name === '--seed' ? 0 : 1
    if (value === undefined) continue
    if (!/^\d{1,9}$/.test(value) || Number(value) < least) {
      return problem(`${name} needs a whole number from ${least}, not “${value}”.`)
    }
  }
  if (given.has('--seeds') && given.has('--minutes')) {
    return problem('--seeds and --minutes both say how much is played; give one.')
  }
  const replay = given.has('--seed') && !given.has('--seeds') && !given.has('--minutes')
  if (given.has('--keep') && !replay) return problem('--keep goes with --seed alone.')
  const number = (name: string, otherwise: number) => Number(given.get(name) ?? otherwise)
  const minutes = given.has('--minutes') ? number('--minutes', 0) : null
  return {
    is: 'options',
    options: {
      seeds: minutes === null ? number('--seeds', 1_000) : Infinity,
      minutes,
      seed: number('--seed', numberOfCommit()),
      replay,
      keep: given.has('--keep') ? new Set(given.get('--keep')!.split(',')) : null,
      few: given.has('--few'),
      workers: number('--workers', availableParallelism()),
    },
  }
}

const problem = (text: string): Read => ({ is: 'problem', text: `${text}\n\n${usage}` })
