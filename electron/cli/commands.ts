import type { Commands } from './command.ts'

/** All commands, in the order of the help. */
export const commands: Commands = {
  app: {
    summary: 'open the app in a browser on this computer',
    load: async () => (await import('./commands/app.ts')).appCommand,
  },
  serve: {
    summary: 'run the service that apps connect to',
    load: async () => (await import('./commands/serve.ts')).serveCommand,
  },
  api: {
    summary: 'serve the API to programs on this computer',
    load: async () => (await import('./commands/api.ts')).apiCommand,
  },
  service: {
    summary: 'manage a service: organizations, people, tokens, rates, backups',
    load: async () => (await import('./commands/service.ts')).serviceCommand,
  },
  connect: {
    summary: 'connect to a service',
    load: async () => (await import('./commands/connect.ts')).connectCommand,
  },
  account: {
    summary: 'list, switch, sign out of, or remove accounts',
    load: async () => (await import('./commands/account.ts')).accountCommand,
  },
  status: {
    summary: 'show the timer',
    load: async () => (await import('./commands/status.ts')).statusCommand,
  },
  start: {
    summary: 'start the timer',
    load: async () => (await import('./commands/timer.ts')).startCommand,
  },
  stop: {
    summary: 'stop the timer and save the entry',
    load: async () => (await import('./commands/timer.ts')).stopCommand,
  },
  switch: {
    summary: 'stop the timer and start another',
    load: async () => (await import('./commands/timer.ts')).switchCommand,
  },
  continue: {
    summary: 'start the timer again on an earlier entry',
    load: async () => (await import('./commands/timer.ts')).continueCommand,
  },
  discard: {
    summary: 'stop the timer without saving an entry',
    load: async () => (await import('./commands/timer.ts')).discardCommand,
  },
  answer: {
    summary: 'decide what happens to time away',
    load: async () => (await import('./commands/timer.ts')).answerCommand,
  },
  times: {
    summary: 'list, add, show, update, or delete time entries',
    load: async () => (await import('./commands/times.ts')).timesCommand,
  },
  expenses: {
    summary: 'list, add, show, update, or delete expenses',
    load: async () => (await import('./commands/expenses.ts')).expensesCommand,
  },
  categories: {
    summary: 'list, add, show, update, archive, or restore categories',
    load: async () => (await import('./commands/categories.ts')).categoriesCommand,
  },
  projects: {
    summary: 'list, add, show, update, or delete projects',
    load: async () => (await import('./commands/projects.ts')).projectsCommand,
  },
  clients: {
    summary: 'list, add, show, update, or delete clients',
    load: async () => (await import('./commands/clients.ts')).clientsCommand,
  },
  tasks: {
    summary: 'list, add, show, update, or delete tasks',
    load: async () => (await import('./commands/tasks.ts')).tasksCommand,
  },
  charges: {
    summary: 'list, add, show, update, or delete price list items',
    load: async () => (await import('./commands/charges.ts')).chargesCommand,
  },
  webhooks: {
    summary: 'list, add, show, update, or delete webhooks',
    load: async () => (await import('./commands/webhooks.ts')).webhooksCommand,
  },
  match: {
    summary: 'match local projects, clients, tasks, and items with the service',
    load: async () => (await import('./commands/match.ts')).matchCommand,
  },
  report: {
    summary: 'total hours, values, and expenses for a period',
    load: async () => (await import('./commands/report.ts')).reportCommand,
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
    load: async () => (await import('./commands/sync.ts')).syncCommand,
  },
  trash: {
    summary: 'list, restore, or permanently delete items in trash',
    load: async () => (await import('./commands/trash.ts')).trashCommand,
  },
  inbox: {
    summary: 'list and resolve items that need review',
    load: async () => (await import('./commands/inbox.ts')).inboxCommand,
  },
  history: {
    summary: 'list recent changes, or show one',
    load: async () => (await import('./commands/history.ts')).historyCommand,
  },
  undo: {
    summary: 'undo a change',
    load: async () => (await import('./commands/history.ts')).undoCommand,
  },
  redo: {
    summary: 'redo the last undone change',
    load: async () => (await import('./commands/history.ts')).redoCommand,
  },
  backup: {
    summary: 'make a verified backup of the database',
    load: async () => (await import('./commands/backup.ts')).backupCommand,
  },
  verify: {
    summary: 'verify a backup',
    load: async () => (await import('./commands/verify.ts')).verifyCommand,
  },
  restore: {
    summary: 'replace the database with a backup',
    load: async () => (await import('./commands/restore.ts')).restoreCommand,
  },
  doctor: {
    summary: 'check this account’s data and repair what can be repaired',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
  completion: {
    summary: 'print completions for bash, zsh, or fish',
    load: async () => (await import('./commands/completion.ts')).completionCommand,
  },
  man: {
    summary: 'print the man page',
    load: async () => (await import('./commands/man.ts')).manCommand,
  },
}
