import { namedPath } from '#core/node/named-file.ts'
import { ok } from '#shared/errors.ts'
import type { BackupContents } from '#shared/ipc/database-integrity.ts'
import { withCore } from '../core-client.ts'
import type { Command } from '../command.ts'
import { runInterruptible } from '../interrupt.ts'
import { reject, t, countText } from '../language.ts'

export const backupCommand: Command = {
  help: `stint backup [FILE]

Make a verified backup of the account’s database, in its backups or as FILE. It contains no token.
Restore it with \`stint restore FILE\`.`,
  flags: {},
  run(context) {
    const [file, ...more] = context.words
    if (more.length > 0) return Promise.resolve(reject('usage', 'Give one file, or none'))
    return withCore(context, (client) =>
      runInterruptible(async (signal) => {
        // Closing the account aborts the copy, and so does leaving an app that makes it.
        signal.addEventListener('abort', () => void client.stop())
        context.progress(t('Backing up and verifying…'))
        const made = await client.call(
          'backup.make',
          file === undefined ? {} : { file: await namedPath(file) },
        )
        if (signal.aborted && !made.ok) return ok(null)
        return made.ok ? ok({ json: made.value, text: backupContentsText(made.value) }) : made
      }),
    )
  },
}

/** `/…/stint.db: 1204 entries, 37 expenses, 2 unsynced, 3.1 MB. Verified`. */
export function backupContentsText({
  file,
  bytes,
  times,
  expenses,
  unsent,
}: BackupContents): string {
  return t('{file}: {entries}, {expenses}, {count} unsynced, {size} MB. Verified', {
    file,
    entries: countText(times, 'entry', 'entries'),
    expenses: countText(expenses, 'expense', 'expenses'),
    count: unsent,
    size: (bytes / 1024 ** 2).toFixed(1),
  })
}
