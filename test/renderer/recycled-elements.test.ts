import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mount } from '@vue/test-utils'
import { h, nextTick, ref } from 'vue'
import { assignElements } from '../../renderer/ui/recycled-elements.ts'

const keys = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 20 })

it('gives every row an element of its own, which it keeps while it stays', () => {
  fc.assert(
    fc.property(fc.array(keys, { minLength: 1, maxLength: 6 }), (views) => {
      let before = assignElements<number>([])
      for (const view of views) {
        const slots = assignElements(view, before)
        expect([...slots.keys()]).toEqual(view)
        expect(new Set(slots.values()).size).toBe(view.length)
        for (const key of view) if (before.has(key)) expect(slots.get(key)).toBe(before.get(key))
        before = slots
      }
    }),
  )
})

it('reuses the elements of rows that left', () => {
  const before = assignElements(['a', 'b', 'c', 'd'])
  expect([...assignElements(['c', 'd', 'e', 'f'], before).values()]).toEqual([2, 3, 0, 1])
})

it('moves no element that has the focus, at any scroll position', async () => {
  const focused = 20
  const views = fc.array(
    keys.map((view) => [...new Set([...view, focused])].toSorted((one, other) => one - other)),
    { minLength: 2, maxLength: 6 },
  )
  await fc.assert(
    fc.asyncProperty(views, async ([first, ...others]) => {
      const view = ref(first!)
      let slots = assignElements<number>([])
      const list = mount(
        () => {
          slots = assignElements(view.value, slots, focused)
          return [...slots].map(([row, slot]) => h('button', { key: slot, id: `row${row}` }))
        },
        { attachTo: document.body },
      )
      try {
        list.get<HTMLElement>(`#row${focused}`).element.focus()
        for (const other of others) {
          view.value = other
          await nextTick()
          expect(document.activeElement?.id).toBe(`row${focused}`)
        }
      } finally {
        list.unmount()
      }
    }),
  )
})
