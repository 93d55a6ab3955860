/** What pages and dialogs say that are loaded when they are opened: loaded before the first of them. */
import { inbox, matching, outbox } from './decide.ts'
import { first } from './first-run.ts'
import { history } from './history.ts'
import { keys } from './keys.ts'
import { palette } from './palette.ts'
import { settings } from './settings.ts'
import { link, quick } from './timer.ts'
import { backup, trouble } from './trouble.ts'

export const pages = {
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
  settings,
} as const
