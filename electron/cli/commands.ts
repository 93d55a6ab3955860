import type { Commands } from './command.ts'

/** All commands, in the order of the help. */
export const commands: Commands = {
  app: {
    summary: 'open the app in a browser on this computer',
    load: async () => (await import('./commands/app.ts')).app,
  },
  serve: {
    summary: 'run the service that apps connect to',
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  api: {
    summary: 'serve the API to programs on this computer',
    load: async () => (await import('./commands/api.ts')).api,
  },
  service: {
    summary: 'manage a service: organizations, people, tokens, rates, backups',
    load: async () => (await import('./commands/service.ts')).service,
  },
  connect: {
    summary: 'connect to a service',
    load: async () => (await import('./commands/connect.ts')).connect,
  },
  account: {
    summary: 'list, switch, sign out of, or remove accounts',
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
    summary: 'stop the timer and save the entry',
    load: async () => (await import('./commands/timer.ts')).stop,
  },
  switch: {
    summary: 'stop the timer and start another',
    load: async () => (await import('./commands/timer.ts')).switchTo,
  },
  continue: {
    summary: 'start the timer again on an earlier entry',
    load: async () => (await import('./commands/timer.ts')).continueWork,
  },
  discard: {
    summary: 'stop the timer without saving an entry',
    load: async () => (await import('./commands/timer.ts')).discard,
  },
  answer: {
    summary: 'decide what happens to time away',
    load: async () => (await import('./commands/timer.ts')).answer,
  },
  times: {
    summary: 'list, add, show, update, or delete time entries',
    load: async () => (await import('./commands/times.ts')).times,
  },
  expenses: {
    summary: 'list, add, show, update, or delete expenses',
    load: async () => (await import('./commands/expenses.ts')).expenses,
  },
  categories: {
    summary: 'list, add, show, update, archive, or restore categories',
    load: async () => (await import('./commands/categories.ts')).categories,
  },
  projects: {
    summary: 'list, add, show, update, or delete projects',
    load: async () => (await import('./commands/projects.ts')).projects,
  },
  clients: {
    summary: 'list, add, show, update, or delete clients',
    load: async () => (await import('./commands/clients.ts')).clients,
  },
  tasks: {
    summary: 'list, add, show, update, or delete tasks',
    load: async () => (await import('./commands/tasks.ts')).tasks,
  },
  charges: {
    summary: 'list, add, show, update, or delete price list items',
    load: async () => (await import('./commands/charges.ts')).charges,
  },
  webhooks: {
    summary: 'list, add, show, update, or delete webhooks',
    load: async () => (await import('./commands/webhooks.ts')).webhooks,
  },
  match: {
    summary: 'match local projects, clients, tasks, and items with the service',
    load: async () => (await import('./commands/match.ts')).match,
  },
  report: {
    summary: 'total hours, values, and expenses for a period',
    load: async () => (await import('./commands/report.ts')).report,
  },
  export: {
    summary: 'export entries or expenses as CSV, JSON, or a calendar',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  import: {
    summary: 'import from Toggl, Clockify, Harvest, Timewarrior, or CSV',
    load: async () => (await import('./commands/import.ts')).importCommand,
  },
  sync: {
    summary: 'sync with the service now',
    load: async () => (await import('./commands/sync.ts')).sync,
  },
  trash: {
    summary: 'list, restore, or permanently delete items in trash',
    load: async () => (await import('./commands/trash.ts')).trash,
  },
  inbox: {
    summary: 'list and resolve items that need review',
    load: async () => (await import('./commands/inbox.ts')).inbox,
  },
  history: {
    summary: 'list recent changes, or show one',
    load: async () => (await import('./commands/history.ts')).history,
  },
  undo: {
    summary: 'undo a change',
    load: async () => (await import('./commands/history.ts')).undo,
  },
  redo: {
    summary: 'redo the last undone change',
    load: async () => (await import('./commands/history.ts')).redo,
  },
  backup: {
    summary: 'make a verified backup of the database',
    load: async () => (await import('./commands/backup.ts')).backup,
  },
  verify: {
    summary: 'verify a backup',
    load: async () => (await import('./commands/verify.ts')).verify,
  },
  restore: {
    summary: 'replace the database with a backup',
    load: async () => (await import('./commands/restore.ts')).restore,
  },
  doctor: {
    summary: 'check this account’s data and repair what can be repaired',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  completion: {
    summary: 'print completions for bash, zsh, or fish',
    load: async () => (await import('./commands/completion.ts')).completion,
  },
  man: {
    summary: 'print the man page',
    load: async () => (await import('./commands/man.ts')).man,
  },
}
