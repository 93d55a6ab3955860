import type { Core } from '#core/core.ts'
import type { Result } from '#shared/errors.ts'
import type { CallName, CallParameters, CallValue } from '#shared/ipc/contract.ts'
import type { AppState, RecentWork, SyncStatus, TimerStatus } from '#shared/ipc/call-results.ts'
import { desktopMessages, type DesktopMessages } from './messages/index.ts'

/** What the desktop's own parts (tray, badge, notifications) show of the core. */
export interface CoreSnapshot {
  /** Null until it was read. */
  state: AppState | null
  timer: TimerStatus
  sync: SyncStatus | null
  recents: readonly RecentWork[]
  favorites: readonly RecentWork[]
}

export interface CoreView {
  snapshot(): CoreSnapshot
  /** Returns the texts in the language of the windows. */
  messages(): DesktopMessages
  /** Calls the listener after every change. */
  onChange(listener: () => void): void
  /** Calls the core; null when it refused. */
  call<Name extends CallName>(
    name: Name,
    ...input: CallParameters<Name>
  ): Promise<CallValue<Name> | null>
  close(): void
}

/**
 * Milliseconds for which changes are gathered before lists are re-read: a first sync has thousands.
 */
const gathering = 1_000

/**
 * Keeps what the desktop shows of the core up to date.
 * @param preferred the person's languages, most preferred first
 */
export function createCoreView(core: Core, preferred: () => readonly string[]): CoreView {
  const listeners = new Set<() => void>()
  let seen: CoreSnapshot = {
    state: null,
    timer: { running: false },
    sync: null,
    recents: [],
    favorites: [],
  }
  let pending: NodeJS.Timeout | undefined

  const ask: CoreView['call'] = async (name, ...input) => {
    const answer = (await core.call(name, input[0])) as Result<CallValue<typeof name>>
    return answer.ok ? answer.value : null
  }
  const take = (news: Partial<CoreSnapshot>) => {
    seen = { ...seen, ...news }
    for (const listener of listeners) listener()
  }
  const readLists = async () => {
    const [recents, favorites] = await Promise.all([
      ask('timer.recents', { limit: 8 }),
      ask('favorites.list'),
    ])
    take({ recents: recents ?? [], favorites: favorites ?? [] })
  }
  const readAll = async () => {
    const [state, timer, sync] = await Promise.all([
      ask('app.state'),
      ask('timer.status'),
      ask('sync.status'),
    ])
    take({ state, timer: timer ?? { running: false }, sync })
    await readLists()
  }
  const readListsSoon = () => {
    pending ??= setTimeout(() => {
      pending = undefined
      void readLists()
    }, gathering)
  }

  const quiet = core.on((event) => {
    switch (event.event) {
      case 'app-state-changed':
        void readAll()
        return
      case 'timer':
        take({ timer: event.status })
        readListsSoon()
        return
      case 'sync':
        take({ sync: event.status })
        return
      case 'changed':
        if (event.resource !== 'expense') readListsSoon()
        return
      case 'reminder':
      case 'reminder-dismissed':
      case 'navigate':
      case 'import':
    }
  })
  void readAll()

  return {
    snapshot: () => seen,
    messages: () => desktopMessages(seen.state?.settings.language ?? 'system', preferred()),
    onChange: (listener) => void listeners.add(listener),
    call: ask,
    close() {
      clearTimeout(pending)
      quiet()
      listeners.clear()
    },
  }
}
