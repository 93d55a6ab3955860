import fc from 'fast-check'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { ok } from '#shared/errors.ts'
import { hues } from '#shared/rules/hues.ts'
import type { Client } from '#shared/resources/client.ts'
import type { Project } from '#shared/resources/project.ts'
import { referenceAccess } from '../../renderer/features/projects/reference-access.ts'
import {
  matchesReference,
  sortReferences,
} from '../../renderer/features/projects/reference-columns.ts'
import type { ReferenceListItem } from '../../renderer/features/projects/reference-lists.ts'
import {
  changedReferenceFields,
  toReferenceDraft,
  toReferenceInput,
  newReferenceDraft,
  followCurrency,
  validateReferenceDraft,
} from '../../renderer/features/projects/reference-draft.ts'
import { setHues, giveHues, hueOf, defaultHueOf } from '../../renderer/ui/project-hue.ts'
import { project, quietSync } from './support/records.ts'
import { now, setClock } from './support/clock.ts'
import { studio, worked } from './support/core.ts'
import { showPage } from './support/mount.ts'

beforeEach(setClock)

const t = ((key: string, values: Record<string, unknown> = {}) =>
  [key, ...Object.values(values)].join(' ')) as Parameters<typeof sortReferences>[2]
const asProject = (record: Project): ReferenceListItem => ({ kind: 'projects', record })
const client: Client = {
  ...{ local: 4, id: 4, state: 'synced', code: 'HLB', name: 'Harbour Lane Bakery' },
  ...{ phone: null, fax: null, address: null, postal: null, deleted: false },
  contact: {
    ...{ id: 4, name: 'Priya Raman', email: 'priya@harbourlane.example' },
    ...{ phone: null, mobile: '+64 21 555 014', primary: true },
  },
  created_at: null,
  updated_at: '2026-11-01 09:00:00',
}

const told = { updated_at: '2026-11-01 09:00:00' }

describe('the way to change a record', () => {
  const here = { id: null, updated_at: '2026-11-01 09:00:00' }
  const theirs = { id: 3, ...told }
  it.each([
    [here, [], true, { is: 'here' }],
    [{ id: 3, updated_at: null }, [], false, { is: 'here' }],
    [theirs, [], false, { is: 'read', why: 'readOnly' }],
    [theirs, ['reference'], false, { is: 'service' }],
    [theirs, ['reference'], true, { is: 'read', why: 'readOnlyOffline' }],
  ] as const)('follows from the record and the service, %#', (record, can, away, is) => {
    expect(referenceAccess(record, { capabilities: can, away })).toEqual(is)
  })
})

