/** Parses flags that say which report it is. */
import type { ParseArgsOptionsConfig } from 'node:util'
import { ok, type Result } from '#shared/errors.ts'
import type { CallInput } from '#shared/ipc/contract.ts'
import { reportKinds } from '#shared/ipc/reports.ts'
import type { SavedReport } from '#shared/ipc/saved-reports.ts'
import { fromSavedPeriod } from '#shared/rules/report-periods.ts'
import { fold } from '#shared/rules/search-text.ts'
import { readClientViewFlags } from './client-view-flags.ts'
import type { CoreClient } from './core-client.ts'
import type { CommandContext } from './command.ts'
import { choiceFlag, readDateRangeFlags } from './date-range-flags.ts'
import { readFilterFlags } from './filter-flags.ts'
import { reject, t } from './language.ts'
import { firstDayHere } from './local-defaults.ts'
import { textFlag } from './parse-values.ts'
import { readToday } from './today.ts'

/** Those that entries have none of. */
export const reportFlags = {
  saved: { type: 'string' },
  by: { type: 'string' },
  then: { type: 'string' },
} as const satisfies ParseArgsOptionsConfig

export const reportHelp = `
  --saved NAME       as it was saved in Reports; the other flags change or narrow it
  --by KIND          ${reportKinds.join(', ')} (default: project)
  --then KIND        another of them, within each row`

const rateMeanings = ['hour', 'increment'] as const

interface ReportFlags {
  query: CallInput<'reports.show'>
  /** Undefined: none is named. */
  saved: SavedReport | undefined
}

/** Reads which report it is: as it was saved, or as flags say. */
export async function readReportFlags(
  client: CoreClient,
  context: CommandContext,
): Promise<Result<ReportFlags>> {
  const saved = await namedReport(client, context)
  if (!saved.ok) return saved
  const view = saved.value?.view
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
  const query = {
    from: period?.from ?? range.value.from,
    to: period?.to ?? range.value.to,
    whose: range.value.whose ?? view?.whose ?? 'mine',
    by: by.value ?? view?.by ?? 'project',
    ...(within === undefined ? {} : { then: within }),
    firstDay: firstDay.value,
    filter: [...(view?.filter ?? []), ...filter.value],
    ...clientView.value,
    ...(rate.value === undefined ? {} : { rate: rate.value }),
  }
  return ok({ query, saved: saved.value })
}

/** The report with this name; undefined where none is named. */
async function namedReport(
  client: CoreClient,
  context: CommandContext,
): Promise<Result<SavedReport | undefined>> {
  const name = textFlag(context, 'saved')
  if (name === undefined) return ok(undefined)
  const listed = await client.call('reports.listSaved')
  if (!listed.ok) return listed
  const found = listed.value.find((report) => fold(report.name) === fold(name.trim()))
  if (found) return ok(found)
  const names = listed.value.map((report) => report.name).join(', ')
  const problem = t('There’s no saved report “{name}”', { name })
  return names === ''
    ? reject('usage', 'There’s no saved report “{name}”', { name })
    : reject('usage', '{problem}. Saved: {names}', { problem, names })
}
