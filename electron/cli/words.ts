import { fail, ok, type Result } from '#shared/errors.ts'

/** Fails with `usage` when there are words and the command takes none. */
export const rejectArguments = (words: readonly string[]): Result<null> =>
  words.length === 0 ? ok(null) : fail('usage', `Unexpected argument: “${words.join(' ')}”`)
