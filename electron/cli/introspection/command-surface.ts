/** Lists what can be typed, from the commands' own definitions. */
import type { Commands } from '../command.ts'

export interface FlagSpec {
  readonly name: string
  readonly takesValue: boolean
}

export interface CommandSurface {
  readonly name: string
  readonly summary: string
  readonly help: string
  /** First words of the command, such as the verbs of a group. */
  readonly verbs: readonly string[]
  readonly flags: readonly FlagSpec[]
  /** Flags of each verb that does not take all of them. */
  readonly flagsOf: Readonly<Record<string, readonly string[]>>
}

/** Flags of every command. */
export const globalFlags: readonly FlagSpec[] = [
  { name: 'home', takesValue: true },
  { name: 'json', takesValue: false },
  { name: 'help', takesValue: false },
]

/** Returns all commands, in the order of the help. */
export async function describeCommands(commands: Commands): Promise<CommandSurface[]> {
  const surface: CommandSurface[] = []
  for (const [name, { summary, load }] of Object.entries(commands)) {
    const { help, flags, flagsOf = {} } = await load()
    surface.push({
      name,
      summary,
      help: help.trim(),
      flagsOf,
      verbs: verbsIn(name, help),
      flags: Object.entries(flags).map(([flag, { type }]) => ({
        // A flag that is on by default is shown as people type it: `--no-…`.
        name: help.includes(`--no-${flag}`) ? `no-${flag}` : flag,
        takesValue: type === 'string',
      })),
    })
  }
  return surface
}

/** Finds the first words in `stint times list|add …` and `stint account use NAME`. */
function verbsIn(name: string, help: string): string[] {
  const found = new Set<string>()
  for (const line of help.split('\n')) {
    const word = line.startsWith(`stint ${name} `) ? line.slice(name.length + 7).split(' ')[0]! : ''
    if (/^[a-z]+(\|[a-z]+)*$/.test(word)) for (const verb of word.split('|')) found.add(verb)
  }
  return [...found]
}
