/** Messages of pages and dialogs that are loaded on demand; loaded before the first of them. */
import type { pages as english } from '../en/pages.ts'
import type { SameKeys } from '../index.ts'
import { categories, webhooks } from './categories.ts'
import { inbox, matching, outbox } from './sync-decisions.ts'
import { charge, expenses } from './expenses.ts'
import { first } from './first-run.ts'
import { history } from './history.ts'
import { keys } from './keys.ts'
import { network } from './network.ts'
import { palette } from './palette.ts'
import { reports } from './reports.ts'
import { references } from './projects.ts'
import { settings } from './settings.ts'
import { several } from './bulk-edit.ts'
import { link, quick } from './timer.ts'
import { timesheet } from './timesheet.ts'
import { transfer } from './transfer.ts'
import { backup, trouble } from './trouble.ts'
import { week } from './week.ts'

export const pages: SameKeys<typeof english> = {
  keys,
  palette,
  trouble,
  backup,
  inbox,
  outbox,
  matching,
  history,
  quick,
  link,
  first,
  charge,
  expenses,
  reports,
  settings,
  network,
  timesheet,
  several,
  transfer,
  categories,
  webhooks,
  references,
  week,
}
