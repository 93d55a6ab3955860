import type { Command } from './command.ts'

interface Entry {
  readonly summary: string
  /** Only the command that runs is loaded: every file read is time before the first answer. */
  load(): Promise<Command>
}

/** Every command, in the order of the help. */
export const commands: Readonly<Record<string, Entry>> = {
  app: {
    summary: 'open the app in a browser of this machine',
    load: async () => (await import('./commands/app.ts')).app,
  },
  serve: {
    summary: 'run the service that apps connect to',
    load: async () => (await import('./commands/serve.ts')).serve,
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
    summary: 'list, use or remove accounts',
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
  times: {
    summary: 'list, add, show, update or delete time entries',
    load: async () => (await import('./commands/times.ts')).times,
  },
  projects: {
    summary: 'list, add or show projects',
    load: async () => (await import('./commands/projects.ts')).projects,
  },
  tasks: {
    summary: 'list, add or show tasks',
    load: async () => (await import('./commands/tasks.ts')).tasks,
  },
  sync: {
    summary: 'exchange changes with the service now',
    load: async () => (await import('./commands/sync.ts')).sync,
  },
  history: {
    summary: 'list the latest changes',
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
}
