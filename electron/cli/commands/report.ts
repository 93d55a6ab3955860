import { ok, type Result } from '#shared/errors.ts'
import type { CallInput } from '#shared/ipc/contract.ts'
import { reportKinds } from '#shared/ipc/reports.ts'
import { clientViewFlags, clientViewHelp, readClientViewFlags } from '../client-view-flags.ts'
import type { SavedReportView } from '#shared/ipc/saved-reports.ts'
import { fromSavedPeriod } from '#shared/rules/report-periods.ts'
import { fold } from '#shared/rules/search-text.ts'
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
import { dayHelp, textFlag } from '../parse-values.ts'
import { readToday } from '../today.ts'
import { reject, t } from '../language.ts'
import { rejectArguments } from '../words.ts'

const rateMeanings = ['hour', 'increment'] as const

export const reportCommand: Command = {
  help: `stint report                    show hours, values, and expenses

  --saved NAME       as it was saved in Reports; the other flags change or narrow it
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
    saved: { type: 'string' },
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
  const saved = await savedView(client, context)
  if (!saved.ok) return saved
  const view = saved.value
  const firstDay = await firstDayHere(client, context)
  if (!firstDay.ok) return firstDay
  const range = await readDateRangeFlags(client, context)
  if (!range.ok) return range
  const period =
    view && !['from', 'to'].some((name) => context.flags[name] !== undefined)
      ? fromSavedPeriod(view.period, {
          today: readToday(context.clock),
          firstDay: firstDay.value,
        })
      : undefined
  const by = choiceFlag(context, 'by', reportKinds)
  if (!by.ok) return by
  const then = choiceFlag(context, 'then', reportKinds)
  if (!then.ok) return then
  const clientView = readClientViewFlags(context)
  if (!clientView.ok) return clientView
  // Other rows have other rows within them.
  const within = then.value ?? (by.value === undefined ? view?.then : undefined)
  const filter = await readFilterFlags(client, context)
  if (!filter.ok) return filter
  const rate = choiceFlag(context, 'rate', rateMeanings)
  if (!rate.ok) return rate
  return ok({
    from: period?.from ?? range.value.from,
    to: period?.to ?? range.value.to,
    whose: range.value.whose ?? view?.whose ?? 'mine',
    by: by.value ?? view?.by ?? 'project',
    ...(within === undefined ? {} : { then: within }),
    firstDay: firstDay.value,
    filter: [...(view?.filter ?? []), ...filter.value],
    ...clientView.value,
    ...(rate.value === undefined ? {} : { rate: rate.value }),
  })
}

/** What the report with this name shows; undefined where none is named. */
async function savedView(
  client: CoreClient,
  context: CommandContext,
): Promise<Result<SavedReportView | undefined>> {
  const name = textFlag(context, 'saved')
  if (name === undefined) return ok(undefined)
  const listed = await client.call('reports.listSaved')
  if (!listed.ok) return listed
  const found = listed.value.find((report) => fold(report.name) === fold(name.trim()))
  if (found) return ok(found.view)
  const names = listed.value.map((report) => report.name).join(', ')
  const problem = t('There’s no saved report “{name}”', { name })
  return names === ''
    ? reject('usage', 'There’s no saved report “{name}”', { name })
    : reject('usage', '{problem}. Saved: {names}', { problem, names })
}
