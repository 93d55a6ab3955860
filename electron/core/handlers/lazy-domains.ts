/**
 * Loads the handlers of each domain with the first call of it. A command makes two or three calls
 * and finishes without reading the schemas and actions of all other domains, and an app shows its
 * first window sooner.
 */
import type { accountCalls } from '#shared/ipc/calls/accounts.ts'
import type { Result } from '#shared/errors.ts'
import type { MachineSettings } from '#shared/ipc/settings.ts'
import type { AccountSummary } from '#shared/ipc/call-results.ts'
import type { AccountRecord, Home } from '../accounts/home.ts'
import type { AccountSessions } from '../accounts/account-sessions.ts'
import type { Caller, CorePorts } from '../ports.ts'
import type { HandlerContext } from './handler-context.ts'
import type { Domains, HandlersOf } from './dispatch.ts'

/** What the handlers of all domains need of the core. */
export interface HandlerDependencies {
  ports: CorePorts
  home: Home
  accounts: AccountSessions
  handlerContext: HandlerContext
  settings: HandlersOf<Pick<typeof accountCalls, 'app.state' | 'settings.set'>>
  /** Who makes the running call. */
  caller(): Caller
  /** What the sync report names as its source. */
  program: { version: string; host: string }
  /** Runs after a sync that the person requested. */
  afterSync(): Promise<void>
  /** Opens this account in place of the one that is open. */
  enter(record: AccountRecord): Promise<Result<AccountSummary>>
  /** Applies the settings to the proxy, the desktop, the updates and the local API. */
  apply(settings: MachineSettings): Promise<void>
  /** Notifies every window. */
  changed(): void
}

export function createLazyDomains(parts: HandlerDependencies): Domains {
  const { ports, handlerContext, settings } = parts
  const state = () => settings['app.state'](undefined)

  const own = once(async () => {
    const { accountCalls } = await import('#shared/ipc/calls/accounts.ts')
    return { calls: accountCalls, handlers: settings }
  })
  const references = once(async () => {
    const { referenceCalls } = await import('#shared/ipc/calls/references.ts')
    const { referenceHandlers } = await import('./references.ts')
    return { calls: referenceCalls, handlers: referenceHandlers(handlerContext) }
  })
  const timer = once(async () => {
    const { timerCalls } = await import('#shared/ipc/calls/timer.ts')
    const { timerHandlers } = await import('./timer.ts')
    return { calls: timerCalls, handlers: timerHandlers(handlerContext) }
  })
  const transfer = once(async () => {
    const { transferCalls } = await import('#shared/ipc/calls/transfer.ts')
    const { transferHandlers } = await import('./transfer.ts')
    return { calls: transferCalls, handlers: transferHandlers(handlerContext) }
  })
  const integrity = once(async () => {
    const { backupCalls } = await import('#shared/ipc/calls/backup.ts')
    const { integrityHandlers } = await import('./integrity.ts')
    return { calls: backupCalls, handlers: integrityHandlers({ ...parts, state }) }
  })

  return {
    app: own,
    settings: own,
    account: once(async () => {
      const { accountCalls } = await import('#shared/ipc/calls/accounts.ts')
      const { accountHandlers } = await import('./accounts.ts')
      return { calls: accountCalls, handlers: accountHandlers(parts) }
    }),
    network: once(async () => {
      const { networkCalls } = await import('#shared/ipc/calls/network.ts')
      const { networkHandlers } = await import('./network.ts')
      return { calls: networkCalls, handlers: networkHandlers({ ...parts, state }) }
    }),
    desktop: once(async () => {
      const { desktopCalls } = await import('#shared/ipc/calls/desktop.ts')
      const { desktopHandlers } = await import('./desktop.ts')
      return { calls: desktopCalls, handlers: desktopHandlers(ports) }
    }),
    projects: references,
    clients: references,
    tasks: references,
    charges: references,
    users: references,
    records: references,
    webhooks: once(async () => {
      const { webhookCalls } = await import('#shared/ipc/calls/webhooks.ts')
      const { webhookHandlers } = await import('./webhooks.ts')
      return { calls: webhookCalls, handlers: webhookHandlers(handlerContext) }
    }),
    matching: once(async () => {
      const { matchingCalls } = await import('#shared/ipc/calls/matching.ts')
      const { matchingHandlers } = await import('./matching.ts')
      return { calls: matchingCalls, handlers: matchingHandlers(handlerContext) }
    }),
    times: once(async () => {
      const { timeCalls } = await import('#shared/ipc/calls/times.ts')
      const { timeHandlers } = await import('./times.ts')
      return { calls: timeCalls, handlers: timeHandlers(handlerContext) }
    }),
    expenses: once(async () => {
      const { expenseCalls } = await import('#shared/ipc/calls/expenses.ts')
      const { expenseHandlers } = await import('./expenses.ts')
      return { calls: expenseCalls, handlers: expenseHandlers(handlerContext) }
    }),
    categories: once(async () => {
      const { categoryCalls } = await import('#shared/ipc/calls/categories.ts')
      const { categoryHandlers } = await import('./categories.ts')
      return { calls: categoryCalls, handlers: categoryHandlers(handlerContext) }
    }),
    timer,
    favorites: timer,
    reports: once(async () => {
      const { reportCalls } = await import('#shared/ipc/calls/reports.ts')
      const { reportHandlers } = await import('./reports.ts')
      return { calls: reportCalls, handlers: reportHandlers(handlerContext) }
    }),
    export: transfer,
    import: transfer,
    history: once(async () => {
      const { historyCalls } = await import('#shared/ipc/calls/history.ts')
      const { historyHandlers } = await import('./history.ts')
      return { calls: historyCalls, handlers: historyHandlers(handlerContext) }
    }),
    trash: once(async () => {
      const { trashCalls } = await import('#shared/ipc/calls/trash.ts')
      const { trashHandlers } = await import('./trash.ts')
      return { calls: trashCalls, handlers: trashHandlers(handlerContext) }
    }),
    inbox: once(async () => {
      const { inboxCalls } = await import('#shared/ipc/calls/inbox.ts')
      const { inboxHandlers } = await import('./inbox.ts')
      return { calls: inboxCalls, handlers: inboxHandlers(handlerContext) }
    }),
    sync: once(async () => {
      const { syncCalls } = await import('#shared/ipc/calls/sync.ts')
      const { syncHandlers } = await import('./sync.ts')
      return {
        calls: syncCalls,
        handlers: syncHandlers(handlerContext, parts.program, parts.afterSync),
      }
    }),
    backup: integrity,
    doctor: integrity,
    database: integrity,
  }
}

/** Loads one set of handlers, because they hold work in progress, such as an import. */
function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined
  return () =>
    (loaded ??= load().catch((thrown: unknown) => {
      // A file that could not be read at that moment is loaded again with the next call.
      loaded = undefined
      throw thrown
    }))
}
