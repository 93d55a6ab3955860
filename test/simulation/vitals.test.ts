import { expect, it } from 'vitest'
import { makeVitals, mostAwaits } from './vitals.ts'

it('ends a process that computes for ever, after a maximum number of awaits', () => {
  const reported: string[] = []
  const vitals = makeVitals(
    () => reported.push('died'),
    (what) => reported.push(what),
  )
  const process = vitals.begin()
  for (let n = 0; n < mostAwaits; n++) if (!vitals.enters(process)) throw new Error(`await ${n}`)
  expect(vitals.enters(process)).toBe(false)
  expect(reported).toEqual([`it computes for ever: more than ${mostAwaits} awaits`])

  const next = vitals.begin()
  expect(vitals.enters(next)).toBe(true)
})