describe('a draft', () => {
  it('without changes sends nothing', () => {
    fc.assert(
      fc.property(
        fc.record({
          rate: fc.nat(10_000_000),
          increment: fc.integer({ min: 1, max: 1440 }),
          currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
          type: fc.constantFrom('client', 'internal'),
          status: fc.constantFrom('complete', 'incomplete'),
        }),
        (set) => {
          const listed = asProject({ ...project(1, 'WEB', 'Website'), ...set })
          expect(validateReferenceDraft('projects', toReferenceDraft(listed))).toEqual({})
          expect(changedReferenceFields(listed, toReferenceDraft(listed))).toEqual({})
        },
      ),
    )
  })

  it('reports invalid values by field', () => {
    expect(
      validateReferenceDraft('projects', {
        ...newReferenceDraft('EURO'),
        increment: '0',
        rate: '-5',
      }),
    ).toMatchObject({
      name: 'references.nameNeeded',
      increment: 'references.incrementNeeded',
      rate: 'references.amountNeeded',
      currency: 'references.currencyNeeded',
    })
    expect(
      validateReferenceDraft('charges', { ...newReferenceDraft('EUR'), name: 'Print' }),
    ).toEqual({
      amount: 'references.amountNeeded',
    })
    expect(
      validateReferenceDraft('clients', { ...newReferenceDraft(''), name: 'A', contactName: 'B' }),
    ).toEqual({
      contactEmail: 'references.contactNeeded',
    })
    expect(validateReferenceDraft('tasks', { ...newReferenceDraft(''), name: 'Call' })).toEqual({})
  })

  it('is checked where it was changed: a service may have what none can be given here', () => {
    const listed = asProject({ ...project(1, 'WEB', 'Web'), currency: null, increment: 2_000 })
    const before = toReferenceDraft(listed)
    const draft = { ...before, name: 'Shop' }
    expect(validateReferenceDraft('projects', draft, before)).toEqual({})
    expect(changedReferenceFields(listed, draft)).toEqual({ name: 'Shop' })
    const problems = (set: object) =>
      Object.keys(validateReferenceDraft('projects', { ...draft, ...set }, before))
    expect(problems({ increment: '3000' })).toEqual(['increment'])
    expect(problems({ currency: 'EURO' })).toEqual(['currency'])
    expect(problems({ rate: 'x', name: '' })).toEqual(['name', 'rate'])
    expect(Object.keys(validateReferenceDraft('projects', draft))).toEqual([
      'increment',
      'currency',
    ])
  })

  it('takes the currency that an amount names, or says that it is another', () => {
    const draft = { ...newReferenceDraft('EUR'), name: 'Print', amount: 'US$5' }
    expect(validateReferenceDraft('charges', draft)).toEqual({
      amount: 'references.amountCurrency',
    })
    followCurrency(draft, 'amount')
    expect(validateReferenceDraft('charges', draft)).toEqual({})
    expect(toReferenceInput('charges', draft)).toMatchObject({ charge: 500, currency: 'USD' })
  })

  it('reads money by the places of its currency', () => {
    const input = (currency: string) =>
      toReferenceInput('charges', {
        ...newReferenceDraft(currency),
        name: 'Print',
        amount: '12.5',
        unit: ' A3 ',
      })
    expect(input('eur')).toEqual({ name: 'Print', charge: 1250, unit: 'A3', currency: 'EUR' })
    expect(input('KWD')).toMatchObject({ charge: 12_500 })
  })

  it('keeps fields of a contact that the form does not show', () => {
    const listed: ReferenceListItem = { kind: 'clients', record: client }
    expect(
      changedReferenceFields(listed, {
        ...toReferenceDraft(listed),
        contactEmail: 'office@harbour.example',
      }),
    ).toEqual({
      contact: {
        ...{ name: 'Priya Raman', email: 'office@harbour.example' },
        ...{ phone: null, mobile: '+64 21 555 014', primary: true },
      },
    })
  })
})

describe('a list', () => {
  const none = () => 0
  const all = [
    asProject({ ...project(1, 'WEB', 'Website', 15), rate: 900 }),
    asProject({ ...project(2, 'APP', 'App', 6), rate: 12_000, client }),
    asProject({ ...project(3, '', 'Studio', 15, 'internal') }),
  ]
  it('sorts names by their letters and numbers by their size, in both directions', () => {
    const locals = (by: string, ascending = true) =>
      sortReferences(all, { by, ascending }, t, none).map(({ record }) => record.local)
    expect(locals('name')).toEqual([2, 3, 1])
    expect(locals('rate')).toEqual([3, 1, 2])
    expect(locals('rate', false)).toEqual([2, 1, 3])
    // Equal ones stay in the order of their names either way.
    expect(locals('increment', false)).toEqual([3, 1, 2])
  })
  it('is searched by names, codes and clients', () => {
    const found = (query: string) =>
      all.filter((one) => matchesReference(one, query, t, none)).length
    expect([found('bakery'), found('wéb'), found('app'), found('zzz')]).toEqual([1, 1, 1, 0])
  })
})

