import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Category } from '#shared/resources/category.ts'
import { toTimestamp } from '#shared/rules/calendar.ts'
import type { Webhook } from '#shared/resources/webhook.ts'
import {
  changesOf,
  draftOf,
  isChanged,
  projectsOfPicked,
  toggled,
} from '../../renderer/features/categories/category-draft.ts'
import { categoryState } from '../../renderer/features/categories/category-state.ts'
import { findMembers, orderMembers } from '../../renderer/features/categories/members.ts'
import { isWebhookAddress, knownEvents } from '../../renderer/features/categories/webhook-events.ts'
import type { FakeCore } from './support/fake-core.ts'
import { quietSync } from './support/fake-core.ts'
import { show, studio } from './support/mount.ts'

/** The whole interface at a page that is loaded when it is opened. */
async function openPage(core: FakeCore, path: string) {
  const screen = await show(core, undefined, {}, path)
  await expect.poll(() => screen.wrapper.find('[role=tabpanel] > *').exists()).toBe(true)
  await screen.settle()
  return screen
}

const category = (set: Partial<Category> = {}): Category => ({
  local: 1,
  id: 7,
  state: 'synced',
  refusal: null,
  refused: [],
  provisional: false,
  name: 'Design',
  created_at: '2026-08-03 09:00:00',
  updated_at: '2026-11-12 09:00:00',
  deleted_at: null,
  deleted: false,
  tasks: [1, 2],
  charges: [],
  projects: [],
  ...set,
  tasks_count: set.tasks?.length ?? 2,
  charges_count: set.charges?.length ?? 0,
})
const webhook: Webhook = {
  local: 1,
  id: 3,
  state: 'synced',
  uri: 'https://hooks.example/stint',
  events: ['times.created', 'made.up'],
  created_at: '2025-10-14 09:00:00',
  updated_at: '2025-10-14 09:00:00',
}
const page = <Item>(data: Item[]) => ({
  ...{ current_page: 1, data, from: 1, to: data.length, last_page: 1, per_page: 100, path: '' },
  ...{ next_page_url: null, prev_page_url: null, total: data.length },
})

/** The studio with categories and webhooks of the core's own. */
function withCategories(all: Category[] = [category()], webhooks: Webhook[] = []): FakeCore {
  const core = studio()
  core.override['categories.list'] = ({ archived = false }) =>
    page(all.filter(({ deleted }) => deleted === archived))
  core.override['categories.show'] = ({ local }) => all.find((one) => one.local === local)!
  core.override['categories.uses'] = () => ({
    tasks: [{ local: 2, projects: [1, 2] }],
    charges: [],
    categories: [{ local: 1, projects: [1, 2] }],
  })
  core.override['categories.update'] = ({ set }) => category({ ...set, local: 1 })
  core.override['charges.list'] = () => page([])
  core.override['webhooks.list'] = () => page(webhooks)
  return core
}
const asked = (core: FakeCore, name: string) =>
  core.calls.filter((call) => call.name === name).map(({ input }) => input)

describe('a category’s draft', () => {
  it('sends what differs and nothing else', () => {
    const before = category()
    const draft = draftOf(before)
    expect(changesOf(before, draft)).toEqual({})
    expect(isChanged(before, draft)).toBe(false)
    const blank = { ...before, name: ' Studio ' }
    expect(changesOf(blank, draftOf(blank))).toEqual({})
    expect(changesOf(before, { ...draft, name: ' Layout ' })).toEqual({ name: 'Layout' })
    expect(changesOf(before, { ...draft, tasks: toggled(draft.tasks, 3) })).toEqual({
      tasks: [1, 2, 3],
    })
    expect(isChanged(undefined, draftOf(undefined))).toBe(false)
  })

  it('is as before after the same was picked twice, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 })), (locals) => {
        const before = category()
        const twice = [...locals, ...locals].reduce(toggled, draftOf(before).tasks)
        expect(changesOf(before, { ...draftOf(before), tasks: twice })).toEqual({})
      }),
    )
  })

  it('names each project once that something in it was used on', () => {
    const uses = new Map([
      [1, [4, 5]],
      [2, [5]],
    ])
    expect(projectsOfPicked([1, 2, 3], uses)).toEqual([4, 5])
  })
})

