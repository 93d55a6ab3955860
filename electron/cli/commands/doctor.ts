import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fail, ok, type Result } from '#shared/errors.ts'
import type { Finding } from '#shared/ipc/integrity.ts'
import { withCore, type Client } from '../client.ts'
import type { Answer, Command } from '../command.ts'
import { recoveryAnswer } from '../recovery.ts'
import { noWords } from '../values.ts'

export const doctor: Command = {
  help: `stint doctor [--report FILE]

Looks into everything that the account keeps on this machine, mends what it can, and says what it
found. Ends with 4 when the database has a problem that is left.
  --report FILE  writes a text for who helps: versions, settings, what the doctor found, counts of
                 rows, the logs' last lines. No tokens, notes or names; nothing is sent
  --start-anew  where the database cannot be used: sets its file aside, never deletes it, and begins
                an empty one with what was not sent yet`,
  flags: { 'start-anew': { type: 'boolean' }, report: { type: 'string' } },
  run: (context) =>
    withCore(context, async (client) => {
      const words = noWords(context.words)
      if (!words.ok) return words
      const file = context.flags['report']
      if (context.flags['start-anew'] === true && file !== undefined)
        return fail('usage', '--report and --start-anew are two things: one after the other')
      if (context.flags['start-anew'] === true) {
        return recoveryAnswer(client, await client.call('trouble.startAnew'))
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

async function writeReport(client: Client, file: string): Promise<Result<Answer>> {
  if (file === '') return fail('usage', '--report needs a file')
  const report = await client.call('doctor.report')
  if (!report.ok) return report
  const path = resolve(file)
  try {
    await writeFile(path, report.value.text, { flag: 'wx', mode: 0o600 })
  } catch (reason) {
    const { code } = reason as NodeJS.ErrnoException
    if (code === undefined) throw reason
    const why = code === 'EEXIST' ? 'is there already' : `cannot be written (${code})`
    return fail('validation', `${path} ${why}; name another file`)
  }
  const text = `${path}: read it, then hand it to who helps you. Nothing was sent.`
  return ok({ json: { file: path }, text })
}

const marks: Readonly<Record<Finding['state'], string>> = {
  fine: 'ok     ',
  mended: 'mended ',
  note: 'note   ',
  problem: 'problem',
}

const lineOf = ({ state, check, text }: Finding): string => `${marks[state]}  ${check}: ${text}`
