import { expect, it } from 'vitest'
// Loaded when it is first opened; here it is there already.
import '../../renderer/features/timer/palette/PaletteDialog.vue'
import { setClock } from './support/clock.ts'
import { studio, worked } from './support/core.ts'
import { show } from './support/mount.ts'

it('waits for what was typed last before Enter opens what it finds', async () => {
  setClock()
  const core = await studio()
  await worked(core, { notes: 'Colour study' })
  await worked(core, { start: 600, notes: 'Call' })
  const screen = await show(core)
  await screen.press('k', { ctrlKey: true })
  const line = screen.wrapper.get('dialog input')
  await line.setValue('c')
  await screen.settle()
  const answer = core.hold('times.search')
  await line.setValue('colour')
  await screen.press('Enter')
  answer()
  await screen.settle(100)
  const notes = screen.wrapper.get<HTMLTextAreaElement>('aside textarea')
  expect(notes.element.value).toBe('Colour study')
})

async function opened(text: string) {
  setClock()
  const core = await studio()
  const screen = await show(core)
  await screen.press('k', { ctrlKey: true })
  const line = screen.wrapper.get<HTMLInputElement>('dialog input')
  await line.setValue(text)
  line.element.setSelectionRange(text.length, text.length)
  await line.trigger('click')
  await screen.settle()
  return { core, screen }
}

it('shows the day that it reads, and names what it does not', async () => {
  const { screen } = await opened('Nov 18 1h Proofreading Nov 35')
  const parts = screen.wrapper.get('dialog .parts').text()
  expect(parts).toContain('Wed 18 Nov')
  expect(parts).toContain('“Proofreading Nov 35”')
  expect(parts).toContain('Not recognized, added to the notes: Nov 35')
})

it('shows what it does not read also where it reads nothing else', async () => {
  const { screen } = await opened('Nov 35')
  expect(screen.wrapper.get('dialog .parts').text()).toContain('added to the notes: Nov 35')
})

it('logs by one Enter where the name at its end is whole', async () => {
  const { core, screen } = await opened('15m hero #WEB @Call')
  await screen.press('Enter')
  await screen.settle(100)
  expect(core.asked('times.create')).toMatchObject({ quantity: 1, notes: 'hero' })
  expect(screen.wrapper.find('dialog').exists()).toBe(false)
})

it('completes by Enter a name that is not whole', async () => {
  const { core, screen } = await opened('15m hero #WEB @Cal')
  await screen.press('Enter')
  await screen.settle(100)
  expect(screen.wrapper.get<HTMLInputElement>('dialog input').element.value).toContain('@Call ')
  expect(core.asked('times.create')).toBeUndefined()
})
