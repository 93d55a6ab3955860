import type { ParseArgsOptionsConfig } from 'node:util'
import type { Clock } from '#core/ports.ts'
import type { Result } from '#shared/errors.ts'

/** What a command answers: one JSON document for scripts, text for people. */
export interface Answer {
  json: unknown
  text: string
  /** Exit code, where an answer is given and not all is well; 0 unless given. */
  exit?: 1 | 4
}

/** Values of a command's flags, by name. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>

export interface Context {
  /** Every command there is. */
  readonly commands: Commands
  /** The data folder; it may not exist yet. */
  readonly home: string
  readonly flags: Flags
  /** What stands beside the flags, without the command's own name. */
  readonly words: readonly string[]
  readonly clock: Clock
  readonly env: Readonly<Record<string, string | undefined>>
  /** Width of the terminal in columns; unlimited when nobody looks at it. */
  readonly width: number
  /** Answers at once, for commands that go on running. */
  answer(answer: Answer): void
  /** A line beside the answer: on standard error, and only for people. */
  note(text: string): void
  /**
   * How far long work is: one line on standard error that each call draws anew, where a person looks
   * at it. It goes with whatever is written next, and when the command ends.
   */
  progress(text: string): void
}

/** One command (`start`), or a group of them (`times`) that reads its first word itself. */
export interface Command {
  /** Lines of `stint … --help`: how it is called, and what it does. */
  readonly help: string
  readonly flags: ParseArgsOptionsConfig
  /** Of a group: which of its flags each verb takes; every one where a verb is not named. */
  readonly flagsOf?: Readonly<Record<string, readonly string[]>>
  /** Null when the answer has been given already. */
  run(context: Context): Promise<Result<Answer | null>>
}

/** A command by name, loaded when it runs: every file read is time before the first answer. */
export interface CommandEntry {
  readonly summary: string
  load(): Promise<Command>
}

export type Commands = Readonly<Record<string, CommandEntry>>
