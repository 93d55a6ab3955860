import type { ParseArgsOptionsConfig } from 'node:util'
import type { Clock } from '#core/ports.ts'
import type { Result } from '#shared/errors.ts'
import type { CallName, CallParameters, CallValue, CoreEvent } from '#shared/ipc/contract.ts'

/** What a command returns: one JSON document for scripts, text for people. */
export interface CommandOutput {
  json: unknown
  text: string
  /** Exit code of an answer that reports a problem. Default: 0. */
  exit?: 1 | 4
}

/** Values of a command's flags, by name. */
export type FlagValues = Readonly<
  Record<string, string | boolean | readonly (string | boolean)[] | undefined>
>

export interface CommandContext {
  /** All commands. */
  readonly commands: Commands
  /** The data folder; it may not exist yet. */
  readonly home: string
  readonly flags: FlagValues
  /** Arguments besides the flags, without the command's own name. */
  readonly words: readonly string[]
  readonly clock: Clock
  readonly env: Readonly<Record<string, string | undefined>>
  /** Width of the terminal in columns; unlimited when the output is not a terminal. */
  readonly width: number
  /** Prints an answer at once, for commands that keep running. */
  answer(answer: CommandOutput): void
  /** Prints a line besides the answer: to standard error, and only for people. */
  note(text: string): void
  /**
   * Shows the progress of long work: one line on standard error that each call replaces, only on a
   * terminal. The next output, or the end of the command, removes it.
   */
  progress(text: string): void
}

/** Calls the core through the contract. */
export interface CoreClient {
  call<Name extends CallName>(
    name: Name,
    ...input: CallParameters<Name>
  ): Promise<Result<CallValue<Name>>>
  /** Receives the progress of this command's calls until it ends. */
  on(listener: (event: CoreEvent) => void): void
  /** Ends running calls in order, or no longer waits for the app; no calls can follow. */
  stop(): Promise<void>
  /** The core that answers: that of a running app, or one in this process. */
  readonly runsIn: 'app' | 'command'
}

/** One command (`start`), or a group of them (`times`), which parses its first word itself. */
export interface Command {
  /** Lines of `stint … --help`: usage and description. */
  readonly help: string
  readonly flags: ParseArgsOptionsConfig
  /** For a group: which of its flags each verb takes; all of them where a verb is missing. */
  readonly flagsOf?: Readonly<Record<string, readonly string[]>>
  /** Returns null when the answer has been printed already. */
  run(context: CommandContext): Promise<Result<CommandOutput | null>>
}

/** A command by name, loaded only when it runs: every file that is read delays the answer. */
export interface CommandEntry {
  readonly summary: string
  load(): Promise<Command>
}

export type Commands = Readonly<Record<string, CommandEntry>>
