import { maximum } from '#shared/rules/extremes.ts'
import type { Command } from './command.ts'
import { commands } from './commands.ts'

const globalHelp = `
Global options:
  --home DIR  data folder (or STINT_HOME)
  --json      print one JSON document and nothing else
  --help      show help
`

/** Returns the help of the whole program. */
export function programHelp(): string {
  const width = maximum(Object.keys(commands).map((name) => name.length))
  const lines = Object.entries(commands).map(
    ([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`,
  )
  return `stint COMMAND …\n\n${lines.join('\n')}\n\nRun \`stint COMMAND --help\` for details, or \`stint --version\` for the version.\n${globalHelp}`
}

export const commandHelp = (command: Command): string => `${command.help.trim()}\n${globalHelp}`
