import { describe, expect, it } from 'vitest'
import { timeAdapter } from '#core/sync/records/time-adapter.ts'
import * as merging from '#core/sync/decide/merge.ts'
import type { TimeVersion } from '#shared/resources/time-version.ts'
import fc from 'fast-check'

const base: TimeVersion = {
  project_id: 1,
  task_id: 1,
  date: '2026-11-19',
  start: 540,
  quantity: 4,
  notes: 'Base',
  increment: 15,
  rate: 10_000,
  currency: 'EUR',
}

const merge = (from: TimeVersion, local: TimeVersion, remote: TimeVersion) =>
  merging.mergeVersions(timeAdapter, from, local, remote)
const acknowledge = (
  from: TimeVersion,
  sent: Partial<TimeVersion>,
  local: TimeVersion,
  remote: TimeVersion,
) => merging.mergeAcknowledged(timeAdapter, 'update', from, sent, local, remote)

/** As on a service: increment and rate are the project's. */
const version: fc.Arbitrary<TimeVersion> = fc
  .record({
    project_id: fc.constantFrom(1, 2, 3),
    task_id: fc.constantFrom(1, 2),
    date: fc.constantFrom('2026-11-18', '2026-11-19'),
    start: fc.constantFrom(0, 540),
    quantity: fc.integer({ min: 1, max: 4 }),
    notes: fc.constantFrom(null, 'A', 'B'),
  })
  .map((fields) => ({
    ...fields,
    increment: fields.project_id === 3 ? 6 : 15,
    rate: fields.project_id === 2 ? 12_000 : 10_000,
    currency: 'EUR',
  }))

describe('merge', () => {
  it('takes what only the remote side changed and sends what only the local side changed', () => {
    const local = { ...base, notes: 'Mine' }
    const remote = { ...base, start: 600 }
    expect(merge(base, local, remote)).toEqual({
      version: { ...base, notes: 'Mine', start: 600 },
      send: { notes: 'Mine' },
      conflicts: [],
    })
  })

  it('sends a group whole', () => {
    expect(merge(base, { ...base, start: 600 }, base).send).toEqual({
      date: base.date,
      start: 600,
    })
  })

  it('leaves a group that both sides changed differently, and that group alone, to the person', () => {
    const local = { ...base, notes: 'Mine', quantity: 5 }
    const remote = { ...base, notes: 'Theirs' }
    expect(merge(base, local, remote)).toEqual({
      version: local,
      send: { quantity: 5 },
      conflicts: [
        {
          group: 'notes',
          base: { notes: 'Base' },
          mine: { notes: 'Mine' },
          theirs: { notes: 'Theirs' },
        },
      ],
    })
  })

  it('keeps project and quantity together where the increments differ', () => {
    const local = { ...base, quantity: 5 }
    const remote = { ...base, project_id: 3, quantity: 10, increment: 6 }
    const merged = merge(base, local, remote)
    expect(merged.conflicts).toMatchObject([
      {
        group: 'work',
        mine: { quantity: 5, increment: 15 },
        theirs: { quantity: 10, increment: 6 },
      },
    ])
    expect(merged.version).toEqual(local)
  })

  it('keeps them apart where the increments are the same', () => {
    const merged = merge(base, { ...base, quantity: 5 }, { ...base, project_id: 2 })
    expect(merged).toMatchObject({ version: { project_id: 2, quantity: 5 }, conflicts: [] })
  })

  it('does not count a local increment as a change', () => {
    const merged = merge(base, { ...base, increment: 6 }, { ...base, quantity: 8 })
    expect(merged).toEqual({ version: { ...base, quantity: 8 }, send: {}, conflicts: [] })
  })

  it('changes nothing where neither side changed anything', () => {
    fc.assert(
      fc.property(version, (one) => {
        expect(merge(one, one, one)).toEqual({ version: one, send: {}, conflicts: [] })
      }),
    )
  })

  it('takes either side whole where the other changed nothing', () => {
    fc.assert(
      fc.property(version, version, (before, after) => {
        const pulled = merge(before, before, after)
        expect(pulled).toEqual({ version: after, send: {}, conflicts: [] })
        const pushed = merge(before, after, before)
        expect(pushed.conflicts).toEqual([])
        expect(pushed.version).toEqual(after)
        expect(timeAdapter.same({ ...before, ...pushed.send }, after)).toBe(true)
      }),
    )
  })

  it('sees the same conflicts from both sides', () => {
    fc.assert(
      fc.property(version, version, version, (before, local, remote) => {
        const groups = (merged: ReturnType<typeof merge>) =>
          merged.conflicts.map((conflict) => conflict.group)
        expect(groups(merge(before, local, remote))).toEqual(groups(merge(before, remote, local)))
      }),
    )
  })

  it('loses no change: each is in the result, sent, or in conflict', () => {
    fc.assert(
      fc.property(version, version, version, (before, local, remote) => {
        const merged = merge(before, local, remote)
        const inConflict = new Set(
          merged.conflicts.flatMap((conflict) => Object.keys(conflict.mine)),
        )
        for (const field of Object.keys(before) as (keyof TimeVersion)[]) {
          if (field === 'increment' || inConflict.has(field)) continue
          if (local[field] !== before[field] && remote[field] === before[field]) {
            // Both sides may have made the same change to another field of its group.
            expect([local[field], remote[field]]).toContain(merged.version[field])
          }
          if (field in merged.send) {
            expect(merged.send[field as 'notes']).toBe(local[field])
          }
        }
      }),
    )
  })

  it('has nothing left to do once the service has what was sent', () => {
    fc.assert(
      fc.property(version, version, version, (before, local, remote) => {
        const first = merge(before, local, remote)
        fc.pre(first.conflicts.length === 0)
        const onService = { ...remote, ...first.send, increment: first.version.increment }
        const after = acknowledge(remote, first.send, first.version, onService)
        expect(after).toEqual({ version: onService, send: {}, conflicts: [] })
      }),
    )
  })
})

describe('acknowledge', () => {
  const { increment: _increment, ...sent } = base

  it('takes the answer as it is written where nothing changed during the request', () => {
    const answer = { ...base, notes: 'Base, tidied' }
    expect(acknowledge(base, sent, base, answer)).toEqual({
      version: answer,
      send: {},
      conflicts: [],
    })
  })

  it('keeps an edit made during the request and sends it next', () => {
    const answer = { ...base, notes: 'Base, tidied' }
    const merged = acknowledge(base, sent, { ...base, notes: 'Newer' }, answer)
    expect(merged).toMatchObject({
      version: { notes: 'Newer' },
      send: { notes: 'Newer' },
      conflicts: [],
    })
  })

  it('takes what a colleague changed in fields that were not sent', () => {
    const before = base
    const local = { ...base, notes: 'Mine' }
    const answer = { ...local, start: 600 }
    expect(acknowledge(before, { notes: 'Mine' }, local, answer)).toEqual({
      version: answer,
      send: {},
      conflicts: [],
    })
  })

  it('takes the length of increments from the service', () => {
    const answer = { ...base, increment: 6 }
    expect(acknowledge(base, sent, base, answer).version).toEqual(answer)
  })
})
