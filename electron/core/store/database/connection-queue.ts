/**
 * A queue for the one connection that writes: first come, first served. A long transaction may let
 * readers pass on a second connection, where they see the state before it.
 */
/** How a query got access: exclusively on the writing connection, or on the read-only one. */
export type ConnectionAccess = 'exclusive' | 'read-only'

interface Waiting {
  onlyReads: boolean
  go(way: ConnectionAccess): void
}

export class ConnectionQueue {
  #isTaken = false
  #letsRead = false
  #waiting: Waiting[] = []
  readonly #onReading: (may: boolean) => void

  /** @param onReading called when others may start reading, and when they have to stop */
  constructor(onReading: (may: boolean) => void) {
    this.#onReading = onReading
  }

  /** Resolves when the query may run. Exclusive access lasts until `release`. */
  async acquire(onlyReads: boolean): Promise<ConnectionAccess> {
    if (!this.#isTaken) {
      this.#isTaken = true
      return 'exclusive'
    }
    if (onlyReads && this.#letsRead) return 'read-only'
    return new Promise((go) => this.#waiting.push({ onlyReads, go }))
  }

  release(): void {
    if (this.#letsRead) {
      this.#letsRead = false
      this.#onReading(false)
    }
    const next = this.#waiting.shift()
    if (next) next.go('exclusive')
    else this.#isTaken = false
  }

  /** Lets others read until the holder of exclusive access gives it back. Called by the holder. */
  allowReads(): void {
    if (!this.#isTaken || this.#letsRead) return
    this.#letsRead = true
    this.#onReading(true)
    const readers = this.#waiting.filter(({ onlyReads }) => onlyReads)
    this.#waiting = this.#waiting.filter(({ onlyReads }) => !onlyReads)
    for (const { go } of readers) go('read-only')
  }
}
