import { describe, expect, it } from 'vitest'
import type { CardBody } from '#core/store/inbox/inbox.ts'
import { allowedTakes } from '#core/sync/inbox/inbox-cards.ts'
import { planResolution } from '#core/sync/inbox/resolve-card.ts'
import { cardAnswers } from '#shared/resources/inbox-card.ts'

const words = { status: 422, message: 'No', fields: {} }
const stamps = { created_at: '2026-11-19 14:00:00', updated_at: '2026-11-19 14:00:00' }
const known = { base: { id: 7, ...stamps } }
const archived = { base: { ...known.base, deleted: true } }
const unknown = { base: null }
const currency = {
  sent: { unit_charge: 900, project_currency: 'EUR' },
  stands: { unit_charge: 900, project_currency: 'JPY' },
}

const cards: [string, CardBody, { base: typeof known.base | null } | undefined][] = [
  ['refused', { kind: 'refused', detail: words }, unknown],
  ['refused, known there', { kind: 'refused', detail: words }, known],
  ['refused, archived there', { kind: 'refused', detail: words }, archived],
  ['archived', { kind: 'archived', detail: words }, unknown],
  ['conflict', { kind: 'conflict', detail: { groups: [] } }, known],
  ['brought back', { kind: 'conflict', detail: { groups: [], deletedHere: true } }, known],
  ['twin', { kind: 'twin', detail: { adopted: 7, others: [8] } }, known],
  ['maybe ours', { kind: 'twin', detail: { adopted: null, others: [8] } }, unknown],
  ['maybe ours, deleted here', { kind: 'twin', detail: { adopted: null, others: [8] } }, undefined],
  ['gone', { kind: 'gone', detail: { remote: 7 } }, known],
  [
    'increment',
    {
      kind: 'unit',
      detail: { sent: { quantity: 4, increment: 15 }, stands: { quantity: 4, increment: 6 } },
    },
    known,
  ],
  ['currency', { kind: 'unit', detail: currency }, known],
  ['currency, unsent', { kind: 'unit', detail: { ...currency, unsent: true } }, unknown],
  ['currency, changed', { kind: 'unit', detail: { ...currency, unsent: true } }, known],
  ['removals', { kind: 'removals', detail: { remotes: [7], of: 12, agreed: false } }, known],
  ['cell', { kind: 'cell', detail: { pairs: [], mine: 120, theirs: 180 } }, unknown],
  ['bad record', { kind: 'bad-record', detail: { remote: 7, raw: '{}', why: 'no' } }, unknown],
]

describe('the effect of an answer', () => {
  it.each(cards)(
    'exists for each allowed answer to a card %s, and for no other',
    (_, card, state) => {
      const sensible = allowedTakes(card, state)
      expect(sensible.length).toBeGreaterThan(0)
      for (const take of cardAnswers) {
        expect(planResolution(card, state, take) !== null).toBe(sensible.includes(take))
      }
    },
  )

  it('to keep the remote version archives here what is archived there', () => {
    const card: CardBody = { kind: 'refused', detail: words }
    expect(planResolution(card, archived, 'theirs')).toBe('discard')
    expect(planResolution(card, { ...archived, newer: known.base }, 'theirs')).toBe('take-theirs')
  })

  it('to the first answer offered sends again what may be there, which loses nothing', () => {
    const card: CardBody = { kind: 'twin', detail: { adopted: null, others: [8] } }
    expect(planResolution(card, unknown, allowedTakes(card, unknown)[0]!)).toBe('send-again')
  })

  it('differs from answer to answer', () => {
    for (const [, card, state] of cards) {
      const what = allowedTakes(card, state).map((take) => planResolution(card, state, take))
      // Saying that the service has it already, or dropping it: both keep the remote version.
      const maybe = card.kind === 'twin' && card.detail.adopted === null
      const expected = maybe && state ? 2 : what.length
      expect(new Set(what).size).toBe(expected)
    }
  })
})
