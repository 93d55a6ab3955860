import { resolve } from 'node:path'
import { fail, ok } from '#shared/errors.ts'
import type { BackupContents } from '#shared/ipc/integrity.ts'
import { withCore } from '../client.ts'
import type { Command } from '../command.ts'
import { interruptible } from '../interrupt.ts'

export const backup: Command = {
  help: `stint backup [FILE]

Makes a verified copy of the account's database, among its own backups or as FILE. The copy holds
no token. \`stint restore FILE\` takes it back.`,
  flags: {},
  run(context) {
    const [file, ...more] = context.words
    if (more.length > 0) return Promise.resolve(fail('usage', 'Needs one file, or none'))
    return withCore(context, (client) =>
      interruptible(async (signal) => {
        // The copy is given up with the account.
        signal.addEventListener('abort', () => void client.stop())
        context.progress('Copying the database and checking the copy …')
        const made = await client.call(
          'backup.make',
          file === undefined ? {} : { file: resolve(file) },
        )
        if (signal.aborted && !made.ok) return ok(null)
        return made.ok ? ok({ json: made.value, text: contentsText(made.value) }) : made
      }),
    )
  },
}

/** `/…/stint.db: 1,204 entries, 37 expenses, 2 not sent yet, 3.1 MB; checked and sound`. */
export function contentsText({ file, bytes, times, expenses, unsent }: BackupContents): string {
  const megabytes = (bytes / 1024 ** 2).toFixed(1)
  return `${file}: ${times} entries, ${expenses} expenses, ${unsent} not sent yet, ${megabytes} MB; checked and sound`
}
