/**
 * Every word of the interface, in English, a file a part of it. Plain, short, sentence case: what
 * is, then what can be done. "Here" is this machine, "the service" the other side. `{'@'}` writes
 * an at sign.
 */
import { app, layout, unit, form, undo, rail, keys } from './en/shell.ts'
import { day, entry, state } from './en/day.ts'
import { first } from './en/first.ts'
import { history } from './en/history.ts'
import { project, task, add } from './en/work.ts'
import { question, reminder } from './en/question.ts'
import { settings } from './en/settings.ts'
import { sync, inbox, outbox, matching } from './en/sync.ts'
import { timer, mini, quick, link } from './en/timer.ts'
import { trouble, backup } from './en/trouble.ts'

export const en = {
  app,
  layout,
  unit,
  form,
  undo,
  rail,
  keys,
  trouble,
  backup,
  sync,
  inbox,
  outbox,
  matching,
  history,
  project,
  task,
  add,
  timer,
  mini,
  quick,
  link,
  question,
  reminder,
  day,
  entry,
  state,
  first,
  settings,
} as const
