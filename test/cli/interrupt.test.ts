/** Ctrl+C leaves no half work, and the command ends the way that shells look for: by the signal. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { fillHome } from '../bench/filled-home.ts'
import { commandLine } from './run.ts'

const stint = commandLine()

/** Waits for a state of the disk, looking often enough to find it before it is over. */
async function until(isSo: () => boolean): Promise<void> {
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

describe('Ctrl+C', { timeout: 120_000 }, () => {
  it.skipIf(process.platform === 'win32')('during an import makes nothing', async () => {
    const home = stint.home()
    expect((await stint.run(home, ['status'])).code).toBe(0)
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
      stderr: 'Stopped; nothing was made\n',
    })
    expect(opensIn(home)).toEqual([])
    const { value } = await stint.json<{ total: number }>(home, ['times', 'list'])
    expect(value.total).toBe(0)
  })

  it('during an export or a backup leaves no part of the file', async () => {
    const home = stint.home()
    await fillHome(home, 20_000)
    const calls = [
      { name: 'times.json', args: ['export', 'times', '--format', 'json'], half: '.part' },
      { name: 'copy.db', args: ['backup'], half: '.unfinished' },
    ]
    for (const { name, args, half } of calls) {
      const file = join(home, name)
      const running = stint.start(home, [...args, file])
      await until(() => existsSync(`${file}${half}`))
      running.kill('SIGINT')
      expect(await running.ended, name).toMatchObject({ code: null, stdout: '' })
      expect(readdirSync(home).filter((each) => each.startsWith(name))).toEqual([])
      expect(opensIn(home)).toEqual([])
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
