/** `npm run simulate:explore`: every order of a few moves, and the shortest one that fails. */
import { failureLine } from '../report.ts'
import { makeTemplates } from '../template.ts'
import { explore, playPath, type Explored, type Setup } from './explore.ts'
import { readOptions, usage, type Options } from './options.ts'
import { profileOf } from './profiles.ts'

const print = (...lines: readonly string[]) => console.log(lines.join('\n'))
const number = (value: number): string => value.toLocaleString('en')

const setupOf = ({ kind, profile, records }: Options): Setup => ({
  ...{ kind, records },
  profile: profileOf(profile),
})

async function replay(options: Options, path: readonly string[]): Promise<boolean> {
  const templates = await makeTemplates()
  const { failure, lines } = await playPath(setupOf(options), templates, path, { keepLines: true })
  print(...lines, '', failure ? failureLine(failure) : 'Everything held.')
  return failure === null
}

async function everyOrder(options: Options): Promise<boolean> {
  const { kind, profile, records, depth, minutes, shard } = options
  const templates = await makeTemplates()
  const from = performance.now()
  const tell = (what: string, { states, tried }: Explored) => {
    const seconds = (performance.now() - from) / 1_000
    const speed = (states / seconds).toFixed(0)
    print(
      `${what}: ${number(states)} states, ${number(tried)} moves tried, ` +
        `${seconds.toFixed(1)} s, ${speed} states a second`,
    )
  }
  const explored = await explore(setupOf(options), templates, {
    ...{ depth, shard },
    until: minutes === null ? Infinity : from + minutes * 60_000,
    onDepth: (sofar) => tell(`${sofar.depth} in a row`, sofar),
  })
  tell('In all', explored)
  const { failed } = explored
  if (!failed) {
    print(`Every invariant held in every state of ${explored.depth} moves in a row.`)
    return true
  }
  print(
    '',
    failureLine(failed.failure),
    `Replay it: npm run simulate:explore -- --kind ${kind} --profile ${profile} --records ${records} --path ${failed.path.join(',')}`,
  )
  return false
}

const read = readOptions(process.argv.slice(2))
if (read.is === 'help') {
  print(usage)
} else if (read.is === 'problem') {
  console.error(read.text)
  process.exitCode = 2
} else {
  const { options } = read
  const held = await (options.path ? replay(options, options.path) : everyOrder(options))
  if (!held) process.exitCode = 1
}
