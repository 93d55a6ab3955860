import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findBrowser } from '../../electron/browser/find-browser.ts'

/**
 * The browser for the end-to-end tests. On Debian as root (a container, a build machine) a missing
 * one is installed; elsewhere the reader is told the command.
 *
 * @throws when there is none and it could not be installed
 */
export function ensureBrowser(): string {
  const found = findBrowser()
  if (found !== undefined) return found
  const named = process.env['STINT_BROWSER']
  if (named) throw new Error(`STINT_BROWSER names ${named}, which is no program.`)
  const isDebian = process.platform === 'linux' && existsSync('/usr/bin/apt-get')
  if (isDebian && process.getuid?.() === 0) {
    console.error('No browser is here; installing Debian’s chromium …')
    apt('update', '-qq')
    apt('install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation')
    const installed = findBrowser()
    if (installed !== undefined) return installed
  }
  throw new Error(`The end-to-end tests need Chromium, Chrome or Edge. ${advice(isDebian)}`)
}

function apt(...args: string[]): void {
  const run = spawnSync('apt-get', args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (run.status !== 0) console.error(`apt-get ${args.join(' ')}:\n${run.stdout}${run.stderr}`)
}

function advice(isDebian: boolean): string {
  const elsewhere = 'or set STINT_BROWSER to the path of one.'
  if (isDebian) return `Run \`sudo apt-get install chromium\`, ${elsewhere}`
  if (process.platform === 'darwin')
    return `Run \`brew install --cask google-chrome\`, ${elsewhere}`
  if (process.platform === 'win32') return `Run \`winget install Google.Chrome\`, ${elsewhere}`
  return `Install the package \`chromium\`, ${elsewhere}`
}
