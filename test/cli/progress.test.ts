/** How far long work is, seen only by a person at a terminal. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { clockEnvironment, onAnyDay } from '../support/test-day.ts'
import { commandLine } from './run.ts'
import { commandOf, hasTerminal, withoutTerminal } from './terminal.ts'

onAnyDay()

const stint = commandLine()
const program = fileURLToPath(new URL('../../electron/cli/stint.cjs', import.meta.url))

function atTerminal(home: string, args: string[]): string {
  const call = commandOf([process.execPath, program, ...args])
  return spawnSync('script', ['-qec', call, '/dev/null'], {
    encoding: 'utf8',
    env: {
      ...{ PATH: process.env['PATH'], HOME: home, STINT_HOME: home, TERM: 'xterm' },
      ...clockEnvironment(),
    },
  }).stdout
}

const clearLine = '\r\u001B[K'

describe('a backup', () => {
  it('shows its progress at a terminal, on a line that it removes', async ({ skip }) => {
    skip(!hasTerminal, withoutTerminal)
    const home = stint.home()
    await stint.run(home, ['start', 'x'])
    const shown = atTerminal(home, ['backup', join(home, 'copy.db')])
    expect(shown).toContain('Backing up and verifying…')
    const after = shown.slice(shown.lastIndexOf(clearLine) + clearLine.length)
    expect(after).toContain('Verified')
    expect(after).not.toContain('Copying')
    expect(atTerminal(home, ['backup', '--json'])).toMatch(/^\{.*\}\r\n$/)
  })

  it('says nothing of it in a pipe', async () => {
    const home = stint.home()
    await stint.run(home, ['start', 'x'])
    expect(await stint.run(home, ['backup'])).toMatchObject({ code: 0, stderr: '' })
  })
})
