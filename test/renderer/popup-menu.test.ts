import { mount } from '@vue/test-utils'
import { expect, it, onTestFinished, vi } from 'vitest'
import { nextTick } from 'vue'
import PopupMenu from '../../renderer/ui/PopupMenu.vue'
import { createTooltip } from '../../renderer/ui/tooltip.ts'
import { onAnyDay } from '../support/test-day.ts'

onAnyDay()

it('shows the state at the time it opens, and does not change while it is open', async () => {
  const ran = vi.fn<(what: string) => void>()
  const item = (label: string) => ({ label, run: () => ran(label) })
  const wrapper = mount(PopupMenu, {
    props: { label: 'Accounts', items: [item('Studio')] },
    attachTo: document.body,
    global: { directives: { tip: createTooltip() } },
  })
  onTestFinished(() => wrapper.unmount())
  const open = async () => {
    await wrapper.get('button').trigger('click')
    await nextTick()
  }
  const labels = () => wrapper.findAll('[role=menuitem]').map((one) => one.text())
  await open()
  await wrapper.setProps({ items: [item('Agency'), item('Studio')] })
  expect(labels()).toEqual(['Studio'])
  ;(document.activeElement as HTMLElement).click()
  expect(ran.mock.calls).toEqual([['Studio']])
  await nextTick()
  await open()
  expect(labels()).toEqual(['Agency', 'Studio'])
  ;(document.activeElement as HTMLElement).click()
  await wrapper.setProps({
    refresh: () => wrapper.setProps({ items: [item('Garden'), item('Studio')] }),
  })
  await open()
  await nextTick()
  expect(labels()).toEqual(['Garden', 'Studio'])
})
