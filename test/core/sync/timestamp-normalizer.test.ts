import { describe, expect, it } from 'vitest'
import { createTimestampNormalizer } from '#core/sync/http/timestamp-normalizer.ts'

const read = <Value extends object>(value: Value, zone: string): Value => {
  const copy = structuredClone(value)
  createTimestampNormalizer(zone)(copy)
  return copy
}

describe('timestamps of a service', () => {
  it('are read in its zone, summer and winter, at every depth', () => {
    const page = {
      data: [
        {
          created_at: '2026-07-01 12:00:00',
          project: { updated_at: '2026-12-01 00:30:15', client: { created_at: null } },
        },
      ],
    }
    expect(read(page, 'Europe/Vienna')).toEqual({
      data: [
        {
          created_at: '2026-07-01 10:00:00',
          project: { updated_at: '2026-11-30 23:30:15', client: { created_at: null } },
        },
      ],
    })
  })

  it('stay as they are in UTC', () => {
    expect(read({ created_at: '2026-07-01 12:00:00' }, 'UTC')).toEqual({
      created_at: '2026-07-01 12:00:00',
    })
  })

  it('that say their own offset are read by that', () => {
    for (const zone of ['UTC', 'Asia/Tokyo']) {
      expect(
        read(
          {
            created_at: '2026-07-01T12:00:00+02:00',
            updated_at: '2026-07-01T12:00:00.123Z',
            deleted_at: '2026-07-01T00:00:00+0530',
          },
          zone,
        ),
      ).toEqual({
        created_at: '2026-07-01 10:00:00',
        updated_at: '2026-07-01 12:00:00',
        deleted_at: '2026-06-30 18:30:00',
      })
    }
  })

  it('in an hour that a clock change repeats are its first reading', () => {
    expect(read({ created_at: '2026-10-25 02:30:00' }, 'Europe/Vienna')).toEqual({
      created_at: '2026-10-25 00:30:00',
    })
  })

  it('leave everything else alone', () => {
    const record = {
      created_at: 'yesterday',
      updated_at: 17,
      notes: '2026-07-01 12:00:00',
      date: '2026-07-01',
      deleted_at: '2026-02-31 12:00:00',
    }
    expect(read(record, 'Europe/Vienna')).toEqual(record)
  })

  it('do not exhaust the stack in deeply nested values', () => {
    const text = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
    const nested = JSON.parse(text) as object
    createTimestampNormalizer('UTC')(nested)
    expect(JSON.stringify(nested).length).toBeLessThan(200)
  })
})
