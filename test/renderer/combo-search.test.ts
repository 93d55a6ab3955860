import { expect, it } from 'vitest'
import { useComboSearch } from '../../renderer/ui/use-combo-search.ts'

const options = ['Müller', 'Café Größe', 'Ærø', '你好世界'].map((label, value) => ({
  value,
  label,
}))
const search = (text: string) => {
  const { found, canAdd } = useComboSearch({
    options: () => options,
    text: () => text,
    adds: () => true,
  })
  return { found: found.value.map(({ label }) => label), canAdd: canAdd.value }
}

it.each([
  ['cafe', 'Café Größe'],
  ['GROSSE', 'Café Größe'],
  ['aero', 'Ærø'],
  ['世界', '你好世界'],
])('finds by %s', (text, label) => {
  expect(search(text).found).toEqual([label])
})

it('offers to add a name that differs by its accents only', () => {
  expect(search('Muller')).toEqual({ found: ['Müller'], canAdd: true })
  expect(search('müller')).toEqual({ found: ['Müller'], canAdd: false })
})
