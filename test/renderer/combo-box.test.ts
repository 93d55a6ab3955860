import { mount } from '@vue/test-utils'
import { expect, it, onTestFinished } from 'vitest'
import { nextTick } from 'vue'
import ComboBox from '../../renderer/ui/ComboBox.vue'
import { onAnyDay } from '../support/test-day.ts'

onAnyDay()

it('keeps the focus in its field when the list receives it, as from assistive technology', async () => {
  const wrapper = mount(ComboBox, {
    props: {
      options: [{ value: 1, label: 'Website' }],
      modelValue: null,
      emptyWords: 'No project found',
    },
    attachTo: document.body,
  })
  onTestFinished(() => wrapper.unmount())
  const input = wrapper.get('input').element
  input.focus()
  await wrapper.get('input').trigger('click')
  wrapper.get<HTMLElement>('[role=listbox]').element.focus()
  await nextTick()
  expect(document.activeElement).toBe(input)
  expect(wrapper.find('[role=option]').text()).toBe('Website')
  expect(wrapper.emitted('leave')).toBeUndefined()
})
