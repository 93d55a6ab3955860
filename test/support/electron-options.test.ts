import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { electronOptions } from './electron-options.ts'
import { needs } from './needs.ts'
import { onAnyDay } from './test-day.ts'

onAnyDay()

/** The arguments that Playwright passes to an Electron, which writes them down and ends. */
function argumentsGiven(isRoot: boolean): string[] {
  const home = mkdtempSync(join(tmpdir(), 'stint-options-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const executablePath = join(home, 'electron')
  writeFileSync(executablePath, '#!/bin/sh\nprintf "%s\\n" "$@" > "$0.given"\n', { mode: 0o755 })
  const options = { ...electronOptions({ home, env: {}, isRoot }), executablePath }
  // In a process of its own: Playwright leaves unhandled rejections behind.
  const source = `require('playwright-core')._electron.launch(JSON.parse(process.argv[1])).catch(() => {})`
  const child = ['--unhandled-rejections=none', '--eval', source, JSON.stringify(options)]
  expect(spawnSync(process.execPath, child).stderr.toString()).toBe('')
  return readFileSync(`${executablePath}.given`, 'utf8').trim().split('\n')
}

needs(process.platform === 'linux', 'Playwright switches the sandbox off on Linux alone')

it('keeps Electron in its sandbox, but as root, where there is none', () => {
  expect(argumentsGiven(false)).not.toContain('--no-sandbox')
  expect(argumentsGiven(true)).toContain('--no-sandbox')
})
