import { expect, it } from 'vitest'
import { drawScenario } from './scenario.ts'

const scenarios = Array.from({ length: 4_000 }, (_, place) => drawScenario(place + 1))

it('draws a feed with epochs where the service is set back', () => {
  const setBack = scenarios.filter(({ steps, profile }) => {
    const isSetBack = steps.some((step) => step.do === 'set-back-there')
    return isSetBack && profile.capabilities.includes('changes')
  })
  expect(setBack.length).toBeGreaterThan(20)
  const without = setBack.filter(({ profile }) => !profile.capabilities.includes('epoch'))
  expect(without.map(({ seed }) => seed)).toEqual([])
})
