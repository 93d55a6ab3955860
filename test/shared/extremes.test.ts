import { expect, it } from 'vitest'
import { maximum, minimum } from '#shared/rules/extremes.ts'

it('finds the extremes as Math does, of any number of values', () => {
  const many = Array.from({ length: 500_000 }, (_, index) => index - 7)
  expect([minimum(many), maximum(many)]).toEqual([-7, 499_992])
  expect([minimum([]), maximum([])]).toEqual([Math.min(), Math.max()])
  expect([minimum(new Set([3, 1, 2])), maximum(new Set([3, 1, 2]))]).toEqual([1, 3])
})
