/** A report as a file, from its page to the download: for oneself, and for each of its clients. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { SavedReportView } from '#shared/ipc/saved-reports.ts'
import { until } from '../support/until.ts'
import { setClock } from './support/clock.ts'
import { studio, type TestCore, worked } from './support/core.ts'
import { type Screen, showPage } from './support/mount.ts'
// Loaded before it is opened.
import '../../renderer/features/transfer/TransferPage.vue'

let core: TestCore
let clients: number[]

/** An hour and an expense with a cost for each of two clients, and an hour that is not billable. */
beforeEach(async () => {
  setClock()
  core = await studio()
  clients = []
  for (const [nth, name] of ['Acme Ltd', 'Zürich AG'].entries()) {
    const { local: client } = await core.do('clients.add', { name })
    const { local: project } = await core.do('projects.add', {
      ...{ name: `Work for ${name}`, code: '', currency: 'EUR', client },
    })
    clients.push(client)
    await worked(core, { project, start: 540 + 60 * nth })
    await core.do('expenses.create', {
      ...{ project, date: '2026-11-19', name: 'Ferry', chargeable: true, unit_charge: 2_550 },
      ...{ total_cost: 765_432, tax: 'none', tax_rate: 0, currency: 'EUR' },
    })
  }
  await worked(core, { project: null, task: null, start: 700 })
})

/** The files that the browser gets to save. */
function downloads() {
  const files: { name: string; content: Blob }[] = []
  let content: Blob
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    content = blob as Blob
    return 'blob:here'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    files.push({ name: this.download, content })
  })
  return files
}

/** The export page, as the report's menu opens it. */
async function open(path = '/reports?then=task'): Promise<Screen> {
  const screen = await showPage(core, path)
  await screen.settle(10)
  await screen.wrapper.get('main .end [aria-label=More]').trigger('click')
  await screen.settle(10)
  await press(screen, 'Export…')
  return screen
}
async function press(screen: Screen, name: string) {
  const controls = screen.wrapper.findAll('main button, [role=menuitem]')
  await controls.find((one) => one.text() === name)!.trigger('click')
  await screen.settle(10)
}
const radio = (screen: Screen, name: string) =>
  screen.wrapper.findAll('[role=radio]').find((one) => one.text() === name)
const isChecked = (screen: Screen, name: string) =>
  radio(screen, name)?.attributes('aria-checked') === 'true'
async function write(screen: Screen) {
  await screen.press('Enter', { ctrlKey: true })
  await screen.settle(20)
}
const text = () => document.body.textContent.replaceAll(/\s+/g, ' ')

describe('a report as a file', () => {
  it('is internal at first, as it is on its page', async () => {
    const files = downloads()
    const screen = await open()
    for (const name of ['Report', 'CSV', 'Internal']) expect(isChecked(screen, name)).toBe(true)
    // It is no import, and no calendar.
    for (const name of ['JSON', 'Calendar', 'All']) expect(radio(screen, name)).toBeUndefined()
    await write(screen)
    expect(core.asked('export.beginReport')).toMatchObject({
      ...{ from: '2026-11-01', to: '2026-11-30', by: 'project', then: 'task', format: 'csv' },
    })
    expect(core.asked('export.beginReport')).not.toHaveProperty('forClient')
    expect(files.map(({ name }) => name)).toEqual(['report-2026-11-01-2026-11-30.csv'])
    expect(await files[0]!.content.text()).toMatch(/^Project,Task,Minutes,Hours,.*Cost/)
    expect(text()).toContain('report-2026-11-01-2026-11-30.csv: ')
  })

  it.each(['CSV', 'Excel', 'PDF', 'HTML'])(
    'is one for each client, without costs, as %s',
    async (format) => {
      const files = downloads()
      const screen = await open()
      await press(screen, format)
      await press(screen, 'A client')
      expect(text()).toContain('2 clients are in this report. One file each?')
      expect(text()).toContain('Make 2 files')
      await write(screen)
      await until(() => expect(files).toHaveLength(2))
      const requests = core.allAsked('export.beginReport')
      expect(requests).toEqual(
        clients.map((client) =>
          expect.objectContaining({
            forClient: { values: false, people: false },
            filter: [{ kind: 'client', of: [client] }],
          }),
        ),
      )
      const ending = { CSV: 'csv', Excel: 'xlsx', PDF: 'pdf', HTML: 'html' }[format]
      expect(files.map(({ name }) => name)).toEqual([
        `Acme-Ltd-2026-11-01-2026-11-30.${ending}`,
        `Zürich-AG-2026-11-01-2026-11-30.${ending}`,
      ])
      for (const [nth, { content }] of files.entries()) {
        const bytes = Buffer.from(await content.arrayBuffer())
        // The same call writes the same file.
        const begun = await core.do('export.beginReport', requests[nth] as never)
        const { text } = await core.do('export.read', { export: begun.export })
        expect(bytes.equals(Buffer.from(text, begun.encoding))).toBe(true)
        if (format === 'CSV' || format === 'HTML') {
          expect(bytes.toString()).toMatch(/25[.,]50/)
          expect(bytes.toString()).not.toMatch(/7[,\u00A0]?654|No project/)
        }
      }
    },
  )

  it('is nobody’s where nothing is billable', async () => {
    const files = downloads()
    const screen = await open('/reports?f=client:none')
    await press(screen, 'A client')
    expect(text()).toContain('Nothing here is billable to a client')
    await write(screen)
    expect(files).toEqual([])
  })

  it('is for whom it was the last time, if it is saved', async () => {
    downloads()
    const view: SavedReportView = {
      period: { kind: 'month', back: 0 },
      ...{ by: 'task', whose: 'mine', filter: [{ kind: 'client', of: [clients[0]!] }] },
      asTables: [],
    }
    const { id } = await core.do('reports.save', { name: 'Acme', isStarred: true, view })
    const path = `/reports?by=task&f=client:${clients[0]}&saved=${id}`
    const saved = async () => (await core.do('reports.listSaved'))[0]!
    const screen = await open(path)
    expect(isChecked(screen, 'Internal')).toBe(true)
    await press(screen, 'A client')
    await screen.wrapper.get('input[type=checkbox]').setValue(true)
    await write(screen)
    const forClient = { values: true, people: false }
    expect(await saved()).toEqual({ id, name: 'Acme', isStarred: true, view, forClient })
    expect(core.asked('export.beginReport')).toMatchObject({ forClient, by: 'task' })
    screen.wrapper.unmount()

    const again = await open(path)
    expect(isChecked(again, 'A client')).toBe(true)
    await press(again, 'Internal')
    await write(again)
    expect(await saved()).not.toHaveProperty('forClient')
  })
})

describe('entries for clients', () => {
  it('are a file for each, and never JSON', async () => {
    const files = downloads()
    const screen = await open()
    await press(screen, 'Entries')
    await press(screen, 'JSON')
    await press(screen, 'A client')
    expect(isChecked(screen, 'CSV')).toBe(true)
    expect(text()).toContain('These entries are for 2 clients. One file each?')
    await write(screen)
    await until(() => expect(files).toHaveLength(2))
    expect(files.map(({ name }) => name)).toEqual([
      'times-Acme-Ltd-2026-11-19.csv',
      'times-Zürich-AG-2026-11-19.csv',
    ])
  })
})
