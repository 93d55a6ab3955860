/**
 * `npm run test:days`: plays everything that has a calendar in it as on other days and in other
 * zones. A file has one when it names its day by `playAt` (test-day.ts).
 */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { numberOfCommit } from './commit.ts'
import { playRounds, roundsFlags } from './rounds.ts'

/** Days and zones, each of them at least once; four begin a minute before midnight. */
const pairs = {
  monday: '2026-11-16T15:20[UTC]',
  tuesday: '2026-11-17T23:59[Europe/Berlin]',
  wednesday: '2026-11-18T15:20[Pacific/Auckland]',
  thursday: '2026-11-19T15:20[America/New_York]',
  friday: '2026-11-20T15:20[Australia/Lord_Howe]',
  saturday: '2026-11-21T15:20[UTC]',
  sunday: '2026-11-22T15:20[Europe/Berlin]',
  'eve-of-clocks-back': '2026-10-31T23:59[America/New_York]',
  'clocks-back': '2026-11-01T15:20[America/New_York]',
  'clocks-back-in-april': '2026-04-05T15:20[Pacific/Auckland]',
  'clocks-forward': '2026-03-29T15:20[Europe/Berlin]',
  'clocks-forward-by-half-an-hour': '2026-10-04T15:20[Australia/Lord_Howe]',
  'end-of-year': '2026-12-31T23:59[Pacific/Auckland]',
  'first-of-year': '2027-01-01T15:20[UTC]',
  'end-of-february': '2027-02-28T15:20[Australia/Lord_Howe]',
  'leap-day': '2028-02-29T23:59[UTC]',
} as const

const names = Object.keys(pairs) as (keyof typeof pairs)[]

const usage = `npm run test:days -- [options] [files]

Plays what has a calendar in it on other days, in other zones: all such files unless some are named.
  --only PAIR     one of ${names.join(', ')}
  --from-commit   one of them, drawn from the hash of the commit
  --shard I/N     the I-th part of N
  --continue      goes on where the run before has stopped`

const root = fileURLToPath(new URL('../..', import.meta.url))

const filesWithCalendar = (): string[] =>
  globSync('test/**/*.test.ts', { cwd: root }).filter((file) =>
    // With a reason why it is about that moment, it plays at no other.
    /\bplayAt\('[^']*'\)/.test(readFileSync(new URL(file, `file://${root}`), 'utf8')),
  )

const drawn = (): keyof typeof pairs => names[numberOfCommit() % names.length]!

function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      'from-commit': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      ...roundsFlags,
    },
  })
  if (values.help) {
    console.log(usage)
    return 0
  }
  const only = values['from-commit'] ? drawn() : values.only
  const chosen = names.filter((name) => only === undefined || name === only)
  if (chosen.length === 0) {
    console.error(`There is no pair ${only}; there is ${names.join(', ')}.`)
    return 2
  }
  const files = positionals.length > 0 ? positionals : filesWithCalendar()
  const rounds = chosen.map((name) => ({
    name: `${name}, ${pairs[name]}`,
    options: [...['unit', 'node', 'dom', 'e2e'].map((name) => `--project=${name}`), ...files],
    env: { STINT_TEST_DAY: pairs[name] },
  }))
  return playRounds('days', rounds, values)
}

process.exitCode = main()
