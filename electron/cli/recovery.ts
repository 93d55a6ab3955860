import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { ok, type Result } from '#shared/errors.ts'
import type { DatabaseRecovery } from '#shared/ipc/database-integrity.ts'
import type { CoreClient } from './core-client.ts'
import type { CommandOutput } from './command.ts'
import { recoveryText } from './recovery-text.ts'

/** Answers with what was done on request, and marks it as read. */
export async function recoveryOutput(
  client: CoreClient,
  done: Result<DatabaseRecovery>,
): Promise<Result<CommandOutput>> {
  if (!done.ok) return done
  await client.call('database.dismissRecovery')
  const { at, message, aside } = done.value
  return ok({ json: { at, message, aside }, text: recoveryText(done.value) })
}

/** Resolves a word to an existing file, or else to one of the account's own backups by its name. */
export function parseBackupReference(word: string): { file: string } | { name: string } {
  const file = resolve(word)
  const isName = /^(daily|before-migration|before-sync|asked)-[0-9TZ-]+\.db$/.test(word)
  return isName && !existsSync(file) ? { name: word } : { file }
}
