import { expect, it } from 'vitest'
import type { InboxCard } from '#shared/resources/inbox-card.ts'
import { cardText } from '../../electron/cli/inbox-card-text.ts'

const card: InboxCard = {
  card: 4,
  kind: 'conflict',
  resource: 'time',
  local: 12,
  id: 31,
  title: '“Labels”',
  raisedAt: 0,
  takes: ['mine', 'theirs'],
  fields: [],
  message: null,
  others: [],
  note: null,
  raw: null,
}
const value = (one: unknown, names: string[] = []) => ({ value: one, names })

it('shows each side of each field, and what each answer does', () => {
  const fields = [
    {
      field: 'start',
      base: value(540),
      mine: value(545),
      theirs: value(600),
      words: [],
    },
    {
      field: 'task_id',
      base: value(1, ['Design']),
      mine: value(2, ['Call']),
      theirs: value(1, ['Design']),
      words: [],
    },
  ]
  expect(cardText({ ...card, fields }).split('\n')).toEqual([
    '4 “Labels”: changed here and on the service',
    '    start: before 09:00 · yours 09:05 · service 10:00',
    '    task_id: before Design · yours Call · service Design',
    '    --take mine: use your version',
    '    --take theirs: use the service’s version',
  ])
})

it('shows of a large group only the fields that differ, and amounts as money', () => {
  const same = (field: string, one: unknown) => ({
    ...{ field, group: 'charge', base: value(one), mine: value(one), theirs: value(one) },
    words: [],
  })
  const price = (amount: number) => ({ ...value(amount), currency: 'NZD' })
  const fields = [
    same('charge_id', null),
    same('name', 'Spade'),
    {
      ...same('unit_charge', 0),
      ...{ base: price(1000), mine: price(12_000), theirs: price(1000) },
    },
    { ...same('quantity', 1), theirs: value(300) },
  ]
  expect(
    cardText({ ...card, resource: 'expense', fields })
      .split('\n')
      .slice(1, -2),
  ).toEqual([
    '    unit_charge: before 10.00 NZD · yours 120.00 NZD · service 10.00 NZD',
    '    quantity: before 1 · yours 1 · service 300',
  ])
})

it('asks a different question about what may be there, what came late, and what was deleted here', () => {
  const ask = (set: Partial<InboxCard>) => cardText({ ...card, kind: 'twin', ...set }).split('\n')
  expect(ask({ takes: ['again', 'theirs', 'drop'] })).toEqual([
    '4 “Labels”: its reply was lost, but it may be on the service',
    '    --take again: send',
    '    --take theirs: they’re the same',
    '    --take drop: delete here',
  ])
  expect(ask({ takes: ['mine'], note: 'found' })).toEqual([
    '4 “Labels”: its reply was lost, but it was found on the service. Check there that it’s the only one',
    '    --take mine: it’s the only one',
  ])
  expect(ask({ takes: ['mine', 'drop'], note: 'late' })[0]).toMatch(/the first one arrived too$/)
  expect(ask({ takes: ['theirs', 'mine'], note: 'deleted-here' }).slice(1)).toEqual([
    '    --take theirs: keep',
    '    --take mine: delete',
  ])
})

it('says what was unsent in a copy, and asks whether it is to be deleted still', () => {
  const ask = (note: InboxCard['note']) => cardText({ ...card, note }).split('\n')
  expect(ask('copied')[0]).toMatch(/maybe synced and changed since$/)
  expect(ask('earlier')[0]).toMatch(/has an earlier version again, as after a restored backup$/)
  expect(ask('copied-deletion')[0]).toMatch(/still on the service$/)
  expect(ask('copied-deletion')).toContain('    --take mine: delete')
})

it('asks whether a folder was moved here', () => {
  const others = [{ id: 7, local: 3, title: '“Labels”' }]
  const moved = { kind: 'moved', title: '1 entry', takes: ['mine', 'again'], others } as const
  expect(cardText({ ...card, ...moved, fields: [], takes: [...moved.takes] }).split('\n')).toEqual([
    '4 1 entry: not synced when this folder was last used on another computer',
    '    On the service: 7 “Labels”',
    '    --take mine: the folder was moved here, so send them',
    '    --take again: the folder is a copy, so review each one',
  ])
})

