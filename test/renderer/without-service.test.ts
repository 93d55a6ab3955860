/** The windows of an account that has no service, in which nothing waits for one. */
import { beforeEach, describe, expect, it } from 'vitest'
// Loaded when they are first opened; here they are there already.
import '../../renderer/features/timer/palette/PaletteDialog.vue'
import '../../renderer/features/expenses/ExpenseForm.vue'
import '../../renderer/features/week/EntryPopover.vue'
import { setClock, today } from './support/clock.ts'
import { running, studio, type TestCore, worked } from './support/core.ts'
import { type Screen, showPage } from './support/mount.ts'

beforeEach(setClock)

/** Everything in these elements that is seen or heard. */
const words = (selector: string) =>
  [...document.querySelectorAll(selector)]
    .flatMap((one) => [
      one.textContent,
      ...[...one.querySelectorAll('[aria-label]')].map((part) => part.getAttribute('aria-label')),
    ])
    .join('\n')
/** What is said where something is incomplete for a service, or not there yet. */
const waits = /draft|missing a |not synced|Needs a /i

/** Work without a project and a task: logged, running, and spent. */
async function opened(account: 'connected' | 'local', path: string): Promise<Screen> {
  const core: TestCore = await studio({ account })
  await worked(core, { project: null, task: null })
  await running(core, 20, { project: null, task: null })
  const ferry = { name: 'Ferry', unit_charge: 2_550, date: today, chargeable: true }
  await core.do('expenses.create', { project: null, ...ferry })
  return showPage(core, path)
}
const form = (screen: Screen) => screen.press('n')

const places: [string, string, string, ((screen: Screen) => Promise<unknown>)?][] = [
  ['the list of a day', '#/', '#content'],
  ['the form of an entry', '#/', '#panel', form],
  ['the form beside a block', '#/week', '.popover', form],
  ['the timesheet', '#/timesheet', '#content'],
  ['the list of expenses', '#/expenses', '#content'],
  ['the form of an expense', '#/expenses', '#panel', form],
  ['a report', '#/reports', '#content'],
  [
    'the command menu',
    '#/timesheet',
    'dialog',
    async (screen) => {
      await screen.press('k', { ctrlKey: true })
      await screen.wrapper.get('dialog input').setValue('15m hero')
    },
  ],
  [
    'the preview of an import',
    '#/transfer',
    '[aria-labelledby=transfer-preview]',
    async (screen) => {
      const picker = screen.wrapper.get<HTMLInputElement>('input[type=file]')
      const rows = 'Date,Hours\n2026-11-02,1:00\n'
      Object.defineProperty(picker.element, 'files', { value: [new File([rows], 'rows.csv')] })
      await picker.trigger('change')
      await expect.poll(() => screen.wrapper.find('#transfer-preview').exists()).toBe(true)
    },
  ],
]

describe.each(places)('%s', (_, path, selector, act) => {
  it.each(['connected', 'local'] as const)('says what waits, if anything (%s)', async (account) => {
    const screen = await opened(account, path)
    await act?.(screen)
    await screen.settle(10)
    if (account === 'local') expect(words('body')).not.toMatch(waits)
    else expect(words(selector)).toMatch(waits)
  })
})
