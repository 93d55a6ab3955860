import { fail } from '#shared/errors.ts'
import { withCore } from '../client.ts'
import type { Command } from '../command.ts'
import { backupNamed, recoveryAnswer } from '../recovery.ts'

export const restore: Command = {
  help: `stint restore NAME-or-FILE

Takes a backup in place of the account's database, after checking it. The present file is set
aside, never deleted; what was not sent yet is put back. The app has to be closed meanwhile.
NAME is one of the account's own backups.`,
  flags: {},
  run(context) {
    const [file, ...more] = context.words
    if (file === undefined || more.length > 0) {
      return Promise.resolve(fail('usage', 'Needs one backup: stint restore NAME-or-FILE'))
    }
    // It can be stopped at any moment: the next start finds the old file or the new one, whole.
    return withCore(context, async (client) => {
      context.progress('Checking the backup and taking it back …')
      return recoveryAnswer(client, await client.call('backup.restore', backupNamed(file)))
    })
  },
}