describe('what can stand in it', () => {
  const member = (local: number, name: string) => ({ local, name, projects: 0, held: false })
  it('is listed with what stood in it first, and nothing lost', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(50)), fc.array(fc.nat(50)), (locals, stood) => {
        const all = locals.map((local) => member(local, String(local)))
        const ordered = orderMembers(all, new Set(stood)).map(({ local }) => local)
        expect(ordered.toSorted((one, other) => one - other)).toEqual(
          locals.toSorted((one, other) => one - other),
        )
        const first = ordered.findIndex((local) => !stood.includes(local))
        if (first !== -1)
          expect(ordered.slice(first).some((one) => stood.includes(one))).toBe(false)
      }),
    )
  })
  it('is found by every word, whatever its case, the beginnings first', () => {
    const all = [member(1, 'Client call'), member(2, 'Call'), member(3, 'Café visit')]
    expect(findMembers(all, 'call').map(({ local }) => local)).toEqual([2, 1])
    expect(findMembers(all, 'CAFÉ')).toEqual([all[2]])
    expect(findMembers(all, ' ')).toEqual(all)
  })
})

it('says of an archived one whether the service knows it yet', () => {
  const say = ((key: string) => key) as Parameters<typeof categoryState>[2]
  const tell = (text: string) => text
  const gone = { refusal: null, refused: [], deleted: true }
  expect(categoryState({ ...gone, state: 'pending' }, 'connected', say, tell).pill?.text).toBe(
    'categories.archivedPending',
  )
  expect(categoryState({ ...gone, state: 'synced' }, 'connected', say, tell).pill).toBeUndefined()
  expect(categoryState({ ...gone, state: 'pending' }, 'local', say, tell)).toEqual({
    glyph: 'local',
    words: 'state.local',
  })
})

it('knows an address and the events that the service takes', () => {
  expect(['https://a.example/x', 'HTTP://a'].every(isWebhookAddress)).toBe(true)
  expect(['a.example', 'https://', 'ftp://a', ''].some(isWebhookAddress)).toBe(false)
  expect(knownEvents(['categories.restored', 'made.up', 'times.created'])).toEqual([
    'times.created',
    'categories.restored',
  ])
})

