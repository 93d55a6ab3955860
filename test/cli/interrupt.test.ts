/**
 * Ctrl+C leaves no half-done work, and the command ends the way that shells expect: by the signal.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fillHome, keepConnectedHome } from '../bench/filled-home.ts'
import { onAnyDay } from '../support/test-day.ts'
import { startProgram } from '../support/program.ts'
import { commandLine } from './run.ts'
import { silentService } from './silent-service.ts'

onAnyDay()

const stint = commandLine()

/** Waits for a state of the disk, looking often enough to see it before it is over. */
async function caughtWhile(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(1)
}

const opensIn = (home: string): string[] => {
  const accounts = join(home, 'accounts')
  if (!existsSync(accounts)) return []
  return readdirSync(accounts).flatMap((account) => {
    const folder = join(accounts, account, 'open')
    return existsSync(folder) ? readdirSync(folder) : []
  })
}

const totalIn = async (home: string) =>
  (await stint.json<{ total: number }>(home, ['times', 'list'])).value.total

const places = ['alone', 'beside an app'] as const

/** Opens an app unless the command is to be alone; returns who has an account open besides it. */
async function opensAt(place: (typeof places)[number], home: string): Promise<string[]> {
  if (place !== 'alone') await startProgram(['app', '--no-open', '--port', '0'], { home })
  return opensIn(home)
}

describe('Ctrl+C', () => {
  it.for(places)('during an import adds nothing, %s', async (place, { skip }) => {
    skip(process.platform === 'win32', 'Windows has no pipes with a name in a folder')
    const home = stint.home()
    expect((await stint.run(home, ['status'])).code).toBe(0)
    const opens = await opensAt(place, home)
    const pipe = join(home, 'table.csv')
    execFileSync('mkfifo', [pipe])
    const importing = stint.start(home, ['import', pipe, '--from', 'csv'])
    // Opens when the command reads.
    const pen = await open(pipe, 'w')
    await pen.write('Date,Start,Minutes,Project,Task\n2026-01-05,9:00,30,Web,x\n')
    importing.kill('SIGINT')
    await pen.close()
    expect(await importing.ended).toEqual({
      code: null,
      stdout: '',
      stderr: 'Stopped. Nothing was imported\n',
    })
    expect(opensIn(home)).toEqual(opens)
    expect(await totalIn(home)).toBe(0)
  })

  it('during a sync stops it in order, and the next one need not wait', async () => {
    const home = stint.home()
    const service = await silentService()
    await keepConnectedHome(home, service.url)
    const syncing = stint.start(home, ['sync'])
    await service.heard
    syncing.kill('SIGINT')
    expect(await syncing.ended).toEqual({
      code: null,
      stdout: '',
      stderr: 'Sync was stopped before it finished\n',
    })
    expect(opensIn(home)).toEqual([])
    service.server.closeAllConnections()
    service.server.close()
    const next = await stint.json(home, ['sync'])
    expect(next).toMatchObject({ code: 3, value: { error: { code: 'offline' } } })
  })

  it('while the open app syncs ends the command at once, and nothing in the app', async () => {
    const home = stint.home()
    const service = await silentService()
    await keepConnectedHome(home, service.url)
    expect((await stint.run(home, ['sync', 'pause'])).code).toBe(0)
    await startProgram(['app', '--no-open'], { home })
    const syncing = stint.start(home, ['sync', '--wait'])
    await service.heard
    syncing.kill('SIGINT')
    expect(await syncing.ended).toEqual({
      code: null,
      stdout: '',
      stderr: 'Stopped waiting. The app is still working on it\n',
    })
    expect(await promisify(service.server.getConnections.bind(service.server))()).toBe(1)
  })

  it('during a restore leaves the database whole, with all that was in it', async () => {
    const home = stint.home()
    await fillHome(home, 20_000)
    const folder = join(home, 'accounts', 'here')
    const copy = join(home, 'copy.db')
    expect((await stint.run(home, ['backup', copy])).code).toBe(0)
    expect((await stint.run(home, ['start', '--ago', '15m'])).code).toBe(0)
    expect((await stint.run(home, ['stop'])).code).toBe(0)
    const stages = ['stint.db.unfinished', 'aside']
    for (const stage of stages) {
      const restoring = stint.start(home, ['restore', copy])
      await caughtWhile(() => existsSync(join(folder, stage)))
      restoring.kill('SIGINT')
      expect(await restoring.ended, stage).toEqual({ code: null, stdout: '', stderr: '' })
      expect(await totalIn(home)).toBe(20_001)
      expect((await stint.run(home, ['doctor'])).code).toBe(0)
    }
  })

  it('twice ends a command at once', async ({ skip }) => {
    skip(process.platform === 'win32', 'Windows sends no SIGINT to one process')
    const source = new URL('../../electron/cli/interrupt.ts', import.meta.url)
    // Its clock is half a second further each time that it is read.
    const program = `
      const { runInterruptible } = await import(${JSON.stringify(source)})
      const end = (name) => process.kill(process.pid, name)
      let time = 0
      await runInterruptible((signal) => {
        signal.addEventListener('abort', () => console.log('asked once'))
        console.log('at work')
        return new Promise((resolve) => setTimeout(resolve, 60_000))
      }, { source: process, now: () => (time += 500), end })`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program])
    onTestFinished(() => void child.kill('SIGKILL'))
    const ended = once(child, 'exit')
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    expect((await lines.next()).value).toBe('at work')
    child.kill('SIGINT')
    expect((await lines.next()).value).toBe('asked once')
    child.kill('SIGINT')
    expect(await ended).toEqual([null, 'SIGINT'])
  })

  it.for(places)('during an export or a backup leaves no partial file, %s', async (place) => {
    const home = stint.home()
    await fillHome(home, 20_000)
    const opens = await opensAt(place, home)
    const calls = [
      { name: 'times.json', args: ['export', 'times', '--format', 'json'] },
      { name: 'copy.db', args: ['backup'] },
    ]
    for (const { name, args } of calls) {
      const file = join(home, name)
      const written = () => readdirSync(home).filter((each) => each.startsWith(name))
      const running = stint.start(home, [...args, file])
      await caughtWhile(() => written().some((each) => each.startsWith(`${name}.unfinished-`)))
      running.kill('SIGINT')
      expect(await running.ended, name).toMatchObject({ code: null, stdout: '' })
      // An app stops once it notices that the command has ended.
      if (place !== 'alone') await caughtWhile(() => written().length === 0)
      expect(written()).toEqual([])
      expect(opensIn(home)).toEqual(opens)
    }
  })

  it('ends a service in order', async () => {
    const home = stint.home()
    const service = stint.start(home, ['serve', '--json', '--port', '0'])
    await service.ready
    service.kill('SIGINT')
    expect(await service.ended).toMatchObject({ code: 0, stderr: '' })
  })
})
