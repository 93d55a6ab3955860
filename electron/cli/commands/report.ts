import { ok, type Result } from '#shared/errors.ts'
import type { CallInput } from '#shared/ipc/contract.ts'
import { reportKinds } from '#shared/ipc/reports.ts'
import { withAccount, type Client } from '../core-client.ts'
import type { Answer, Command, Context } from '../command.ts'
import { choiceFlag, rangeHelp, rangeInput, rangeFlags } from '../date-range-flags.ts'
import { reportText, writtenAsOf } from '../report-text.ts'
import { noWords } from '../parse-values.ts'

const rateMeanings = ['hour', 'increment'] as const

export const report: Command = {
  help: `stint report                    show hours, values, and expenses

  --by KIND          ${reportKinds.join(', ')} (default: project)${rangeHelp}
  --rate MEANING     what a rate is per, if the service doesn’t say: hour or increment (default: as
                     chosen in Reports)

Weeks start on the day chosen in Settings, else as usual in the country of LC_TIME or LANG, else on
Monday. Amounts in different currencies are never added together. Drafts count. The running timer
doesn’t. Days received from the service more than an hour ago show as of when they are. \`stint sync\`
receives them again. In JSON that’s \`asOf\`: \`null\` if they’re newer or there’s no service,
\`"never"\` if some haven’t been received yet.`,
  flags: { ...rangeFlags, by: { type: 'string' }, rate: { type: 'string' } },
  run: (context) => withAccount(context, (client) => show(client, context)),
}

async function show(client: Client, context: Context): Promise<Result<Answer>> {
  const words = noWords(context.words)
  if (!words.ok) return words
  const input = await reportInput(client, context)
  if (!input.ok) return input
  const made = await client.call('reports.show', input.value)
  if (!made.ok) return made
  const asOf = writtenAsOf(made.value.asOf, context.clock.zone())
  return ok({ json: { ...made.value, asOf }, text: reportText(made.value, asOf, context.width) })
}

async function reportInput(
  client: Client,
  context: Context,
): Promise<Result<CallInput<'reports.show'>>> {
  const range = await rangeInput(client, context)
  if (!range.ok) return range
  const by = choiceFlag(context, 'by', reportKinds)
  if (!by.ok) return by
  const rate = choiceFlag(context, 'rate', rateMeanings)
  if (!rate.ok) return rate
  return ok({
    ...range.value,
    by: by.value ?? 'project',
    ...(rate.value === undefined ? {} : { rate: rate.value }),
  })
}
