/** Time that runs ten times as fast as the machine's, the same in every process that is told of it. */

export interface Quick {
  factor: number
  now(): number
}

const factor = 10
// Taken before anything replaces it.
const machine = Date.now.bind(Date)

/** @param origin epoch milliseconds, when it was the same as the machine's */
export const quickly = (origin: number): Quick => ({
  factor,
  now: () => Math.floor(origin + (machine() - origin) * factor),
})
