/**
 * Whose turn it is at the one connection that writes: one after the other, in the order of asking.
 * A transaction that takes long may let others read meanwhile, on a second connection: they see
 * what stood before it, as if they had asked a moment earlier.
 */
/** How somebody may ask: in a turn of their own, or on the connection that only reads. */
export type Way = 'own turn' | 'beside'

interface Waiting {
  onlyReads: boolean
  go(way: Way): void
}

export class Turns {
  #isTaken = false
  #letsRead = false
  #waiting: Waiting[] = []
  readonly #onReading: (may: boolean) => void

  /** @param onReading hears from when on, and until when, others may read */
  constructor(onReading: (may: boolean) => void) {
    this.#onReading = onReading
  }

  /** Resolves when it may be asked. An own turn lasts until it is given back. */
  async take(onlyReads: boolean): Promise<Way> {
    if (!this.#isTaken) {
      this.#isTaken = true
      return 'own turn'
    }
    if (onlyReads && this.#letsRead) return 'beside'
    return new Promise((go) => this.#waiting.push({ onlyReads, go }))
  }

  give(): void {
    if (this.#letsRead) {
      this.#letsRead = false
      this.#onReading(false)
    }
    const next = this.#waiting.shift()
    if (next) next.go('own turn')
    else this.#isTaken = false
  }

  /** Whose turn it is lets others read until it is over. */
  letRead(): void {
    if (!this.#isTaken || this.#letsRead) return
    this.#letsRead = true
    this.#onReading(true)
    const readers = this.#waiting.filter(({ onlyReads }) => onlyReads)
    this.#waiting = this.#waiting.filter(({ onlyReads }) => !onlyReads)
    for (const { go } of readers) go('beside')
  }
}
