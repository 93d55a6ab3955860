import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchNetworkChanges } from '#core/node/network-changes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('reports another network, not the loss of one, until it is stopped', () => {
  let addresses = 'IPv4 10.0.0.2'
  let told = 0
  const stop = watchNetworkChanges(
    () => told++,
    () => addresses,
    1_000,
  )
  vi.advanceTimersByTime(5_000)
  expect(told).toBe(0)
  addresses = ''
  vi.advanceTimersByTime(1_000)
  expect(told).toBe(0)
  addresses = 'IPv4 192.168.1.7'
  vi.advanceTimersByTime(5_000)
  expect(told).toBe(1)
  stop()
  addresses = 'IPv4 10.0.0.2'
  vi.advanceTimersByTime(5_000)
  expect(told).toBe(1)
})

it('reads the addresses of this machine', () => {
  let told = 0
  const stop = watchNetworkChanges(() => told++)
  vi.advanceTimersByTime(10_000)
  stop()
  expect(told).toBe(0)
})
