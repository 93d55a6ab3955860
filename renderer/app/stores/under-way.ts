/** Tracks optimistic changes that are not committed yet: undo waits for them. */
import { defineStore } from 'pinia'

export const useUnderWay = defineStore('under-way', () => {
  const writing = new Set<Promise<unknown>>()

  /** @param written settles when the core has committed the change, and any that waited for it */
  function follow(written: Promise<unknown>): void {
    const end = () => writing.delete(written)
    writing.add(written)
    void written.then(end, end)
  }
  /** Resolves when every write that was pending at the call is done. */
  const settled = async (): Promise<void> => void (await Promise.allSettled(writing))

  return { follow, settled }
})
