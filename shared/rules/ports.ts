/** Ports that a program of this machine may be given: those below belong to the system. */
export const openPorts = { from: 1024, to: 65_535 } as const

/** The port that is typed; undefined for anything that is none of them. */
export function readPort(text: string): number | undefined {
  const port = /^\s*\d{1,5}\s*$/.test(text) ? Number(text) : Number.NaN
  return port >= openPorts.from && port <= openPorts.to ? port : undefined
}
