import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { ok, type Result } from '#shared/errors.ts'
import type { Command, FlagValues } from './command.ts'
import { reject, t } from './language.ts'

const globalFlags = {
  home: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies ParseArgsOptionsConfig

/** Parses a command's flags and words; fails with `usage`, naming the flag, for an unknown one. */
export function parseFlags(
  name: string,
  command: Command,
  args: string[],
): Result<{ flags: FlagValues; words: string[] }> {
  const options = { ...globalFlags, ...command.flags }
  const vague = vagueSwitch(args, command)
  const refuse = (problem: string) =>
    reject('usage', '{problem}. See `stint {name} --help`', { problem, name })
  if (vague !== undefined) return refuse(vague)
  try {
    const { values, positionals } = parseArgs({
      args: plainArguments(args, command, options),
      options,
      allowPositionals: true,
      allowNegative: true,
      strict: true,
    })
    const strange = strangeFlag(command, positionals[0], Object.keys(values))
    if (strange === undefined) return ok({ flags: values, words: positionals })
    const verb = `stint ${name} ${positionals[0]}`
    return refuse(t('`{command}` doesn’t take {flag}', { command: verb, flag: `--${strange}` }))
  } catch (reason) {
    const { code, message } = reason as NodeJS.ErrnoException
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw reason
    return refuse(explain(code, message, options))
  }
}

/** Returns a flag of the group that its verb does not take: ignoring it could change the result. */
function strangeFlag(
  { flagsOf = {} }: Command,
  verb: string | undefined,
  flags: readonly string[],
): string | undefined {
  if (verb === undefined || !Object.hasOwn(flagsOf, verb)) return undefined
  return flags.find((flag) => !Object.hasOwn(globalFlags, flag) && !flagsOf[verb]!.includes(flag))
}

/**
 * Rewrites arguments for Node's parser. That accepts no value after a switch, which scripts like to
 * write out (`--sort-asc 0`), and no value that begins with a dash, as a refund does
 * (`--unit-charge -500`).
 */
function plainArguments(
  args: readonly string[],
  command: Command,
  options: ParseArgsOptionsConfig,
): string[] {
  const plain: string[] = []
  for (let at = 0; at < args.length; at += 1) {
    const text = args[at]!
    if (text === '--') return [...plain, ...args.slice(at)]
    const [, name] = /^--([a-z-]+)$/.exec(text) ?? []
    const next = args[at + 1]
    // Global flags may also precede words: in `--json 1`, `1` is a word.
    const type =
      name === undefined || Object.hasOwn(globalFlags, name) ? undefined : command.flags[name]?.type
    const takesNext =
      next !== undefined &&
      ((type === 'boolean' && /^(true|false|1|0)$/.test(next)) ||
        (type === 'string' && /^-[\d.]/.test(next)))
    if (takesNext) at += 1
    plain.push(plainSwitch(takesNext ? `${text}=${next}` : text, options))
  }
  return plain
}

/** Switches whose value scripts write out; an invalid value would pass for a word of the call. */
const writtenOut = ['sort-asc', 'chargeable']

function vagueSwitch(args: readonly string[], command: Command): string | undefined {
  const at = args.findIndex((text, index) => {
    const flag = text.replace(/^--/, '')
    const isSwitch = writtenOut.includes(flag) && command.flags[flag]?.type === 'boolean'
    // Before the verb (`times --sort-asc list`) the next argument is the verb.
    const isBehindVerb = index > 0 && !args[0]!.startsWith('-')
    return text.startsWith('--') && isSwitch && isBehindVerb && isVague(args[index + 1])
  })
  if (at === -1) return undefined
  return t('{flag} takes 1 or 0, not “{value}”', { flag: args[at]!, value: args[at + 1]! })
}

const isVague = (word: string | undefined): boolean =>
  word !== undefined && /^[a-z]+$/i.test(word) && word !== 'true' && word !== 'false'

/** Rewrites `--sort-asc=false` as `--no-sort-asc`. */
function plainSwitch(text: string, options: ParseArgsOptionsConfig): string {
  const [, name, value] = /^--([a-z-]+)=(true|false|1|0)$/.exec(text) ?? []
  if (name === undefined || options[name]?.type !== 'boolean') return text
  return value === 'true' || value === '1' ? `--${name}` : `--no-${name}`
}

/** Finds the flag in the message of Node's parser; describes the problem in our own words. */
function explain(code: string, message: string, options: ParseArgsOptionsConfig): string {
  const flag = /'(-[^',=]*)/
    .exec(message)?.[1]
    ?.replace(/ <value>$/, '')
    .split(', ')
    .at(-1)
  if (flag === undefined) return t('Can’t read a flag')
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return t('Unknown flag {flag}', { flag })
  const takesValue = options[flag.replace(/^--(no-)?/, '')]?.type === 'string'
  return takesValue
    ? t('{flag} needs a value. If it starts with a dash, write {flag}=…', { flag })
    : t('{flag} takes only true or false', { flag })
}
