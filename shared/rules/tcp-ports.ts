/** Ports that a program of the user may listen on: those below belong to the system. */
export const userPortRange = { from: 1024, to: 65_535 } as const

/** Parses a port; undefined for anything outside of that range. */
export function parsePort(text: string): number | undefined {
  const port = /^\s*\d{1,5}\s*$/.test(text) ? Number(text) : Number.NaN
  return port >= userPortRange.from && port <= userPortRange.to ? port : undefined
}
