import { beforeEach, describe, expect, it } from 'vitest'
import type { Outbox } from '#shared/ipc/views.ts'
import type { CardField, InboxCard } from '#shared/resources/inbox.ts'
import type { FakeCore } from './support/fake-core.ts'
import { now, setClock, show, studio, worked, type Screen } from './support/mount.ts'

let core: FakeCore
let cards: InboxCard[]

const value = (one: unknown) => ({ value: one, names: [] })
const field = (
  name: string,
  base: unknown,
  mine: unknown,
  theirs: unknown,
  group = name,
): CardField => ({
  field: name,
  group,
  base: value(base),
  mine: value(mine),
  theirs: value(theirs),
  words: [],
})
const conflict = (set: Partial<InboxCard> = {}): InboxCard => ({
  card: 4,
  kind: 'conflict',
  resource: 'time',
  local: 12,
  id: 31,
  title: '“Room 4 labels, Dutch proofs”',
  raisedAt: now,
  takes: ['mine', 'theirs'],
  fields: [
    field('quantity', 2, 3, 4),
    field('increment', 15, 15, 15, 'quantity'),
    field('notes', 'Room 4 labels', 'Room 4 labels, Dutch proofs', 'Room 4 and 5 labels'),
  ],
  message: null,
  others: [],
  note: null,
  raw: null,
  ...set,
})
const refused = (set: Partial<InboxCard> = {}): InboxCard =>
  conflict({
    card: 5,
    kind: 'refused',
    takes: ['again', 'drop'],
    message: 'The given data was invalid.',
    fields: [
      {
        field: 'task_id',
        base: null,
        mine: null,
        theirs: null,
        words: ['The task field is required.'],
      },
    ],
    ...set,
  })

beforeEach(() => {
  setClock()
  core = studio()
  worked(core, { local: 12, start: 780, quantity: 3, notes: 'Room 4 labels, Dutch proofs' })
  cards = [conflict()]
  core.override['inbox.list'] = () => cards
  core.override['inbox.resolve'] = ({ card }) => {
    cards = cards.filter((one) => one.card !== card)
    return {
      change: 90,
      at: now,
      actor: 'person',
      action: 'inbox.resolve',
      summary: 'Kept what stands here of “Room 4 labels”',
      undone: false,
    }
  }
})

async function open(): Promise<Screen> {
  const screen = await show(core)
  // The page is a chunk of its own.
  await import('../../renderer/features/sync/SyncPage.vue')
  await screen.press('g')
  await screen.press('s')
  await screen.settle(10)
  await screen.settle(10)
  return screen
}
const asked = (name: string) => core.calls.findLast((call) => call.name === name)?.input
const button = (screen: Screen, text: string) =>
  screen.wrapper.findAll('button').find((one) => one.text().startsWith(text))!
const result = (screen: Screen) => screen.wrapper.get('.result').text()

describe('a conflict', () => {
  it('says which entry it is, and what each side has', async () => {
    const screen = await open()
    const card = screen.wrapper.get('[data-card="4"]')
    expect(card.get('h3').text()).toBe('Design, Thursday 19 November')
    expect(card.text()).toContain('WEB')
    const rows = card.findAll('tbody tr').map((row) => row.text())
    expect(rows).toHaveLength(2)
    expect(rows[0]).toContain('Duration')
    for (const text of ['0:30', '2 × 15', '0:45', '3 × 15', '1:00', '4 × 15']) {
      expect(rows[0]).toContain(text)
    }
    expect(card.findAll('mark').map((mark) => mark.text())).toEqual([', Dutch proofs', 'and 5'])
  })

  it('counts mine until something else is chosen, and says what comes of it', async () => {
    const screen = await open()
    expect(result(screen)).toBe('Result: 13:00 – 13:45, “Room 4 labels, Dutch proofs”')
    const theirs = screen.wrapper.get('[aria-label="Notes, Theirs: Room 4 and 5 labels"]')
    await theirs.trigger('change')
    expect(result(screen)).toBe('Result: 13:00 – 13:45, “Room 4 and 5 labels”')
    await button(screen, 'Use this').trigger('click')
    await screen.settle()
    expect(asked('inbox.resolve')).toEqual({ card: 4, take: 'mine', theirs: ['notes'] })
    expect(screen.wrapper.find('[data-card]').exists()).toBe(false)
    expect(screen.wrapper.get('.toast').text()).toContain('Kept what stands here')
  })

  it('takes everything from one side with one press', async () => {
    const screen = await open()
    await button(screen, 'All theirs').trigger('click')
    expect(result(screen)).toBe('Result: 13:00 – 14:00, “Room 4 and 5 labels”')
    await button(screen, 'All mine').trigger('click')
    expect(result(screen)).toContain('13:00 – 13:45')
    await button(screen, 'All theirs').trigger('click')
    await button(screen, 'Use this').trigger('click')
    expect(asked('inbox.resolve')).toEqual({
      card: 4,
      take: 'mine',
      theirs: ['quantity', 'increment', 'notes'],
    })
  })

  it('is decided by keys alone', async () => {
    cards = [refused(), conflict()]
    const screen = await open()
    await screen.press('j')
    expect(document.activeElement?.getAttribute('data-card')).toBe('5')
    await screen.press('j')
    await screen.press('2')
    expect(result(screen)).toContain('Room 4 and 5 labels')
    await screen.press('1')
    await screen.press('Enter', { ctrlKey: true })
    expect(asked('inbox.resolve')).toEqual({ card: 4, take: 'mine' })
    await screen.settle()
    expect(document.activeElement?.getAttribute('data-card')).toBe('5')
  })

  it('of an entry that was deleted here asks whether it stays deleted', async () => {
    cards = [conflict({ note: 'deleted-here' })]
    const screen = await open()
    expect(screen.wrapper.get('[data-card]').text()).toContain('You deleted it here')
    await button(screen, 'Delete it').trigger('click')
    expect(asked('inbox.resolve')).toEqual({ card: 4, take: 'mine' })
  })
})

