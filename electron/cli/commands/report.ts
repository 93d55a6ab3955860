import { ok, type Result } from '#shared/errors.ts'
import type { CallInput } from '#shared/ipc/contract.ts'
import { reportKinds } from '#shared/ipc/reports.ts'
import { clientViewFlags, clientViewHelp, readClientViewFlags } from '../client-view-flags.ts'
import { isLocalAccount, withAccount, type CoreClient } from '../core-client.ts'
import type { CommandOutput, Command, CommandContext } from '../command.ts'
import {
  choiceFlag,
  dateRangeHelp,
  readDateRangeFlags,
  dateRangeFlags,
} from '../date-range-flags.ts'
import { filterFlags, filterHelp, readFilterFlags } from '../filter-flags.ts'
import { firstDayHere } from '../local-defaults.ts'
import { reportText, writtenAsOf } from '../report-text.ts'
import { dayHelp } from '../parse-values.ts'
import { rejectArguments } from '../words.ts'

const rateMeanings = ['hour', 'increment'] as const

export const reportCommand: Command = {
  help: `stint report                    show hours, values, and expenses

  --by KIND          ${reportKinds.join(', ')} (default: project)
  --then KIND        another of them, within each row${dateRangeHelp}${clientViewHelp}${filterHelp}
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
    by: { type: 'string' },
    then: { type: 'string' },
    rate: { type: 'string' },
    ...clientViewFlags,
    ...filterFlags,
  },
  run: (context) => withAccount(context, (client) => show(client, context)),
}

async function show(client: CoreClient, context: CommandContext): Promise<Result<CommandOutput>> {
  const words = rejectArguments(context.words)
  if (!words.ok) return words
  const input = await reportInput(client, context)
  if (!input.ok) return input
  const made = await client.call('reports.show', input.value)
  if (!made.ok) return made
  const asOf = writtenAsOf(made.value.asOf, context.clock.zone())
  // A local account needs no project and no task.
  const shown = (await isLocalAccount(client)) ? { ...made.value, drafts: 0 } : made.value
  return ok({ json: { ...made.value, asOf }, text: reportText(shown, asOf, context.width) })
}

async function reportInput(
  client: CoreClient,
  context: CommandContext,
): Promise<Result<CallInput<'reports.show'>>> {
  const range = await readDateRangeFlags(client, context)
  if (!range.ok) return range
  const by = choiceFlag(context, 'by', reportKinds)
  if (!by.ok) return by
  const then = choiceFlag(context, 'then', reportKinds)
  if (!then.ok) return then
  const view = readClientViewFlags(context)
  if (!view.ok) return view
  const filter = await readFilterFlags(client, context)
  if (!filter.ok) return filter
  const firstDay = await firstDayHere(client, context)
  if (!firstDay.ok) return firstDay
  const rate = choiceFlag(context, 'rate', rateMeanings)
  if (!rate.ok) return rate
  return ok({
    ...range.value,
    by: by.value ?? 'project',
    ...(then.value === undefined ? {} : { then: then.value }),
    firstDay: firstDay.value,
    filter: filter.value,
    ...view.value,
    ...(rate.value === undefined ? {} : { rate: rate.value }),
  })
}
