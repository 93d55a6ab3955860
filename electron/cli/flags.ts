import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { fail, ok, type Result } from '#shared/errors.ts'
import type { Command, Flags } from './command.ts'

const globalFlags = {
  home: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies ParseArgsOptionsConfig

/** A command's flags and words, or `usage` naming the flag that it does not have. */
export function parseFlags(
  name: string,
  command: Command,
  args: string[],
): Result<{ flags: Flags; words: string[] }> {
  const options = { ...globalFlags, ...command.flags }
  try {
    const { values, positionals } = parseArgs({
      args: args.map((text) => plainSwitch(text, options)),
      options,
      allowPositionals: true,
      allowNegative: true,
      strict: true,
    })
    return ok({ flags: values, words: positionals })
  } catch (reason) {
    const { code, message } = reason as NodeJS.ErrnoException
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw reason
    return fail('usage', `${explain(code, message)}; \`stint ${name} --help\` shows what it takes`)
  }
}

/** `--sort-asc=false` as `--no-sort-asc`: scripts like to write the value out. */
function plainSwitch(text: string, options: ParseArgsOptionsConfig): string {
  const [, name, value] = /^--([a-z-]+)=(true|false|1|0)$/.exec(text) ?? []
  if (name === undefined || options[name]?.type !== 'boolean') return text
  return value === 'true' || value === '1' ? `--${name}` : `--no-${name}`
}

function explain(code: string, message: string): string {
  const flag = /'(-[^',]*)/.exec(message)?.[1]?.replace(/ <value>$/, '') ?? 'a flag'
  return code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
    ? `There is no flag ${flag} here`
    : `${flag} needs another value: ${message.split('\n')[0]}`
}
