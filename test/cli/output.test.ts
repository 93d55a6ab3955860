/** Output that cannot be written: one sentence, an exit code, never a stack. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { needs } from '../support/needs.ts'
import { clockEnvironment, onAnyDay } from '../support/test-day.ts'
import { commandLine } from './run.ts'
import { commandOf, hasTerminal, withoutTerminal } from './terminal.ts'

onAnyDay()

const stint = commandLine()
const program = fileURLToPath(new URL('../../electron/cli/stint.cjs', import.meta.url))

/** Runs a command in a shell. */
function inShell(home: string, command: string) {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', `set -o pipefail; ${command}`], {
    encoding: 'utf8',
    env: {
      ...{ PATH: process.env['PATH'], HOME: home, STINT_HOME: home, NODE: process.execPath },
      PROGRAM: program,
      ...clockEnvironment(),
    },
  })
  return { status, stdout, stderr }
}
const called = (args: string) => `"$NODE" "$PROGRAM" ${args}`

const full = 'Can’t write to standard output: the disk is full. The output is incomplete\n'

describe('standard output', () => {
  needs(existsSync('/dev/full'), 'this system has no /dev/full')

  it.each([
    ['status', 1],
    ['status --json', 1],
    ['times list', 1],
    ['export times --format csv', 1],
    ['--help', 1],
    ['man', 1],
    ['status --loud --json', 2],
  ])('that is full ends `stint %s` with a sentence and %i', async (args, status) => {
    const home = stint.home()
    await stint.run(home, ['start', 'x'])
    expect(inShell(home, `${called(args)} >/dev/full`)).toEqual({
      ...{ status, stdout: '', stderr: full },
    })
    expect(inShell(home, `${called(args)} >/dev/full 2>/dev/full`)).toEqual({
      ...{ status, stdout: '', stderr: '' },
    })
  })

  it('that is full after a part of the answer is not taken for complete', async () => {
    const home = stint.home()
    const file = join(home, 'help.txt')
    const { status, stderr } = inShell(home, `ulimit -f 1; ${called('man')} >"${file}"`)
    expect(readFileSync(file)).toHaveLength(1024)
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'Can’t write to standard output: EFBIG. The output is incomplete\n',
    })
  })

  it.each(['man', 'status --json', 'export times --format csv'])(
    'that nobody reads or that is closed is no problem: `stint %s`',
    async (args) => {
      const home = stint.home()
      await stint.run(home, ['start', 'x'])
      const done = { status: 0, stdout: '', stderr: '' }
      expect(inShell(home, `${called(args)} | true`)).toEqual(done)
      expect(inShell(home, `${called(args)} >&-`)).toEqual(done)
    },
  )
})

describe('standard error', () => {
  needs(existsSync('/dev/full'), 'this system has no /dev/full')

  it('that is full changes nothing', () => {
    const home = stint.home()
    const first = inShell(home, `${called('status')} 2>/dev/full`)
    expect(first).toMatchObject({ status: 0, stderr: '' })
    expect(first.stdout).not.toBe('')
    expect(inShell(home, `${called('frobnicate')} 2>/dev/full`)).toMatchObject({ status: 2 })
  })
})

describe('what an entry or an argument says', () => {
  const attack = '\u001B]0;title\u0007\u009B31mred'
  const export_ = ['export', 'times', '--format', 'csv']

  it('controls no terminal, and is exported as it is', async ({ skip }) => {
    skip(!hasTerminal, withoutTerminal)
    const home = stint.home()
    expect(await stint.run(home, ['start', attack])).toMatchObject({ code: 0 })
    expect((await stint.run(home, ['stop'])).code).toBe(0)
    const called = commandOf([process.execPath, program, ...export_])
    const env = {
      ...{ PATH: process.env['PATH'], HOME: home, STINT_HOME: home, TERM: 'xterm' },
      ...clockEnvironment(),
    }
    const { stdout } = spawnSync('script', ['-qec', called, '/dev/null'], { encoding: 'utf8', env })
    expect(stdout).toContain(' ]0;title  31mred')
    expect((await stint.run(home, export_)).stdout).toContain(attack)
  })

  it('controls no terminal in an error', async () => {
    const { code, stderr } = await stint.run(stint.home(), [attack])
    expect(code).toBe(2)
    expect(stderr).toContain(']0;title')
    for (const control of attack.match(/\p{Control}/gu)!) expect(stderr).not.toContain(control)
  })
})
