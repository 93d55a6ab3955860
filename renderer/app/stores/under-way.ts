/** Changes that show already and are still being written down: nothing is taken back before them. */
import { defineStore } from 'pinia'

export const useUnderWay = defineStore('under-way', () => {
  const writing = new Set<Promise<unknown>>()

  /** @param written settles when the core has the change, and what waited for it */
  function follow(written: Promise<unknown>): void {
    const end = () => writing.delete(written)
    writing.add(written)
    void written.then(end, end)
  }
  /** Resolves when everything is written down that was under way when this was called. */
  const settled = async (): Promise<void> => void (await Promise.allSettled(writing))

  return { follow, settled }
})
