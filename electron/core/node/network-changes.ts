import { networkInterfaces } from 'node:os'

const interval = 3_000

/**
 * Reports when this computer's network changes: an address was added or removed. Node has no event
 * for it, so the addresses are polled every few seconds, which takes microseconds.
 * @param addresses only for tests
 */
export function watchNetworkChanges(
  changed: () => void,
  addresses: () => string = currentAddresses,
  every = interval,
): () => void {
  let known = addresses()
  const timer = setInterval(() => {
    const now = addresses()
    if (now === known) return
    known = now
    // Without an address there is nothing to try.
    if (now !== '') changed()
  }, every)
  // Polling must not keep a program alive that is otherwise done.
  timer.unref()
  return () => clearInterval(timer)
}

const currentAddresses = (): string =>
  Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter((one) => !one.internal)
    .map((one) => `${one.family} ${one.address}`)
    .toSorted()
    .join('\n')