describe('hues', () => {
  const [web, app] = [{ code: 'WEB' }, { code: 'APP' }]
  const reset = () => {
    setHues(new Map())
    giveHues([])
  }

  it('are assigned to a project until one is chosen, which then applies everywhere', () => {
    onTestFinished(reset)
    const other = hues.find((hue) => hue !== defaultHueOf(web))!
    setHues(new Map([['WEB', other]]))
    expect([hueOf(web), hueOf({ ...web, type: 'internal' }), hueOf(app)]).toEqual([
      other,
      other,
      defaultHueOf(app),
    ])
    setHues(new Map())
    expect(hueOf(web)).toBe(defaultHueOf(web))
  })

  it('differ between projects until all are used, and stay when another project comes', () => {
    onTestFinished(reset)
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 40 }), (names) => {
        const all = names.map((name, at) => (at % 2 ? { code: name } : { code: '', name }))
        giveHues(all)
        const given = all.map(hueOf)
        for (let from = 0; from < all.length; from += 7)
          expect(new Set(given.slice(from, from + 7)).size).toBe(Math.min(7, all.length - from))
        giveHues([...all, { code: '', name: 'One more of them' }, { code: 'X', type: 'internal' }])
        expect(all.map(hueOf)).toEqual(given)
      }),
    )
  })

  it('tell internal work, and what has no project, apart from a client’s projects', () => {
    onTestFinished(reset)
    const [admin, studio] = [
      { code: 'ADM', type: 'internal' },
      { code: '', name: 'Studio', type: 'internal' },
    ]
    giveHues([web, admin, app, studio])
    expect([hueOf(null), hueOf(admin)]).toEqual(['none', 'steel'])
    expect(new Set([web, admin, app, studio].map(hueOf)).size).toBe(4)
    expect(hueOf({ code: 'X', type: 'internal' })).toBe('steel')
  })

  it('stay with the entries of a deleted project, and no other project gets them', async () => {
    const core = await studio()
    onTestFinished(reset)
    const add = async (code: string) => {
      const { local } = await core.do('projects.add', { name: `Project ${code}`, code })
      await worked(core, { project: local, start: 540 + local * 60 })
      return local
    }
    const deleted = [await add('LOO'), await add('SHO'), await add('INT')]
    await core.do('projects.update', {
      ...{ local: deleted[2]!, set: { type: 'internal' }, was: { type: 'client' } },
    })
    await core.do('settings.set', { projectHues: { [deleted[0]!]: 'rose' } })
    const { wrapper, settle } = await showPage(core, '#/')
    const codes = () =>
      Object.fromEntries(
        wrapper
          .findAll('.code[class*="p-"]')
          .map((one) => [one.text(), one.classes().find((name) => name.startsWith('p-'))]),
      )
    const before = codes()
    expect(before).toMatchObject({ LOO: 'p-rose', INT: 'p-steel' })
    for (const local of deleted) await core.do('projects.delete', { local })
    await settle(100)
    expect(codes()).toEqual(before)
    await add('ONL')
    await settle(100)
    const { ONL, ...others } = codes()
    expect(others).toEqual(before)
    expect(Object.values(before)).not.toContain(ONL)
  })

  it('are chosen in the panel, by name, and kept under the project’s local id', async () => {
    const core = await studio()
    const { wrapper, settle } = await showPage(core, '#/projects')
    onTestFinished(reset)
    await wrapper.find('[data-row="1"]').trigger('click')
    await settle()
    const radios = wrapper.findAll('aside .swatch')
    expect(radios.map((radio) => radio.attributes('aria-label'))).toEqual([
      ...['Blue', 'Cyan', 'Plum', 'Ochre', 'Rose', 'Clay', 'Iris', 'Steel'],
    ])
    const other = hues.findIndex((hue) => hue !== defaultHueOf({ code: 'WEB' }))
    await radios[other]!.trigger('click')
    await settle()
    expect(core.allAsked('settings.set')).toMatchObject([{ projectHues: { 1: hues[other] } }])
    expect(wrapper.find('[data-row="1"] .code').classes()).toContain(`p-${hues[other]}`)
    await wrapper
      .findAll('aside button')
      .find((button) => button.text() === 'Automatic')!
      .trigger('click')
    await settle()
    expect(core.allAsked('settings.set').at(-1)).toEqual({
      projectHues: {},
      was: { projectHues: { 1: hues[other] } },
    })
  })
})

