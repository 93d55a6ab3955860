import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Category } from '#shared/resources/category.ts'
import { ok } from '#shared/errors.ts'
import { inEnglish } from '#shared/sentences/sentence.ts'
import {
  changedCategoryFields,
  toCategoryDraft,
  isCategoryDraftChanged,
  projectsOfMembers,
  toggleInSet,
} from '../../renderer/features/categories/category-draft.ts'
import { categoryStateBadge } from '../../renderer/features/categories/category-state-badge.ts'
import {
  filterMemberOptions,
  sortMemberOptions,
} from '../../renderer/features/categories/member-options.ts'
import {
  isWebhookAddress,
  toKnownEvents,
} from '../../renderer/features/categories/webhook-events.ts'
import { now, setClock } from './support/clock.ts'
import { studio, type TestCore, worked } from './support/core.ts'
import { showPage } from './support/mount.ts'

beforeEach(setClock)

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
describe('a category’s draft', () => {
  it('sends what differs and nothing else', () => {
    const before = category()
    const draft = toCategoryDraft(before)
    expect(changedCategoryFields(before, draft)).toEqual({})
    expect(isCategoryDraftChanged(before, draft)).toBe(false)
    const blank = { ...before, name: ' Studio ' }
    expect(changedCategoryFields(blank, toCategoryDraft(blank))).toEqual({})
    expect(changedCategoryFields(before, { ...draft, name: ' Layout ' })).toEqual({
      name: 'Layout',
    })
    expect(changedCategoryFields(before, { ...draft, tasks: toggleInSet(draft.tasks, 3) })).toEqual(
      {
        tasks: [1, 2, 3],
      },
    )
    expect(isCategoryDraftChanged(undefined, toCategoryDraft(undefined))).toBe(false)
  })

  it('is unchanged after the same was selected twice, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 })), (locals) => {
        const before = category()
        const twice = [...locals, ...locals].reduce(toggleInSet, toCategoryDraft(before).tasks)
        expect(changedCategoryFields(before, { ...toCategoryDraft(before), tasks: twice })).toEqual(
          {},
        )
      }),
    )
  })

  it('names each project once that something in it was used on', () => {
    const uses = new Map([
      [1, [4, 5]],
      [2, [5]],
    ])
    expect(projectsOfMembers([1, 2, 3], uses)).toEqual([4, 5])
  })
})

describe('the choice of members', () => {
  const member = (local: number, name: string) => ({ local, name, projects: 0, held: false })
  it('lists current members first, and loses none', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(50)), fc.array(fc.nat(50)), (locals, initial) => {
        const all = locals.map((local) => member(local, String(local)))
        const ordered = sortMemberOptions(all, new Set(initial)).map(({ local }) => local)
        expect(ordered.toSorted((one, other) => one - other)).toEqual(
          locals.toSorted((one, other) => one - other),
        )
        const first = ordered.findIndex((local) => !initial.includes(local))
        if (first !== -1)
          expect(ordered.slice(first).some((one) => initial.includes(one))).toBe(false)
      }),
    )
  })
  it('finds by every word, in upper or lower case, beginnings first', () => {
    const all = [member(1, 'Client call'), member(2, 'Call'), member(3, 'Café visit')]
    expect(filterMemberOptions(all, 'call').map(({ local }) => local)).toEqual([2, 1])
    expect(filterMemberOptions(all, 'CAFÉ')).toEqual([all[2]])
    expect(filterMemberOptions(all, 'cafe')).toEqual([all[2]])
    expect(filterMemberOptions(all, ' ')).toEqual(all)
  })
})

it('shows whether the service knows of its archiving yet', () => {
  const t = ((key: string) => key) as Parameters<typeof categoryStateBadge>[2]
  const gone = { refusal: null, refused: [], deleted: true }
  expect(
    categoryStateBadge({ ...gone, state: 'pending' }, 'connected', t, inEnglish).pill?.text,
  ).toBe('categories.archivedPending')
  expect(
    categoryStateBadge({ ...gone, state: 'synced' }, 'connected', t, inEnglish).pill,
  ).toBeUndefined()
  expect(categoryStateBadge({ ...gone, state: 'pending' }, 'local', t, inEnglish)).toEqual({
    glyph: 'local',
    words: 'state.local',
  })
})

it('validates the address and the events of a webhook', () => {
  expect(['https://a.example/x', 'HTTP://a'].every(isWebhookAddress)).toBe(true)
  expect(['a.example', 'https://', 'ftp://a', ''].some(isWebhookAddress)).toBe(false)
  expect(toKnownEvents(['categories.restored', 'made.up', 'times.created'])).toEqual([
    'times.created',
    'categories.restored',
  ])
})

