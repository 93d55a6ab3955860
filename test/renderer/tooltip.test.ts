import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { h, nextTick, ref, withDirectives } from 'vue'
import { setKeyNames, defaultKeyNames } from '../../renderer/ui/key-names.ts'
import { createTooltip, type Tooltip } from '../../renderer/ui/tooltip.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  setKeyNames(defaultKeyNames)
})

function button(tip: Tooltip) {
  const stands = ref(true)
  const directive = createTooltip()
  const wrapper = mount(
    () => (stands.value ? withDirectives(h('button', 'Edit'), [[directive, tip]]) : null),
    { attachTo: document.body },
  )
  const reach = () =>
    wrapper
      .get('button')
      .element.dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'mouse' }))
  return { wrapper, stands, reach }
}
const shown = () => document.querySelector('.tip')?.textContent

describe('a tooltip', () => {
  it('names the keys as the language of the window calls them', async () => {
    setKeyNames({ ...defaultKeyNames, Ctrl: 'Strg' })
    const { reach, wrapper } = button({ text: 'Ändern', keys: 'Ctrl+z' })
    reach()
    await vi.advanceTimersByTimeAsync(500)
    expect(shown()).toBe('ÄndernStrg Z')
    wrapper.unmount()
    expect(shown()).toBeUndefined()
  })

  it('does not appear once its element has been removed', async () => {
    const { reach, stands } = button('Edit')
    reach()
    stands.value = false
    await nextTick()
    await vi.advanceTimersByTimeAsync(500)
    expect(shown()).toBeUndefined()
  })

  it.each([
    ['key', () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'g' }))],
    ['page', () => window.dispatchEvent(new HashChangeEvent('hashchange'))],
  ])('disappears with the next %s, shown or about to be', async (_, next) => {
    const { reach } = button('Edit')
    reach()
    await vi.advanceTimersByTimeAsync(500)
    expect(shown()).toBe('Edit')
    next()
    expect(shown()).toBeUndefined()
    reach()
    next()
    await vi.advanceTimersByTimeAsync(500)
    expect(shown()).toBeUndefined()
  })
})
