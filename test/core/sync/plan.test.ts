import { describe, expect, it } from 'vitest'
import { timeAdapter } from '#core/sync/records/time-adapter.ts'
import { planSync, type OpenAttempt, type Situation as Any } from '#core/sync/decide/plan.ts'
import type { TimeVersion } from '#shared/resources/time-version.ts'

const base: TimeVersion = {
  project_id: 1,
  task_id: 1,
  date: '2026-11-19',
  start: 540,
  quantity: 4,
  notes: null,
  increment: 15,
  rate: 10_000,
  currency: 'EUR',
}
type Situation = Any<TimeVersion>

const edited = { ...base, quantity: 5 }
const elsewhere = { ...base, notes: 'Theirs' }
const here = (version: TimeVersion) => ({ is: 'present', version }) as const
const gone = { is: 'missing' } as const

const now = 1_000
const attempt = (kind: OpenAttempt['kind'], until: number | null): OpenAttempt => ({
  kind,
  sent: kind === 'delete' ? {} : { quantity: 5 },
  until,
  repeatable: false,
})

const situation = (given: Partial<Situation>): Situation => ({
  local: base,
  base,
  remote: { is: 'unread' },
  attempt: null,
  parked: null,
  archived: null,
  isKept: false,
  unmerged: false,
  copied: false,
  inGrace: false,
  now,
  ...given,
})

describe('an entry that the service never acknowledged', () => {
  it.each<[string, Partial<Situation>, string]>([
    ['is created', {}, 'create'],
    ['is forgotten when it was deleted here', { local: null }, 'forget'],
    ['is held without a project', { local: { ...base, project_id: null } }, 'hold'],
    ['is held without a task', { local: { ...base, task_id: null } }, 'hold'],
    ['is held while it waits for the person', { parked: 'refused' }, 'hold'],
    ['waits while a request is under way', { attempt: attempt('create', null) }, 'wait'],
    ['waits in quarantine', { attempt: attempt('create', now + 1) }, 'wait'],
    ['is looked for after it', { attempt: attempt('create', now) }, 'probe'],
    ['is looked for also when deleted', { local: null, attempt: attempt('create', now) }, 'probe'],
  ])('%s', (_name, given, action) => {
    expect(planSync(timeAdapter, situation({ base: null, ...given })).do).toBe(action)
  })
})

describe('an entry that the service knows', () => {
  it.each<[string, Partial<Situation>, string]>([
    ['needs nothing unchanged', {}, 'nothing'],
    ['is asked for when a conflict about it was taken back', { unmerged: true }, 'read'],
    ['is asked for before it is changed', { local: edited }, 'read'],
    ['is asked for before it is deleted', { local: null }, 'read'],
    ['is held while parked', { local: edited, parked: 'conflict' }, 'hold'],
    ['is held with a project of this machine', { local: { ...base, project_id: null } }, 'hold'],
    ['is merged when it is there', { local: edited, remote: here(base) }, 'merge'],
    ['is deleted when it is as known', { local: null, remote: here(base) }, 'delete'],
    ['comes back when it was changed there', { local: null, remote: here(elsewhere) }, 'restore'],
    ['is done when it is gone as wanted', { local: null, remote: gone }, 'deleted'],
    ['goes when it is gone and untouched', { remote: gone }, 'drop'],
    ['is asked about when it is gone and edited', { local: edited, remote: gone }, 'ask'],
  ])('%s', (_name, given, action) => {
    expect(planSync(timeAdapter, situation(given)).do).toBe(action)
  })
})

describe('an entry that was unsent in a copy', () => {
  it.each<[string, Partial<Situation>, string]>([
    ['is asked about when it was deleted', { local: null, remote: here(base) }, 'restore'],
    ['needs no question when it is gone as wanted', { local: null, remote: gone }, 'deleted'],
    ['is merged when it was edited', { local: edited, remote: here(base) }, 'merge'],
    ['is asked about when it was edited and is gone', { local: edited, remote: gone }, 'ask'],
    ['is asked for when it was to be kept', { isKept: true, local: edited }, 'read'],
    ['is made anew when it was to be kept and is gone', { isKept: true, remote: gone }, 'recreate'],
    ['is looked for in the archives', { base: null, archived: base }, 'read'],
    ['and asked about', { base: null, archived: base, remote: gone }, 'ask'],
  ])('%s', (_name, given, action) => {
    expect(planSync(timeAdapter, situation({ ...given, copied: true })).do).toBe(action)
  })
})

describe('a record that is archived here again while its restore from the archives is open', () => {
  const again = { base: null, archived: base, local: null, attempt: attempt('restore', now + 1) }

  it.each<[string, Partial<Situation>, string]>([
    ['is asked for', {}, 'read'],
    ['is archived there when it is as it was', { remote: here(base) }, 'delete'],
    ['comes back when it was changed there', { remote: here(elsewhere) }, 'restore'],
    ['is done when it is in the archives', { remote: gone }, 'deleted'],
  ])('%s', (_name, given, action) => {
    expect(planSync(timeAdapter, situation({ ...again, ...given })).do).toBe(action)
  })
})

describe('an update without a reply', () => {
  const open = { local: edited, attempt: attempt('update', now + 1) }

  it('is looked for at once', () => {
    expect(planSync(timeAdapter, situation(open))).toEqual({ do: 'read' })
  })

  it('has arrived when the service shows it', () => {
    expect(
      planSync(timeAdapter, situation({ ...open, remote: here({ ...elsewhere, quantity: 5 }) })),
    ).toEqual({
      do: 'merge',
      sent: { quantity: 5 },
    })
  })

  it('may still arrive before the quarantine ends', () => {
    expect(planSync(timeAdapter, situation({ ...open, remote: here(base) }))).toEqual({
      do: 'wait',
      until: now + 1,
    })
  })

  it('did not arrive when the quarantine is over', () => {
    const over = { ...open, attempt: attempt('update', now), remote: here(base) }
    expect(planSync(timeAdapter, situation(over))).toEqual({ do: 'merge', sent: null })
  })

  it('is no change by a colleague when the entry is deleted', () => {
    const deleted = { ...open, local: null, remote: here(edited) }
    expect(planSync(timeAdapter, situation(deleted))).toEqual({ do: 'delete' })
  })
})

describe('a deletion without a reply', () => {
  it('is checked and sent again', () => {
    const open = { local: null, attempt: attempt('delete', now + 1) }
    expect(planSync(timeAdapter, situation(open)).do).toBe('read')
    expect(planSync(timeAdapter, situation({ ...open, remote: here(base) })).do).toBe('delete')
    expect(planSync(timeAdapter, situation({ ...open, remote: gone })).do).toBe('deleted')
  })

  it('is waited out when the entry was restored here, and decides only then', () => {
    expect(planSync(timeAdapter, situation({ attempt: attempt('delete', now + 1) })).do).toBe(
      'wait',
    )
    const over = attempt('delete', now)
    expect(planSync(timeAdapter, situation({ attempt: over })).do).toBe('read')
    expect(planSync(timeAdapter, situation({ attempt: over, remote: gone })).do).toBe('recreate')
    expect(planSync(timeAdapter, situation({ attempt: over, remote: here(base) })).do).toBe('merge')
  })
})
