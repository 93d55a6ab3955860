import { ok, type Result } from '#shared/errors.ts'
import { loadPaperTexts } from '#shared/sentences/load-paper-texts.ts'
import { clientViewFlags, clientViewHelp } from '../client-view-flags.ts'
import { isLocalAccount, withAccount, type CoreClient } from '../core-client.ts'
import type { CommandOutput, Command, CommandContext } from '../command.ts'
import { dateRangeFlags, dateRangeHelp } from '../date-range-flags.ts'
import { filterFlags, filterHelp } from '../filter-flags.ts'
import { chosenLanguage } from '../language.ts'
import { dayHelp } from '../parse-values.ts'
import { readReportFlags, reportFlags, reportHelp } from '../report-flags.ts'
import { reportText, writtenAsOf } from '../report-text.ts'
import { rejectArguments } from '../words.ts'

export const reportCommand: Command = {
  help: `stint report                    show hours, values, and expenses
${reportHelp}${dateRangeHelp}${clientViewHelp}${filterHelp}
  --rate MEANING     what a rate is per, if the service doesn’t say: hour or increment (default: as
                     chosen in Reports)

${dayHelp}

Weeks start on the day chosen in Settings, else as usual in the country of LC_TIME or LANG, else on
Monday. Amounts in different currencies are never added together. Drafts count. The running timer
doesn’t. Days received from the service more than an hour ago show as of when they are. \`stint sync\`
receives them again. In JSON that’s \`asOf\`: \`null\` if they’re newer or there’s no service,
\`"never"\` if some haven’t been received yet.`,
  flags: {
    ...dateRangeFlags,
    ...reportFlags,
    rate: { type: 'string' },
    ...clientViewFlags,
    ...filterFlags,
  },
  run: (context) => withAccount(context, (client) => show(client, context)),
}

async function show(client: CoreClient, context: CommandContext): Promise<Result<CommandOutput>> {
  const words = rejectArguments(context.words)
  if (!words.ok) return words
  const read = await readReportFlags(client, context)
  if (!read.ok) return read
  const made = await client.call('reports.show', read.value.query)
  if (!made.ok) return made
  const asOf = writtenAsOf(made.value.asOf, context.clock.zone())
  // A local account needs no project and no task.
  const shown = (await isLocalAccount(client)) ? { ...made.value, drafts: 0 } : made.value
  const paperWords = await loadPaperTexts(chosenLanguage())
  const text = reportText(shown, asOf, context.width, paperWords)
  return ok({ json: { ...made.value, asOf }, text })
}
