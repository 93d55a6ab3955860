import { ok } from '#shared/errors.ts'
import { withCore } from '../core-client.ts'
import type { Command } from '../command.ts'
import { parseBackupReference } from '../recovery.ts'
import { reject } from '../language.ts'
import { backupContentsText } from './backup.ts'

export const verifyCommand: Command = {
  help: `stint verify NAME-or-FILE

Verify a backup and show what it contains. Nothing is changed.`,
  flags: {},
  run(context) {
    const [file, ...more] = context.words
    if (file === undefined || more.length > 0) {
      return Promise.resolve(
        reject('usage', 'Give one backup: {example}', { example: 'stint verify NAME-or-FILE' }),
      )
    }
    return withCore(context, async (client) => {
      const found = await client.call('backup.verify', parseBackupReference(file))
      return found.ok ? ok({ json: found.value, text: backupContentsText(found.value) }) : found
    })
  },
}