it('asks about what the same act created on another computer', () => {
  const others = [{ id: 7, local: 3, title: '“Labels”' }]
  const repeated = { kind: 'repeated', title: '1 entry', takes: ['mine', 'drop'], others } as const
  const shown = cardText({ ...card, ...repeated, fields: [], takes: [...repeated.takes] })
  expect(shown.split('\n')).toEqual([
    '4 1 entry: created by the same act on another computer, too',
    '    On the service: 7 “Labels”',
    '    --take mine: keep both',
    '    --take drop: keep one of each',
  ])
})

it('asks which hours of a cell count', () => {
  const hours = (value: number) => ({ value, names: [] })
  const total = { field: 'total', base: null, mine: hours(120), theirs: hours(180), words: [] }
  const shown = cardText({
    ...card,
    ...{ kind: 'cell', title: '“Labels”', fields: [total], takes: ['again', 'mine', 'theirs'] },
  })
  expect(shown.split('\n')).toEqual([
    '4 “Labels”: the cell had 3:00 from elsewhere when you set 2:00',
    '    --take again: keep both: 5:00',
    '    --take mine: keep 2:00',
    '    --take theirs: keep 3:00',
  ])
})

it('shows an unreadable record without terminal control characters, and cuts it', () => {
  const raw = `{"notes":"\u001b[2J${'x'.repeat(5_000)}"}`
  const shown = cardText({
    ...card,
    kind: 'bad-record',
    title: 'Unreadable entry',
    takes: ['drop'],
    message: 'quantity: is no whole number',
    raw,
  })
  expect(shown).not.toContain('\u001b')
  expect(shown.length).toBeLessThan(600)
  expect(shown).toContain('Why: quantity: is no whole number')
  expect(shown).toContain('--take drop: skip')
})

it('names ten of many', () => {
  const others = Array.from({ length: 12 }, (_, n) => ({ id: n, local: null, title: null }))
  expect(cardText({ ...card, kind: 'removals', others })).toContain('and 2 more')
})

it('says that the service was set back', () => {
  const lost = { ...card, kind: 'gone', note: 'lost' } as const
  expect(cardText({ ...lost, takes: ['again', 'drop'], others: [] }).split('\n')).toEqual([
    '4 “Labels”: no longer on the service, which was set back to an earlier state',
    '    --take again: send again',
    '    --take drop: delete here',
  ])
})

it('names the record that has the number by now, and what is no longer there', () => {
  const others = [{ id: 431, local: 7, title: '“Colleague”' }]
  const replaced = { ...card, kind: 'gone', note: 'replaced', takes: ['again', 'drop'] } as const
  expect(cardText({ ...replaced, takes: [...replaced.takes], others }).split('\n')).toEqual([
    '4 “Labels”: no longer on the service, where its number now belongs to another record',
    '    On the service: 431 “Colleague”',
    '    --take again: send again',
    '    --take drop: delete here',
  ])
  const removals = cardText({ ...card, kind: 'removals', title: '1 entry', takes: [], others })
  expect(removals).toContain('No longer on the service: 431 “Colleague”')
})

it('does not call it a rejection when the service answered with a record that is here', () => {
  const message = 'The service answered with entry 431, which is already here'
  const known = { ...card, kind: 'refused', note: 'already-here', message } as const
  expect(cardText({ ...known, takes: ['again', 'drop'] }).split('\n')).toEqual([
    '4 “Labels”: the service didn’t create it',
    `    Why: ${message}`,
    '    --take again: send again',
    '    --take drop: they’re the same, so delete this one',
  ])
})

it('says of an amount what it would be in the currency that its project has by now', () => {
  const price = (amount: number, currency: string) => ({ ...value(amount), currency })
  const fields = [
    {
      ...{ field: 'unit_charge', base: null, words: [] },
      ...{ mine: price(10_000, 'EUR'), theirs: price(10_000, 'JPY') },
    },
  ]
  const ask = (set: Partial<InboxCard>) =>
    cardText({ ...card, kind: 'unit', resource: 'expense', fields, ...set }).split('\n')
  const change = '    or change it: stint expenses update 12 --unit-charge AMOUNT'
  const question = '4 “Labels”: typed as 100.00 EUR, but its project is in JPY now'
  expect(ask({ note: 'unsent', takes: ['again', 'mine'] })).toEqual([
    question,
    '    --take again: send as 10000 JPY',
    '    --take mine: keep here as a draft, without a project',
    change,
  ])
  expect(ask({ note: 'unsent', takes: ['again', 'theirs'] })).toContain(
    '    --take theirs: use the service’s price',
  )
  expect(ask({ takes: ['theirs'] })).toEqual([
    question,
    '    --take theirs: keep 10000 JPY',
    change,
  ])
})
