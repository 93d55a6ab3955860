import { ok, type Result } from '#shared/errors.ts'
import { reject } from './language.ts'

/** Fails with `usage` when there are words and the command takes none. */
export const rejectArguments = (words: readonly string[]): Result<null> =>
  words.length === 0
    ? ok(null)
    : reject('usage', 'Unexpected argument: “{words}”', { words: words.join(' ') })