describe('the page', () => {
  it('opens a category by Enter, picks by Space, and sends the new list', async () => {
    const core = await studio()
    await worked(core, { task: 2 })
    await worked(core, { task: 2, project: 2 })
    await core.do('categories.create', { name: 'Design', tasks: [1, 2], charges: [] })
    await core.sync()
    const { wrapper, press } = await showPage(core, '#/categories')
    await press('j')
    expect(document.activeElement?.getAttribute('aria-label')).toBe(
      'Design, 2 tasks, no items, 2 projects, Synced',
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
    expect(core.allAsked('categories.update')).toEqual([
      { local: 1, set: { tasks: [1, 2, 3] }, was: { tasks: [1, 2] } },
    ])
    expect(wrapper.find('[role=option]').exists()).toBe(false)
  })

  it('saves what was changed when another is opened, and stays where that is refused', async () => {
    const core = await studio()
    await core.do('categories.create', { name: 'Design', tasks: [1, 2], charges: [] })
    await core.do('categories.create', { name: 'Layout', tasks: [], charges: [] })
    const { wrapper, press, settle } = await showPage(core, '#/categories')
    await press('j')
    await press('Enter')
    const name = wrapper.find<HTMLInputElement>('aside input')
    await name.setValue('Layout')
    await wrapper.find('[data-row="2"]').trigger('click')
    await settle()
    expect(wrapper.find('aside').text()).toContain('Choose a different one')
    await name.setValue('Studio')
    await wrapper.find('[data-row="2"]').trigger('click')
    await settle()
    expect(wrapper.find('aside h2').text()).toBe('Layout')
  })

  it('undoes an archiving here, and restores what the service has', async () => {
    const core = await studio()
    vi.setSystemTime('2025-10-30T10:00:00Z')
    const { id } = core.service.addCategory({ name: 'Print buying' })
    await core.sync()
    core.service.remove(id)
    await core.sync()
    vi.setSystemTime(now)
    const { local } = await core.do('categories.create', { name: 'Pitch work' })
    await core.sync()
    await core.do('categories.delete', { local })
    const { wrapper } = await showPage(core, '#/categories')
    const rows = wrapper.findAll('[data-row]')
    expect(rows[0]!.text()).toContain('Archived today')
    expect(rows[0]!.text()).toContain('Archived, not synced yet')
    expect(rows[0]!.find('button').text()).toBe('Undo')
    expect(rows[1]!.text()).toContain('Archived 30 Oct 2025')
    expect(rows[1]!.find('button').text()).toBe('Restore')
  })
})

it('restores by U what was typed into a form that was closed unsaved', async () => {
  const screen = await showPage(await studio(), '#/categories')
  const name = () => document.querySelector<HTMLInputElement>('.category-form input[type=text]')!
  await screen.press('n')
  name().value = 'Travel'
  name().dispatchEvent(new Event('input', { bubbles: true }))
  await screen.press('Escape')
  expect(document.querySelector('.category-form')).toBeNull()
  await screen.press('u')
  await expect.poll(() => name()?.value).toBe('Travel')
})

it('restores by U a name that was typed in the list and refused', async () => {
  const core = await studio()
  const { local } = await core.do('categories.create', { name: 'Travel', tasks: [], charges: [] })
  const screen = await showPage(core, '#/categories')
  const name = () => document.querySelector<HTMLInputElement>(`[data-row="${local}"] input`)
  await screen.press('j')
  await screen.press('F2')
  await expect.poll(() => name()?.value).toBe('Travel')
  name()!.value = 'Journeys'
  name()!.dispatchEvent(new Event('input', { bubbles: true }))
  await screen.press('Escape')
  await expect.poll(name).toBeNull()
  await screen.press('u')
  await expect.poll(() => name()?.value).toBe('Journeys')
  await screen.press('Enter')
  expect(core.asked('categories.update')).toMatchObject({ set: { name: 'Journeys' } })
})

describe('a name that is typed in the list', () => {
  const inList = () => document.querySelector<HTMLInputElement>('[data-row] input')
  const inForm = () => document.querySelector<HTMLInputElement>('.category-form input')
  async function rename() {
    const core = await studio()
    const { local } = await core.do('categories.create', { name: 'Travel' })
    await core.do('categories.create', { name: 'Layout' })
    const screen = await showPage(core, '#/categories')
    await screen.wrapper.get(`[data-row="${local}"]`).trigger('focus')
    await screen.press('F2')
    await screen.wrapper.get('[data-row] input').setValue('Journeys')
    return { core, local, screen }
  }

  it('becomes that of a new category by U where its own was archived', async () => {
    const { core, local, screen } = await rename()
    await core.do('categories.delete', { local })
    await screen.settle(10)
    expect(inList()).toBeNull()
    await screen.press('u')
    await screen.settle(10)
    expect(inForm()?.value).toBe('Journeys')
    await screen.press('Enter', { ctrlKey: true })
    expect(core.asked('categories.create')).toMatchObject({ name: 'Journeys' })
  })

  it('comes back by U from another page, and from a search that does not find it', async () => {
    const { screen } = await rename()
    await screen.press('Escape')
    await screen.press('g')
    await screen.press('d')
    await screen.settle(100)
    await screen.press('u')
    await screen.settle(100)
    expect(inList()?.value).toBe('Journeys')
    await screen.press('Escape')
    await screen.press('/')
    await screen.wrapper.get('input[type=search]').setValue('Layout')
    await screen.settle(100)
    ;(document.activeElement as HTMLElement).blur()
    await screen.press('u')
    await screen.settle(100)
    expect(inList()?.value).toBe('Journeys')
  })
})

describe('webhooks', () => {
  const open = (core: TestCore) => showPage(core, '#/categories/webhooks')
  async function hooked() {
    const core = await studio()
    vi.setSystemTime('2025-10-14T09:00:00Z')
    core.service.addWebhook('https://hooks.example/stint', ['times.created', 'made.up'])
    await core.sync()
    vi.setSystemTime(now)
    return core
  }

  it('are only listed where the service offers no more', async () => {
    const core = await hooked()
    const { wrapper, press } = await open(core)
    expect(wrapper.text()).toContain('Webhooks are read-only here')
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
    const core = await studio({ account: 'local' })
    const { wrapper } = await open(core)
    expect(wrapper.text()).toContain('This account is on this computer only')
  })

  it('wait for the service, and say so', async () => {
    const core = await hooked()
    core.service.capabilities.add('webhooks')
    await core.sync()
    core.service.outage = { is: 'unreached' }
    await core.sync()
    const { wrapper, press } = await open(core)
    const add = wrapper.findAll('button').find((button) => button.text().startsWith('Add webhook'))!
    expect(add.attributes('aria-description')).toContain('can’t be reached right now')
    await press('n')
    expect(wrapper.find('aside').exists()).toBe(false)
    expect(core.allAsked('webhooks.add')).toEqual([])
  })

  it('reopen their form by U with what was typed, for a new one and for one of the list', async () => {
    const core = await hooked()
    core.service.capabilities.add('webhooks')
    await core.sync()
    const { wrapper, press, settle } = await open(core)
    const address = () => wrapper.find<HTMLInputElement>('aside input').element.value
    await press('n')
    await wrapper.find('aside input').setValue('https://typed.example/new')
    await wrapper.find('aside input').trigger('keydown', { key: 'Escape' })
    await settle()
    expect(wrapper.find('aside').exists()).toBe(false)
    await press('u')
    await settle()
    expect(address()).toBe('https://typed.example/new')
    await wrapper.find('aside input').trigger('keydown', { key: 'Escape' })
    await wrapper.find('[data-row="1"]').trigger('click')
    await settle()
    const edit = wrapper.findAll('aside button').find((button) => button.text().startsWith('Edit'))!
    await edit.trigger('click')
    await wrapper.find('aside input').setValue('https://typed.example/other')
    await wrapper.find('aside input').trigger('keydown', { key: 'Escape' })
    await press('Escape')
    await press('u')
    await settle()
    expect(address()).toBe('https://typed.example/other')
  })

  it('show their secret right after they were added, and never again', async () => {
    const core = await hooked()
    core.service.capabilities.add('webhooks')
    await core.sync()
    const [webhook] = (await core.do('webhooks.list', {})).data
    // The simulation's service has no call for it.
    core.script['webhooks.add'] = () => ok({ ...webhook!, secret: 'whsec_once' })
    const { wrapper, press, settle } = await open(core)
    await press('n')
    await wrapper.find('aside input').setValue('https://hooks.example/stint')
    await wrapper.find('aside [type=checkbox]').setValue(true)
    await press('Enter', { ctrlKey: true })
    expect(core.allAsked('webhooks.add')).toEqual([
      { uri: 'https://hooks.example/stint', events: ['times.created'] },
    ])
    expect(wrapper.find('aside').text()).toContain('whsec_once')
    await press('Escape')
    await wrapper.find('[data-row="1"]').trigger('click')
    await settle()
    expect(wrapper.find('aside').text()).not.toContain('whsec_once')
  })
})