describe('the page', () => {
  it('opens a category by Enter, picks by Space, and sends the new list', async () => {
    const core = withCategories()
    const { wrapper, press } = await openPage(core, '#/categories')
    await press('j')
    expect(document.activeElement?.getAttribute('aria-label')).toBe(
      'Design, 2 tasks, no charges, 2 projects, Sent. The service has this version',
    )
    await press('Enter')
    const options = wrapper.findAll<HTMLElement>('[role=option]')
    expect(options.map((option) => option.attributes('aria-selected'))).toEqual([
      'true',
      'true',
      'false',
    ])
    expect(options[1]!.text()).toContain('2 projects')
    options[2]!.element.focus()
    await press(' ')
    await press('Enter', { ctrlKey: true })
    expect(asked(core, 'categories.update')).toEqual([{ local: 1, set: { tasks: [1, 2, 3] } }])
    expect(wrapper.find('[role=option]').exists()).toBe(false)
  })

  it('saves what was changed when another is opened, and stays where that is refused', async () => {
    const all = [category(), category({ local: 2, name: 'Layout', tasks: [] })]
    const core = withCategories(all)
    const { wrapper, press, settle } = await openPage(core, '#/categories')
    await press('j')
    await press('Enter')
    const name = wrapper.find<HTMLInputElement>('aside input')
    await name.setValue('Taken')
    core.refuse('categories.update', {
      code: 'validation',
      message: 'Choose another name',
      fields: { name: ['Choose another name'] },
    })
    await wrapper.find('[data-row="2"]').trigger('click')
    await settle()
    expect(wrapper.find('aside').text()).toContain('Choose another name')
    core.override['categories.update'] = ({ set }) => category({ ...set })
    await wrapper.find('[data-row="2"]').trigger('click')
    await settle()
    expect(wrapper.find('aside h2').text()).toBe('Layout')
  })

  it('takes back what was archived here, and restores what the service has', async () => {
    const gone = { deleted: true, deleted_at: toTimestamp(Date.now()) }
    const core = withCategories([
      category({ local: 2, name: 'Print buying', ...gone, deleted_at: '2025-10-30 10:00:00' }),
      category({ local: 3, name: 'Pitch work', ...gone, state: 'pending' }),
    ])
    const { wrapper } = await openPage(core, '#/categories')
    const rows = wrapper.findAll('[data-row]')
    expect(rows[0]!.text()).toContain('Archived 30 Oct 2025')
    expect(rows[0]!.find('button').text()).toBe('Restore')
    expect(rows[1]!.text()).toContain('Archived today')
    expect(rows[1]!.text()).toContain('Archived here, not yet sent')
    expect(rows[1]!.find('button').text()).toBe('Undo')
  })
})

describe('webhooks', () => {
  const open = (core: FakeCore) => openPage(core, '#/categories/webhooks')

  it('are only listed where the service offers no more', async () => {
    const core = withCategories([], [webhook])
    const { wrapper, press } = await open(core)
    expect(wrapper.text()).toContain('This service only lets Stint list them')
    expect(wrapper.text()).toContain('14 Oct 2025')
    expect(wrapper.text()).not.toContain('Add webhook')
    await press('n')
    expect(wrapper.find('aside').exists()).toBe(false)
    await press('j')
    await press('Enter')
    expect(wrapper.find('aside').text()).toContain('made.up')
    expect(wrapper.find('aside').text()).not.toContain('Delete')
  })

  it('do not exist for an account of this machine', async () => {
    const core = withCategories([])
    core.state.account = { account: 'here', kind: 'local', name: '', url: null }
    const { wrapper } = await open(core)
    expect(wrapper.text()).toContain('this account stays on this machine')
  })

  it('wait for the service, and say so', async () => {
    const core = withCategories([], [webhook])
    core.state.capabilities = ['webhooks']
    core.sync = { ...quietSync, phase: { is: 'offline', since: 1, nextTry: 2 } }
    const { wrapper, press } = await open(core)
    const add = wrapper.findAll('button').find((button) => button.text().startsWith('Add webhook'))!
    expect(add.attributes('aria-description')).toContain('cannot be reached at the moment')
    await press('n')
    expect(wrapper.find('aside').exists()).toBe(false)
    expect(asked(core, 'webhooks.add')).toEqual([])
  })

  it('tell their secret right after they were made, and never again', async () => {
    const core = withCategories([], [webhook])
    core.state.capabilities = ['webhooks']
    core.override['webhooks.add'] = () => ({ ...webhook, secret: 'whsec_once' })
    const { wrapper, press, settle } = await open(core)
    await press('n')
    await wrapper.find('aside input').setValue('https://hooks.example/stint')
    await wrapper.find('aside [type=checkbox]').setValue(true)
    await press('Enter', { ctrlKey: true })
    expect(asked(core, 'webhooks.add')).toEqual([
      { uri: 'https://hooks.example/stint', events: ['times.created'] },
    ])
    expect(wrapper.find('aside').text()).toContain('whsec_once')
    await press('Escape')
    await wrapper.find('[data-row="1"]').trigger('click')
    await settle()
    expect(wrapper.find('aside').text()).not.toContain('whsec_once')
  })
})
