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
