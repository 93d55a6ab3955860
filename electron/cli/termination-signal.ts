/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP. A second one ends the process at once, by the
 * system's default: a person who signals twice does not want to wait.
 */
export function waitForTermination(): Promise<void> {
  return new Promise((resolve) => {
    const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
    const end = () => {
      for (const name of names) process.off(name, end)
      resolve()
    }
    for (const name of names) process.on(name, end)
  })
}
