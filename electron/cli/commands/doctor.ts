import { resolve } from 'node:path'
import { writeNamedFile } from '#core/node/named-file.ts'
import { ok, type Result } from '#shared/errors.ts'
import type { DoctorFinding } from '#shared/ipc/database-integrity.ts'
import { withCore, type CoreClient } from '../core-client.ts'
import type { CommandOutput, Command } from '../command.ts'
import { recoveryOutput } from '../recovery.ts'
import { reject, t, translateCore, type Word } from '../language.ts'
import { rejectArguments } from '../words.ts'

export const doctorCommand: Command = {
  help: `stint doctor [--report FILE]

Check all of this account’s data on this computer, repair what can be repaired, and report the
results. Exits with 4 if a database problem remains.
  --report FILE  write a support report: versions, settings, the results of the check, counts of
                 rows, the last lines of the logs. No tokens, notes, or names; nothing is sent
  --start-anew   if the database can’t be used, set it aside (never delete it) and start an empty one
                 with the unsynced changes`,
  flags: { 'start-anew': { type: 'boolean' }, report: { type: 'string' } },
  run: (context) =>
    withCore(context, async (client) => {
      const words = rejectArguments(context.words)
      if (!words.ok) return words
      const file = context.flags['report']
      if (context.flags['start-anew'] === true && file !== undefined)
        return reject('usage', 'Use either --report or --start-anew, not both')
      if (context.flags['start-anew'] === true) {
        return recoveryOutput(client, await client.call('database.startEmpty'))
      }
      if (typeof file === 'string') return writeReport(client, file)
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

async function writeReport(client: CoreClient, file: string): Promise<Result<CommandOutput>> {
  if (file === '') return reject('usage', '--report needs a file')
  const report = await client.call('doctor.report')
  if (!report.ok) return report
  const path = resolve(file)
  const written = await writeNamedFile(
    path,
    async (put) => {
      await put(report.value.text)
      return ok(null)
    },
    {
      replaces: false,
    },
  )
  if (!written.ok) return written
  const text = t('{file}: read it, then send it to whoever helps you. Nothing was sent.', {
    file: path,
  })
  return ok({ json: { file: path }, text })
}

const marks = {
  fine: 'ok',
  mended: 'fixed',
  note: 'note',
  problem: 'problem',
} as const satisfies Record<DoctorFinding['state'], Word>

const lineOf = ({ state, check, text }: DoctorFinding): string =>
  `${t(marks[state]).padEnd(7)}  ${translateCore(check)}: ${translateCore(text)}`
