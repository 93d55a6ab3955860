import { ok } from '#shared/errors.ts'
import type { Finding } from '#shared/ipc/integrity.ts'
import { withCore } from '../client.ts'
import type { Command } from '../command.ts'
import { recoveryAnswer } from '../recovery.ts'
import { noWords } from '../values.ts'

export const doctor: Command = {
  help: `stint doctor

Looks into everything that the account keeps on this machine, mends what it can, and says what it
found. Ends with 4 when the database has a problem that is left.
  --start-anew  where the database cannot be used: sets its file aside, never deletes it, and begins
                an empty one with what was not sent yet`,
  flags: { 'start-anew': { type: 'boolean' } },
  run: (context) =>
    withCore(context, async (client) => {
      const words = noWords(context.words)
      if (!words.ok) return words
      if (context.flags['start-anew'] === true) {
        return recoveryAnswer(client, await client.call('trouble.startAnew'))
      }
      const report = await client.call('doctor.run')
      if (!report.ok) return report
      const { findings } = report.value
      const bad = findings.some(({ state, database }) => state === 'problem' && database === true)
      return ok({
        json: report.value,
        text: findings.map(lineOf).join('\n'),
        ...(bad ? { exit: 4 as const } : {}),
      })
    }),
}

const marks: Readonly<Record<Finding['state'], string>> = {
  fine: 'ok     ',
  mended: 'mended ',
  note: 'note   ',
  problem: 'problem',
}

const lineOf = ({ state, check, text }: Finding): string => `${marks[state]}  ${check}: ${text}`
