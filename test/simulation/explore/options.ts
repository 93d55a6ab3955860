/** The options of the explorer's command line. */
import { kindNames, type Kind } from '../checks/kinds.ts'
import { isProfileName, profileNames, type ProfileName } from './profiles.ts'

export interface Options {
  kind: Kind
  profile: ProfileName
  records: number
  /** The maximum number of moves in a row; Infinity when `minutes` say how long. */
  depth: number
  /** No move is tried after this many minutes; null: there is no such limit. */
  minutes: number | null
  shard: { part: number; of: number }
  /** Plays these moves alone, with their trace. */
  path: readonly string[] | null
}

export const usage = `npm run simulate:explore -- [--kind KIND] [--profile NAME] [--records N] [--depth N | --minutes N] [--shard I/N] [--path MOVES]

  --kind KIND     ${kindNames.join(', ')} (time unless given)
  --profile NAME  ${profileNames.join(', ')}: what the service can do (bare unless given)
  --records N     makes at most N records here (1 unless given)
  --depth N       tries up to N moves in a row (5 unless given)
  --minutes N     tries as many moves in a row as N minutes suffice for
  --shard I/N     tries the Ith of N parts, to use N cores or machines
  --path MOVES    plays these moves alone, as a failure names them, and prints what happens`

export type Read =
  { is: 'options'; options: Options } | { is: 'problem'; text: string } | { is: 'help' }

const names = ['--kind', '--profile', '--records', '--depth', '--minutes', '--shard', '--path']

export function readOptions(words: readonly string[]): Read {
  const given = new Map<string, string>()
  for (let place = 0; place < words.length; place++) {
    const [name, inline] = words[place]!.split(/=(.*)/s) as [string, string | undefined]
    if (name === '--help' || name === '-h') return { is: 'help' }
    if (!names.includes(name)) return problem(`There is no option ${name}.`)
    const value = inline ?? words[++place]
    if (value === undefined) return problem(`${name} needs a value after it.`)
    if (given.has(name)) return problem(`${name} is given twice; give it once.`)
    given.set(name, value)
  }
  for (const name of ['--records', '--depth', '--minutes']) {
    const value = given.get(name)
    if (value !== undefined && !/^[1-9]\d{0,4}$/.test(value)) {
      return problem(`${name} needs a whole number from 1, not “${value}”.`)
    }
  }
  const kind = kindNames.find((one) => one === (given.get('--kind') ?? 'time'))
  if (!kind) return problem(`--kind is one of ${kindNames.join(', ')}.`)
  const profile = given.get('--profile') ?? 'bare'
  if (!isProfileName(profile)) return problem(`--profile is one of ${profileNames.join(', ')}.`)
  if (given.has('--depth') && given.has('--minutes')) {
    return problem('--depth and --minutes both say how much is tried; give one.')
  }
  const [part, of] = (given.get('--shard') ?? '1/1').split('/').map(Number) as [number, number]
  if (!(Number.isInteger(part) && Number.isInteger(of) && part >= 1 && part <= of)) {
    return problem('--shard needs a part and how many there are, such as 1/2.')
  }
  const minutes = given.has('--minutes') ? Number(given.get('--minutes')) : null
  return {
    is: 'options',
    options: {
      ...{ kind, profile, minutes, shard: { part, of } },
      records: Number(given.get('--records') ?? 1),
      depth: minutes === null ? Number(given.get('--depth') ?? 5) : Infinity,
      path: given.get('--path')?.split(/[\s,]+/) ?? null,
    },
  }
}

const problem = (text: string): Read => ({ is: 'problem', text: `${text}\n\n${usage}` })
