import { beforeEach, describe, expect, it } from 'vitest'
import { onAnyDay } from '../support/test-day.ts'
import { followRecord, type RecordForm } from '../../renderer/app/forms/use-form-conflicts.ts'

onAnyDay()

interface Draft {
  notes: string
  from: string
  to: string
}
const opened: Draft = { notes: 'A', from: '9:00', to: '10:00' }
let form: RecordForm<Draft, Draft>
beforeEach(() => {
  form = { draft: { ...opened }, before: opened, record: opened, conflicts: [] }
})
const follow = (now: Partial<Draft>) => {
  const record = { ...opened, ...now }
  followRecord(form, { record, draft: record }, [['notes'], ['from', 'to']])
}

describe('a form whose record changed', () => {
  it('takes over what the person did not touch', () => {
    form.draft.notes = 'A, reviewed'
    follow({ from: '8:00', to: '9:30' })
    expect(form).toMatchObject({
      draft: { notes: 'A, reviewed', from: '8:00', to: '9:30' },
      conflicts: [],
    })
  })

  it('keeps what the person typed, and names the conflict', () => {
    form.draft.notes = 'A, reviewed'
    follow({ notes: 'B' })
    expect(form).toMatchObject({
      draft: { notes: 'A, reviewed' },
      before: { notes: 'B' },
      conflicts: ['notes'],
    })
  })

  it('treats fields that belong together as one', () => {
    form.draft.to = '11:00'
    follow({ from: '8:00', to: '9:00' })
    expect(form).toMatchObject({ draft: { from: '9:00', to: '11:00' }, conflicts: ['from'] })
  })

  it('has no conflict where both wrote the same, also after a former conflict', () => {
    form.draft.notes = 'B'
    follow({ notes: 'C' })
    follow({ notes: 'B' })
    expect(form.conflicts).toEqual([])
  })

  it('has no conflict any more where the person typed what the record has', () => {
    form.draft.notes = 'A, reviewed'
    follow({ notes: 'B' })
    form.draft.notes = 'B'
    follow({ notes: 'B', from: '8:00', to: '9:30' })
    expect(form).toMatchObject({ draft: { notes: 'B', from: '8:00' }, conflicts: [] })
  })

  it('stays in conflict where the record changes again', () => {
    form.draft.notes = 'A, reviewed'
    follow({ notes: 'B' })
    follow({ notes: 'B', from: '8:00', to: '9:30' })
    follow({ notes: 'C' })
    expect(form).toMatchObject({
      draft: { notes: 'A, reviewed' },
      before: { notes: 'C' },
      conflicts: ['notes'],
    })
  })
})
