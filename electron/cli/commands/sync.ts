import { ok } from '#shared/errors.ts'
import type { SyncReport } from '#shared/ipc/views.ts'
import { withCore } from '../client.ts'
import type { Command } from '../command.ts'
import { noWords } from '../values.ts'

export const sync: Command = {
  help: `stint sync [--wait]

Sends what is new here and fetches what is new on the service, once.
  --wait  also waits until everything is certain whose answer was lost`,
  flags: { wait: { type: 'boolean' } },
  run: (context) =>
    withCore(context, async (client) => {
      const words = noWords(context.words)
      if (!words.ok) return words
      const wait = context.flags['wait'] === true
      const report = await client.call('sync.now', wait ? { wait } : {})
      return report.ok ? ok({ json: report.value, text: reportText(report.value) }) : report
    }),
}

export function reportText({ pushed, pulled, pending, inbox }: SyncReport): string {
  const waits = [
    pending > 0 ? `${pending} not sent yet` : '',
    inbox > 0 ? `${inbox} to decide` : '',
  ].filter(Boolean)
  return `Sent ${pushed}, received ${pulled}; ${waits.join(', ') || 'nothing is waiting'}`
}
