/** Ports that a program of the user may listen on: those below belong to the system. */
export const openPorts = { from: 1024, to: 65_535 } as const

/** Parses a port; undefined for anything outside of that range. */
export function readPort(text: string): number | undefined {
  const port = /^\s*\d{1,5}\s*$/.test(text) ? Number(text) : Number.NaN
  return port >= openPorts.from && port <= openPorts.to ? port : undefined
}
