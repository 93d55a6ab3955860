/** The notices for other people's code in Stint: its licenses and the bill of materials. */
import { expect, it } from 'vitest'
import { areCurrent, shippedParts } from '../../electron/package/notices.ts'
import { onAnyDay } from '../support/test-day.ts'

onAnyDay()

it('matches the current bundles (else `npm run package -- notices`)', () => {
  expect(areCurrent()).toBe(true)
})

it('comes with the text and the name of each license', () => {
  const parts = shippedParts()
  expect(parts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['better-sqlite3', 'electron', '@vue/runtime-core', 'zod']),
  )
  for (const { name, version, license, text } of parts) {
    expect(text, name).toMatch(/permission|licen[cs]e/i)
    expect([name, version, license]).not.toContain('UNKNOWN')
  }
})
