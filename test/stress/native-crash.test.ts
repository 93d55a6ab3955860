import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { testFolder } from '../support/folder.ts'
import { stackOf, startWithCore } from './native-crash.ts'

/** A process that crashes as native code does, on another thread than the main one. */
const crash = `new (require('worker_threads').Worker)("process.kill(process.pid, 'SIGSEGV')", { eval: true })`

async function crashed() {
  const folder = testFolder()
  const child = startWithCore(folder, ['--eval', crash])
  const [, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  return { signal, stack: stackOf(child.pid!, folder) }
}

const pattern = '/proc/sys/kernel/core_pattern'
const leavesNoCore = !existsSync(pattern) || readFileSync(pattern, 'utf8').startsWith('|')
const hasGdb = spawnSync('gdb', ['--version']).error === undefined

it('a native crash is seen as its signal', async ({ skip }) => {
  skip(process.platform === 'win32', 'Windows has no signals')
  const { signal, stack } = await crashed()
  expect(signal).toBe('SIGSEGV')
  expect(stack).not.toBe('')
})

it('a native crash is reported with its stack', async ({ skip }) => {
  skip(leavesNoCore, 'this system hands core dumps to another program, or has none')
  skip(!hasGdb, 'no gdb (on Debian: gdb)')
  const { stack } = await crashed()
  expect(stack).toMatch(/^Program terminated with signal SIGSEGV/m)
  expect(stack).toMatch(/^#0 /m)
  expect(stack).toMatch(/^Thread 1 /m)
})
