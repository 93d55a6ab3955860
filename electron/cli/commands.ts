import type { Commands } from './command.ts'

/** Every command, in the order of the help. */
export const commands: Commands = {
  app: {
    summary: 'open the app in a browser of this machine',
    load: async () => (await import('./commands/app.ts')).app,
  },
  serve: {
    summary: 'run the service that apps connect to',
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  api: {
    summary: 'serve the API from this machine to programs on it',
    load: async () => (await import('./commands/api.ts')).api,
  },
  service: {
    summary: 'administer a service: organisations, people, tokens, rates, backups',
    load: async () => (await import('./commands/service.ts')).service,
  },
  connect: {
    summary: 'connect to a service',
    load: async () => (await import('./commands/connect.ts')).connect,
  },
  account: {
    summary: 'list, use, sign out of or remove accounts',
    load: async () => (await import('./commands/account.ts')).account,
  },
  status: {
    summary: 'show the timer',
    load: async () => (await import('./commands/timer.ts')).status,
  },
  start: {
    summary: 'start the timer',
    load: async () => (await import('./commands/timer.ts')).start,
  },
  stop: {
    summary: 'stop the timer and keep its entry',
    load: async () => (await import('./commands/timer.ts')).stop,
  },
  switch: {
    summary: 'stop the timer and start it on other work',
    load: async () => (await import('./commands/timer.ts')).switchTo,
  },
  continue: {
    summary: 'start the timer on the work of an earlier entry',
    load: async () => (await import('./commands/timer.ts')).continueWork,
  },
  discard: {
    summary: 'end the timer without an entry',
    load: async () => (await import('./commands/timer.ts')).discard,
  },
  answer: {
    summary: 'say what the time was in which nobody was at the machine',
    load: async () => (await import('./commands/timer.ts')).answer,
  },
  times: {
    summary: 'list, add, show, update or delete time entries',
    load: async () => (await import('./commands/times.ts')).times,
  },
  expenses: {
    summary: 'list, add, show, update or delete expenses',
    load: async () => (await import('./commands/expenses.ts')).expenses,
  },
  categories: {
    summary: 'list, add, show, update, archive or restore categories',
    load: async () => (await import('./commands/categories.ts')).categories,
  },
  projects: {
    summary: 'list, add, show, update or delete projects',
    load: async () => (await import('./commands/projects.ts')).projects,
  },
  clients: {
    summary: 'list, add, show, update or delete clients',
    load: async () => (await import('./commands/clients.ts')).clients,
  },
  tasks: {
    summary: 'list, add, show, update or delete tasks',
    load: async () => (await import('./commands/tasks.ts')).tasks,
  },
  charges: {
    summary: 'list, add, show, update or delete charges',
    load: async () => (await import('./commands/charges.ts')).charges,
  },
  webhooks: {
    summary: 'list, add, show, update or delete webhooks',
    load: async () => (await import('./commands/webhooks.ts')).webhooks,
  },
  match: {
    summary: 'say which of the service’s projects, tasks … a local one is',
    load: async () => (await import('./commands/match.ts')).match,
  },
  report: {
    summary: 'sum up hours, values and expenses of some days',
    load: async () => (await import('./commands/report.ts')).report,
  },
  export: {
    summary: 'write entries or expenses as a table, as JSON or as a calendar',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  import: {
    summary: 'take in what Toggl, Clockify, Harvest, Timewarrior or a table has',
    load: async () => (await import('./commands/import.ts')).importCommand,
  },
  sync: {
    summary: 'exchange changes with the service now',
    load: async () => (await import('./commands/sync.ts')).sync,
  },
  trash: {
    summary: 'list what was deleted, bring it back, or let it go',
    load: async () => (await import('./commands/trash.ts')).trash,
  },
  inbox: {
    summary: 'list and settle what the sync cannot decide alone',
    load: async () => (await import('./commands/inbox.ts')).inbox,
  },
  history: {
    summary: 'list the latest changes, or show one',
    load: async () => (await import('./commands/history.ts')).history,
  },
  undo: {
    summary: 'take back a change',
    load: async () => (await import('./commands/history.ts')).undo,
  },
  redo: {
    summary: 'bring back what was undone last',
    load: async () => (await import('./commands/history.ts')).redo,
  },
  backup: {
    summary: 'make a verified copy of the database',
    load: async () => (await import('./commands/backup.ts')).backup,
  },
  verify: {
    summary: 'check a backup from end to end',
    load: async () => (await import('./commands/verify.ts')).verify,
  },
  restore: {
    summary: 'take a backup in place of the database',
    load: async () => (await import('./commands/restore.ts')).restore,
  },
  doctor: {
    summary: 'look into everything kept here, and mend what can be mended',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  completion: {
    summary: 'print completion for bash, zsh or fish',
    load: async () => (await import('./commands/completion.ts')).completion,
  },
  man: {
    summary: 'print the man page',
    load: async () => (await import('./commands/man.ts')).man,
  },
}
