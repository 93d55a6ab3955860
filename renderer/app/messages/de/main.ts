/** The messages that are loaded with the first window. */
import type { main as english } from '../en/main.ts'
import type { SameKeys } from '../index.ts'
import { day, entry, state } from './day.ts'
import { question, reminder } from './question.ts'
import { app, form, keyName, layout, period, quoted, rail, undo, unit } from './shell.ts'
import { sync } from './sync.ts'
import { mini, timer } from './timer.ts'
import { add, project, task } from './work.ts'

export const main: SameKeys<typeof english> = {
  app,
  layout,
  unit,
  form,
  keyName,
  period,
  quoted,
  undo,
  rail,
  sync,
  project,
  task,
  add,
  timer,
  mini,
  question,
  reminder,
  day,
  entry,
  state,
}
