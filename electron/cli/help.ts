import type { Command } from './command.ts'
import { commands } from './commands.ts'

const globalHelp = `
Everywhere:
  --home DIR  the data folder (or STINT_HOME)
  --json      one JSON document on standard output, nothing else
  --help      this text
`

/** The help of the whole program. */
export function overview(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length))
  const lines = Object.entries(commands).map(
    ([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`,
  )
  return `stint COMMAND …\n\n${lines.join('\n')}\n\n\`stint COMMAND --help\` tells more, \`stint --version\` which one this is.\n${globalHelp}`
}

export const helpOf = (command: Command): string => `${command.help.trim()}\n${globalHelp}`