describe('the page', () => {
  it('says why a record of the service is read-only, and what was done this month', async () => {
    const core = await studio()
    await core.write((db) => db.updateTable('project').set({ rate: 12_000 }).where('id', '=', 1))
    await core.do('settings.set', { rateMeaning: 'hour' })
    await worked(core)
    const { wrapper, settle } = await showPage(core, '#/projects')
    await wrapper.find('[data-row="1"]').trigger('click')
    await settle()
    const panel = wrapper.find('aside')
    expect(panel.text()).toContain('Managed on the service. Edit it there')
    expect(panel.find('input').exists()).toBe(false)
    expect(panel.text()).toContain('1:00')
    expect(panel.text()).toContain('€120.00')
  })

  it('adds an item in the currency that its price names, while that has the focus, too', async () => {
    const core = await studio({ account: 'local' })
    const { wrapper, press } = await showPage(core, '#/projects/charges')
    await press('n')
    const fieldOf = (label: string) => {
      const found = wrapper.findAll('aside label').find((one) => one.text() === label)!
      return wrapper.get<HTMLInputElement>(`[id="${found.attributes('for')}"]`)
    }
    expect(fieldOf('Currency').element.value).toBe('EUR')
    await fieldOf('Name').setValue('Print')
    const price = fieldOf('Amount')
    price.element.focus()
    await price.setValue('US$5')
    await press('Enter', { ctrlKey: true })
    expect(core.asked('charges.add')).toMatchObject({ charge: 500, currency: 'USD' })
  })

  it('saves on the service what it allows, and only what was changed', async () => {
    const core = await studio()
    core.service.capabilities.add('reference')
    await core.sync()
    // The simulation's service has no call for it.
    core.script['projects.update'] = async ({ local }) =>
      ok(await core.do('projects.show', { local }))
    const { wrapper, press, settle } = await showPage(core, '#/projects')
    await wrapper.find('[data-row="1"]').trigger('click')
    await settle()
    expect(wrapper.find('aside').text()).toContain('Saves to the service for everyone')
    await wrapper.find('aside input').setValue('Relaunch')
    await press('Enter', { ctrlKey: true })
    expect(core.allAsked('projects.update')).toEqual([
      { local: 1, set: { name: 'Relaunch' }, was: { name: 'Website relaunch' } },
    ])
    expect(wrapper.text()).toContain('Saved to the service')
  })

  it('says how much keeps what is deleted, and brings it back with undo', async () => {
    const core = await studio()
    const { local } = await core.do('projects.add', { name: 'Logo & brand', currency: 'EUR' })
    for (const start of [540, 660]) await worked(core, { project: local, start })
    const date = '2026-11-19'
    await core.do('expenses.create', {
      ...{ project: local, charge: 1, date, quantity: 1, chargeable: true },
    })
    const { wrapper, press } = await showPage(core, `#/projects?show=${local}`)
    await press('Escape')
    await press('Delete')
    const toast = () => wrapper.get('.toast').text()
    expect(toast()).toContain('Deleted “Logo & brand”')
    expect(toast()).toContain('Stays in 2 entries and 1 expense, but can’t be chosen anymore.')
    expect(wrapper.get('#references').text()).not.toContain('Logo & brand')
    await press('z')
    await expect.poll(() => wrapper.get('#references').text()).toContain('Logo & brand')
  })

  it('asks before the service deletes, and does not try while it is unreachable', async () => {
    const core = await studio()
    core.service.capabilities.add('reference')
    await core.sync()
    await worked(core, { project: 2 })
    const { wrapper, press } = await showPage(core, '#/projects')
    await press('j')
    await press('Delete')
    expect(document.querySelector('dialog')?.textContent).toContain('from the service?')
    expect(document.querySelector('dialog')?.textContent).toContain('Stays in 1 entry, but')
    expect(core.allAsked('projects.delete')).toEqual([])
    core.service.outage = { is: 'unreached' }
    await core.sync()
    await wrapper.findComponent({ name: 'ConfirmDialog' }).vm.$emit('cancel')
    await press('Delete')
    expect(document.querySelector('dialog')).toBeNull()
    expect(wrapper.text()).toContain('can’t be reached right now')
  })

  it.each([
    ['', 'Add project “Bridge”'],
    ['/clients', 'Add client “Bridge”'],
    ['/tasks', 'Add task “Bridge”'],
    ['/charges', 'Add item “Bridge”'],
  ])('offers a next step after a search that finds nothing: %s', async (path, words) => {
    const { wrapper, press, settle } = await showPage(await studio(), `#/projects${path}`)
    await press('/')
    await wrapper.find('input[type=search]').setValue(' Bridge ')
    await settle()
    const offered = wrapper.findAll('.card.empty button')
    expect(offered.map((one) => one.text())).toEqual([words])
    await offered[0]!.trigger('click')
    await settle()
    expect(wrapper.get<HTMLInputElement>('aside input').element.value).toBe('Bridge')
  })

  it('does not offer to add a person', async () => {
    const { wrapper, press, settle } = await showPage(await studio(), '#/projects/people')
    await press('/')
    await wrapper.find('input[type=search]').setValue('Bridge')
    await settle()
    expect(wrapper.get('.card.empty').text()).toBe('No results')
    expect(wrapper.findAll('.card.empty button')).toHaveLength(0)
  })

  it('shows completed projects subdued, and opens the one that another page links to', async () => {
    const core = await studio()
    await core.write((db) =>
      db.updateTable('project').set({ status: 'complete' }).where('id', '=', 2),
    )
    const { wrapper } = await showPage(core, '#/projects?show=2')
    expect(wrapper.find('[role=rowgroup].quiet').text()).toContain('Booking app')
    expect(wrapper.find('aside h2').text()).toBe('Booking app')
  })
})

