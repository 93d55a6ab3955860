import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { ok, type Result } from '#shared/errors.ts'
import type { Recovery } from '#shared/ipc/integrity.ts'
import type { Client } from './client.ts'
import type { Answer } from './command.ts'
import { recoveryText } from './recovery-text.ts'

/** What was done on request: the answer says it, so it counts as read. */
export async function recoveryAnswer(
  client: Client,
  done: Result<Recovery>,
): Promise<Result<Answer>> {
  if (!done.ok) return done
  await client.call('trouble.dismiss')
  return ok({ json: done.value, text: recoveryText(done.value) })
}

/** A file that is there, or else one of the account's own backups where it is called like one. */
export function backupNamed(word: string): { file: string } | { name: string } {
  const file = resolve(word)
  const isName = /^(daily|before-migration|before-sync|asked)-[0-9TZ-]+\.db$/.test(word)
  return isName && !existsSync(file) ? { name: word } : { file }
}