describe('what the service refused', () => {
  it('shows its words beside the field, and leads to the form of the entry', async () => {
    cards = [refused()]
    const screen = await open()
    const card = screen.wrapper.get('[data-card="5"]')
    expect(card.text()).toContain('“The given data was invalid.”')
    expect(card.get('dl').text()).toContain('Task')
    expect(card.get('.words').text()).toBe('“The task field is required.”')
    await button(screen, 'Change it').trigger('click')
    await screen.settle(10)
    await screen.settle(10)
    expect(screen.wrapper.find('.entry-form').exists()).toBe(true)
    expect(screen.wrapper.get<HTMLTextAreaElement>('.entry-form textarea').element.value).toBe(
      'Room 4 labels, Dutch proofs',
    )
  })

  it('of an expense can be sent again or let go', async () => {
    cards = [refused({ resource: 'expense', local: null, title: '“A3 proof prints”' })]
    const screen = await open()
    expect(screen.wrapper.get('[data-card] h3').text()).toBe('“A3 proof prints”')
    expect(button(screen, 'Change it')).toBeUndefined()
    await button(screen, 'Send again').trigger('click')
    expect(asked('inbox.resolve')).toEqual({ card: 5, take: 'again' })
  })
})

it('keeps the card, and says why, when the answer cannot be taken', async () => {
  core.refuse('inbox.resolve', { code: 'conflict', message: 'This was answered already' })
  const screen = await open()
  await button(screen, 'Use this').trigger('click')
  await screen.settle()
  expect(screen.wrapper.get('.toast').text()).toContain('This was answered already')
  expect(screen.wrapper.find('[data-card="4"]').exists()).toBe(true)
})

it('shows other records of the service, and a record that cannot be read as it came', async () => {
  const others = Array.from({ length: 7 }, (_, n) => ({ id: 40 + n, local: null, title: null }))
  const plain = { resource: 'time', local: null, fields: [] }
  cards = [
    conflict({ ...plain, card: 6, kind: 'twin', takes: ['mine', 'drop'], others, note: 'late' }),
    conflict({
      ...plain,
      card: 7,
      kind: 'bad-record',
      takes: ['drop'],
      raw: '{"id":"x"}',
      message: 'id',
    }),
  ]
  const screen = await open()
  const twin = screen.wrapper.get('[data-card="6"]').text()
  expect(twin).toContain('number 40')
  expect(twin).toContain('and 2 more')
  expect(screen.wrapper.get('[data-card="7"] pre').text()).toBe('{"id":"x"}')
})

describe('the outbox', () => {
  const item = (set: Partial<Outbox['items'][number]>): Outbox['items'][number] => ({
    resource: 'time',
    local: 1,
    title: '“Hero”',
    what: 'new',
    state: 'pending',
    at: now,
    project: 'WEB',
    date: '2026-11-19',
    ...set,
  })

  it('says of each record what waits, and why', async () => {
    core.override['sync.outbox'] = () => ({
      total: 58,
      items: [
        item({ local: 1, state: 'checking', title: '“Courier”' }),
        item({ local: 2, date: '2026-11-18', what: 'changed' }),
        item({ local: 3, what: 'deleted', project: null, date: null, at: now - 30 * 3_600_000 }),
        item({ local: 4, state: 'held' }),
        item({ resource: 'category', local: 1, what: 'deleted', project: null, date: null }),
      ],
    })
    const screen = await open()
    const outbox = screen.wrapper.get('.outbox')
    expect(outbox.get('h2').text()).toBe('Waiting to go out 58')
    const lines = outbox.findAll('li').map((line) => line.text())
    expect(lines[0]).toContain('Answer lost. Checked before it goes again')
    expect(lines[1]).toContain('Changed, WEB, Wed 18 Nov')
    expect(lines[2]).toContain('18 Nov')
    expect(lines[3]).toContain('until its project is matched')
    expect(lines[4]).toContain('Category archived')
    const states = outbox.findAll('[role=img]').map((glyph) => glyph.attributes('aria-label'))
    expect(states[0]).toContain('Checking before sending again')
    expect(states[2]).toBe('Deleted here, not yet sent')
    expect(outbox.text()).toContain('and 53 more')
  })

  it('is not there where nothing is ever sent', async () => {
    core.state = {
      ...core.state,
      account: { account: 'here', kind: 'local', name: '', url: null },
    }
    core.sync = { ...core.sync, phase: { is: 'local' } }
    const screen = await open()
    expect(screen.wrapper.find('.outbox').exists()).toBe(false)
  })
})
