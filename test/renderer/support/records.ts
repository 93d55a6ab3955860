/**
 * Records, desktops and sync as screens see them, with defaults for what a test does not care
 * about.
 */
import { noDesktop } from '#core/handlers/desktop.ts'
import type { DesktopState } from '#shared/ipc/desktop.ts'
import type { Charge } from '#shared/resources/charge.ts'
import type { Expense } from '#shared/resources/expense.ts'
import type { Project } from '#shared/resources/project.ts'
import type { Task } from '#shared/resources/task.ts'
import type { SyncStatus } from '#shared/ipc/call-results.ts'
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
    worked: set.total ?? quantity * increment,
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

export const charge = (
  local: number,
  name: string,
  amount: number,
  unit = '',
  currency = 'EUR',
): Charge => ({
  local,
  id: local,
  state: 'synced',
  name,
  charge: amount,
  unit,
  currency,
  deleted: false,
  created_at: null,
  updated_at: null,
})

export const expense = (set: Partial<Expense> & Pick<Expense, 'local'>): Expense => {
  const quantity = set.quantity ?? 1
  const unit_charge = set.unit_charge ?? 2400
  const original_unit_charge = set.original_unit_charge ?? unit_charge
  return {
    id: set.local,
    state: 'synced',
    refusal: null,
    refused: [],
    provisional: false,
    date: '2026-11-19',
    name: 'Courier',
    quantity,
    notes: null,
    chargeable: 1,
    unit_charge,
    total_charge: quantity * unit_charge,
    unit: null,
    total_cost: 0,
    tax: 'none',
    tax_rate: 0,
    currency: 'EUR',
    created_at: null,
    updated_at: null,
    original_unit_charge,
    original_total_charge: quantity * original_unit_charge,
    original_currency: 'EUR',
    exchange_rate: 1,
    charge: null,
    project: null,
    user: null,
    ...set,
  }
}

/** A desktop that can do everything. */
export const fullDesktop: DesktopState = {
  ...noDesktop,
  idle: true,
  power: true,
  lock: true,
  userSwitch: true,
  tray: true,
  smallWindows: true,
  alwaysOnTop: true,
  globalShortcuts: true,
  startAtLogin: true,
  pdf: true,
  secrets: 'keychain',
}

/** Sync with nothing to do. */
export const quietSync: SyncStatus = {
  phase: { is: 'idle' },
  sending: null,
  fetching: null,
  pending: 0,
  held: 0,
  drafts: 0,
  inbox: 0,
  lastSync: null,
  lastComplete: null,
}
