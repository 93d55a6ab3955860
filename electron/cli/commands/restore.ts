import { withCore } from '../core-client.ts'
import type { Command } from '../command.ts'
import { parseBackupReference, recoveryOutput } from '../recovery.ts'
import { reject, t } from '../language.ts'

export const restoreCommand: Command = {
  help: `stint restore NAME-or-FILE

Verify a backup and replace the account’s database with it. The current file is set aside, never
deleted, and unsynced changes are kept. NAME is one of the account’s backups.`,
  flags: {},
  run(context) {
    const [file, ...more] = context.words
    if (file === undefined || more.length > 0) {
      return Promise.resolve(
        reject('usage', 'Give one backup: {example}', { example: 'stint restore NAME-or-FILE' }),
      )
    }
    // It can be stopped at any moment: the next start finds the old file or the new one, complete.
    return withCore(context, async (client) => {
      context.progress(t('Verifying and restoring the backup…'))
      return recoveryOutput(client, await client.call('backup.restore', parseBackupReference(file)))
    })
  },
}
