import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { _electron } from 'playwright-core'
import { electronBinary } from '../../electron/cli/electron-binary.cjs'
import { clockEnvironment } from './test-day.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

type Options = NonNullable<Parameters<typeof _electron.launch>[0]>

/** How Playwright starts Electron with the app on a folder of the test's own. */
export function electronOptions({
  home,
  env,
  locale = 'en-GB',
  isRoot = process.getuid?.() === 0,
}: {
  home: string
  env: Record<string, string>
  locale?: string | undefined
  isRoot?: boolean
}): Options & { args: string[] } {
  return {
    executablePath: electronBinary() ?? 'electron',
    // Chromium's sandbox does not run as root; elsewhere Playwright would switch it off on Linux.
    chromiumSandbox: !isRoot,
    args: [`--lang=${locale}`, root, `--home=${home}`],
    // Files that the app writes for the desktop stay in its folder.
    env: {
      ...process.env,
      LC_ALL: `${locale.replace('-', '_')}.UTF-8`,
      XDG_CONFIG_HOME: join(home, 'config'),
      ...clockEnvironment(),
      ...env,
    },
  }
}
