import { electronBinary } from '../../electron/cli/electron-binary.cjs'

const hosts = ['browser', 'stand-in', 'electron'] as const

/**
 * The host on which the end-to-end tests run, named by `STINT_E2E_HOST`: `browser` (the browser
 * host, unless named otherwise), `stand-in` (the built Electron app on the stand-in), `electron`
 * (the same on a real Electron, through Playwright).
 */
export function hostName(): (typeof hosts)[number] {
  const named = process.env['STINT_E2E_HOST'] ?? 'browser'
  const host = hosts.find((name) => name === named)
  if (host === undefined) throw new Error(`STINT_E2E_HOST is one of ${hosts.join(', ')}`)
  return host
}

/** Why nothing can run on the host of this run; undefined where it can. */
export const whyNot = (): string | undefined =>
  hostName() === 'electron' && electronBinary() === null ? 'no Electron binary' : undefined
