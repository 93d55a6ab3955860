import { dataFolder } from '#core/node/data-folder.ts'
import { createSystemClock } from '#core/node/clock.ts'
import { programVersion } from '#core/node/program-folder.ts'
import type { Failure, Result } from '#shared/errors.ts'
import { toStorageFailure } from '#shared/storage-problem.ts'
import type { CommandOutput, Command } from './command.ts'
import { commands } from './commands.ts'
import { exitCodeOf } from './exit-code.ts'
import { parseFlags } from './flags.ts'
import { commandHelp, programHelp } from './help.ts'
import { createPrinter, type Printer } from './printer.ts'
import { chooseLanguage, reject, t, translateFailure } from './language.ts'
import { messageLanguage } from './system-locale.ts'

/**
 * Runs the command line.
 * @param argv arguments after the program's name
 * @param print where the answer goes. Default: the terminal
 * @returns the exit code: 0 done, 1 refused, 2 wrong usage, 3 service, 4 database
 */
export async function main(
  argv: string[],
  print = createPrinter(wantsJson(argv)),
): Promise<number> {
  // Scripts read JSON, which is the same in every language.
  await chooseLanguage(!wantsJson(argv) && messageLanguage(process.env) === 'de')
  try {
    const result = await run(argv, print)
    if (!result.ok) return refuse(result.error, print)
    if (result.value !== null) print.answer(result.value)
    return result.value?.exit ?? 0
  } catch (reason) {
    const problem = toStorageFailure(reason)
    if (problem) return refuse(problem, print)
    print.trace(reason)
    const message = t('Something went wrong in Stint. Set STINT_LOG=1 for details')
    return refuse({ code: 'internal', message }, print)
  }
}

async function run(argv: string[], print: Printer): Promise<Result<CommandOutput | null>> {
  const [name, rest] = splitCommand(argv)
  if (name === undefined) {
    if (argv.includes('--version')) {
      const version = programVersion()
      return { ok: true, value: { json: { version }, text: `stint ${version}` } }
    }
    const asked = argv.length === 0 || argv.includes('--help')
    if (!asked) return reject('usage', 'No command given. See `stint --help`')
    return { ok: true, value: { json: { help: programHelp() }, text: programHelp() } }
  }
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (entry === undefined) {
    return reject('usage', 'Unknown command “{name}”. See `stint --help`', { name })
  }
  const command: Command = await entry.load()
  const parsed = parseFlags(name, command, rest)
  if (!parsed.ok) return parsed
  const { flags, words } = parsed.value
  if (flags['help'] === true) {
    return { ok: true, value: { json: { help: commandHelp(command) }, text: commandHelp(command) } }
  }
  const clock = createSystemClock()
  if (!clock.ok) return clock
  return command.run({
    commands,
    clock: clock.value,
    home: dataFolder(flags['home'] as string | undefined),
    flags,
    words,
    env: process.env,
    width: print.width,
    answer: print.answer,
    note: print.note,
    progress: print.progress,
  })
}

function refuse(failure: Failure, print: Printer): number {
  print.failure(translateFailure(failure))
  return exitCodeOf(failure.code)
}

/** Determined before the flags are parsed: an unknown flag has to be reported in JSON, too. */
function wantsJson(argv: string[]): boolean {
  const end = argv.indexOf('--')
  return (end === -1 ? argv : argv.slice(0, end)).includes('--json')
}

/** Splits off the command's name; global flags may precede it. */
function splitCommand(argv: string[]): [string | undefined, string[]] {
  let at = 0
  while (at < argv.length && argv[at]!.startsWith('-')) at += argv[at] === '--home' ? 2 : 1
  return [argv[at], [...argv.slice(0, at), ...argv.slice(at + 1)]]
}
