import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { fail, ok } from '#shared/errors.ts'
import type { BackupContents } from '#shared/ipc/integrity.ts'
import { withCore, type Client } from '../client.ts'
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
        const path = file === undefined ? null : resolve(file)
        signal.addEventListener('abort', () => void endWithout(path, client))
        context.progress('Copying the database and checking the copy …')
        const made = await client.call('backup.make', path === null ? {} : { file: path })
        return made.ok ? ok({ json: made.value, text: contentsText(made.value) }) : made
      }),
    )
  },
}

/** Ends the program while a copy is made, and takes away what there is of it by then. */
async function endWithout(path: string | null, client: Client): Promise<void> {
  process.prependOnceListener('exit', () => {
    if (path === null) return
    for (const end of ['', '-journal', '-wal', '-shm']) {
      rmSync(`${path}.unfinished${end}`, { force: true })
    }
  })
  await client.stop()
  process.exit()
}

/** `/…/stint.db: 1,204 entries, 37 expenses, 2 not sent yet, 3.1 MB; checked and sound`. */
export function contentsText({ file, bytes, times, expenses, unsent }: BackupContents): string {
  const megabytes = (bytes / 1024 ** 2).toFixed(1)
  return `${file}: ${times} entries, ${expenses} expenses, ${unsent} not sent yet, ${megabytes} MB; checked and sound`
}
