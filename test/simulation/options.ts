/** The options of the simulation's command line. */
import { availableParallelism } from 'node:os'

export interface Options {
  seeds: number
  /** The first seed. */
  seed: number
  /** One seed alone, with its trace. */
  replay: boolean
  keep: ReadonlySet<string> | null
  /** Lists a few of the worlds that together meet everything that all of them meet. */
  few: boolean
  workers: number
}

export const usage = `npm run simulate -- [--seeds N] [--seed S] [--keep NAMES] [--workers N] [--few]

  --seeds N     plays N seeds (1,000 unless given)
  --seed S      begins with seed S; without --seeds plays S alone and prints its trace
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
    if (!['--seeds', '--seed', '--keep', '--workers'].includes(name)) {
      return problem(`There is no option ${name}.`)
    }
    const value = inline ?? words[++place]
    if (value === undefined) return problem(`${name} needs a value after it.`)
    if (given.has(name)) return problem(`${name} is given twice; give it once.`)
    given.set(name, value)
  }
  for (const name of ['--seeds', '--seed', '--workers']) {
    const value = given.get(name)
    const least = name === '--seed' ? 0 : 1
    if (value === undefined) continue
    if (!/^\d{1,9}$/.test(value) || Number(value) < least) {
      return problem(`${name} needs a whole number from ${least}, not “${value}”.`)
    }
  }
  const replay = given.has('--seed') && !given.has('--seeds')
  if (given.has('--keep') && !replay) return problem('--keep goes with --seed, without --seeds.')
  const number = (name: string, otherwise: number) => Number(given.get(name) ?? otherwise)
  return {
    is: 'options',
    options: {
      seeds: number('--seeds', 1_000),
      seed: number('--seed', 1),
      replay,
      keep: given.has('--keep') ? new Set(given.get('--keep')!.split(',')) : null,
      few: given.has('--few'),
      workers: number('--workers', availableParallelism()),
    },
  }
}

const problem = (text: string): Read => ({ is: 'problem', text: `${text}\n\n${usage}` })
