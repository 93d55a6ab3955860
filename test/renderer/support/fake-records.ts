/** Records and desktops as screens see them, with what a test does not care about filled in. */
import type { DesktopState } from '#shared/ipc/desktop.ts'
import type { Project } from '#shared/resources/project.ts'
import type { Task } from '#shared/resources/task.ts'
import type { TimeEntry } from '#shared/resources/time.ts'

export const project = (
  local: number,
  code: string,
  name: string,
  increment = 15,
  type = 'client',
): Project => ({
  local,
  id: local,
  state: 'synced',
  name,
  code,
  description: '',
  status: 'incomplete',
  type,
  currency: 'EUR',
  increment,
  budget: null,
  budget_type: null,
  start_date: null,
  end_date: null,
  rate: 0,
  deleted: false,
  created_at: null,
  updated_at: null,
  client: null,
})

export const task = (local: number, name: string): Task => ({
  local,
  id: local,
  state: 'synced',
  name,
  deleted: false,
  created_at: null,
  updated_at: null,
})

export const entry = (set: Partial<TimeEntry> & Pick<TimeEntry, 'local' | 'date'>): TimeEntry => {
  const quantity = set.quantity ?? 4
  const increment = set.increment ?? 15
  return {
    id: set.local,
    state: 'synced',
    refusal: null,
    refused: [],
    start: 540,
    total: quantity * increment,
    quantity,
    increment,
    rate: 0,
    notes: null,
    currency: 'EUR',
    created_at: null,
    updated_at: null,
    provisional: false,
    project: null,
    task: null,
    user: null,
    ...set,
  }
}

/** What a browser around the app can do. */
export const browserDesktop: DesktopState = {
  idle: false,
  power: false,
  lock: false,
  userSwitch: false,
  tray: false,
  smallWindows: false,
  globalShortcuts: false,
  startAtLogin: false,
  pdf: false,
  locale: null,
  secrets: 'file',
  timerShortcut: 'off',
  entryShortcut: 'off',
}

/** A desktop that can do everything. */
export const fullDesktop: DesktopState = {
  ...browserDesktop,
  idle: true,
  power: true,
  lock: true,
  userSwitch: true,
  tray: true,
  smallWindows: true,
  globalShortcuts: true,
  startAtLogin: true,
  pdf: true,
  secrets: 'keychain',
}