describe('a form that was closed unsaved', () => {
  const form = () => document.querySelector('.panel-form')
  const field = (label: string) => {
    const labels = [...form()!.querySelectorAll('label')]
    const found = labels.find(({ textContent }) => textContent.trim() === label)!
    return document.getElementById(found.htmlFor) as HTMLInputElement
  }
  function type(label: string, text: string) {
    field(label).focus()
    field(label).value = text
    field(label).dispatchEvent(new Event('input', { bubbles: true }))
  }
  const leaveField = () => (document.activeElement as HTMLElement).blur()

  it('comes back by U with what was typed in it', async () => {
    const screen = await showPage(await studio(), '#/projects')
    await screen.press('n')
    type('Name', 'Rangers')
    await screen.press('Escape')
    expect(form()).toBeNull()
    await screen.press('u')
    await expect.poll(() => form() && field('Name').value).toBe('Rangers')
  })

  it('keeps an unknown client name, and adds the client from the form', async () => {
    const core = await studio()
    const { wrapper, settle, press } = await showPage(core, '#/projects')
    await press('n')
    await settle()
    const panel = () => wrapper.get('aside')
    const control = (label: string) => {
      const { htmlFor } = panel()
        .findAll('label')
        .find((one) => one.text() === label)!.element as HTMLLabelElement
      return panel().get<HTMLInputElement>(`[id="${htmlFor}"]`)
    }
    await control('Name').setValue('Annual report')
    await control('Client').setValue('Acme Ltd')
    await control('Client').trigger('blur')
    await press('Enter', { ctrlKey: true })
    await settle()
    expect(core.allAsked('projects.add')).toEqual([])
    expect(control('Client').element.value).toBe('Acme Ltd')
    expect(document.activeElement).toBe(control('Client').element)
    await control('Client').setValue('Acme Ltd')
    await panel()
      .findAll('[role=option]')
      .find((option) => option.text() === 'Add client “Acme Ltd”')!
      .trigger('click')
    await settle()
    await wrapper.get('dialog form').trigger('submit')
    await settle()
    expect(core.asked('clients.add')).toEqual({ name: 'Acme Ltd' })
    expect(control('Client').element.value).toBe('Acme Ltd')
    await press('Enter', { ctrlKey: true })
    await settle()
    expect(core.asked('projects.add')).toMatchObject({ name: 'Annual report', client: 1 })
  })

  it('replaces another one that came back before it', async () => {
    const screen = await showPage(await studio(), '#/projects')
    for (const code of ['RAN', 'FOX']) {
      await screen.press('n')
      type('Code', code)
      await screen.press('Escape')
    }
    for (const code of ['FOX', 'RAN', 'FOX']) {
      await screen.press('u')
      await expect.poll(() => form() && field('Code').value).toBe(code)
      leaveField()
    }
  })

  it('waits while the form that is open cannot be saved', async () => {
    const screen = await showPage(await studio(), '#/projects')
    await screen.press('n')
    type('Name', 'Rangers')
    await screen.press('Escape')
    await screen.press('n')
    type('Name', 'Foxes')
    type('Increment', 'soon')
    leaveField()
    await screen.press('u')
    expect(field('Name').value).toBe('Foxes')
    for (const name of ['Foxes', 'Rangers']) {
      await screen.press('Escape')
      await expect.poll(form).toBeNull()
      await screen.press('u')
      await expect.poll(() => form() && field('Name').value).toBe(name)
    }
  })

  it('becomes a new record where its own has been deleted', async () => {
    const core = await studio()
    const { local } = await core.do('projects.add', { name: 'Otters', code: 'OTT' })
    const screen = await showPage(core, `#/projects?show=${local}`)
    type('Name', 'Rangers')
    await screen.press('Escape')
    await core.do('projects.delete', { local })
    await screen.settle(10)
    screen.wrapper.findAll('.toast button').at(-1)!.element.dispatchEvent(new Event('click'))
    await expect.poll(() => form() && field('Name').value).toBe('Rangers')
    await screen.press('Enter', { ctrlKey: true })
    await expect.poll(() => core.asked('projects.add')).toMatchObject({ name: 'Rangers' })
  })
})

it('keeps the fields that something was typed in while the service is away', async () => {
  const core = await studio()
  core.service.capabilities.add('reference')
  await core.sync()
  const screen = await showPage(core, '#/projects?show=1')
  const name = () => document.querySelector<HTMLInputElement>('.panel-form input[type=text]')
  name()!.value = 'Rangers'
  name()!.dispatchEvent(new Event('input', { bubbles: true }))
  const phase = { is: 'offline', since: now, nextTry: now } as const
  core.emit({ event: 'sync', status: { ...quietSync, phase } })
  await screen.settle(10)
  expect(name()?.value).toBe('Rangers')
  await screen.press('Escape')
  await screen.press('u')
  await expect.poll(() => name()?.value).toBe('Rangers')
})
