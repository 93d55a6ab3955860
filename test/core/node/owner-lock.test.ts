/** Which process owns a data folder. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ownerFile, readOwner, type Owner, type OwnerHost } from '#core/node/owner-file.ts'
import { takeOwnerLock, type OwnerLock } from '#core/node/owner-lock.ts'
import { testFolder } from '../../support/folder.ts'
import { onAnyDay } from '../../support/test-day.ts'

onAnyDay()

const program = fileURLToPath(new URL('owner-lock-process.ts', import.meta.url))
const none = { command: 0, app: 0 }
const long = { command: Infinity, app: Infinity }

/** Another process on the data folder, killed with the test. */
function launched(home: string, what: 'once' | 'hold'): ChildProcess {
  const child = spawn(process.execPath, ['--no-warnings', program, home, what], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** A process that has the lock until it is killed. */
async function holder(home: string): Promise<ChildProcess> {
  const child = launched(home, 'hold')
  await once(child.stdout!, 'data')
  return child
}

const nobody = () => Promise.resolve(null)
const attempt = (home: string, patience = none) => takeOwnerLock(home, 'command', nobody, patience)

async function taken(home: string, host: OwnerHost = 'command'): Promise<OwnerLock> {
  const owning = await takeOwnerLock(home, host, nobody, long)
  if (owning.is !== 'taken') throw new Error(`The lock is ${owning.is}`)
  onTestFinished(owning.lock.release)
  return owning.lock
}

describe('the lock of a data folder', () => {
  it('is taken once, with files that only this person may read, and nothing else is left', async () => {
    const home = testFolder()
    const lock = await taken(home, 'browser')
    const owner: Owner = { pid: process.pid, host: 'browser', channel: null }
    expect(readOwner(home)).toEqual(owner)
    expect(await attempt(home)).toEqual({ is: 'refused', owner })
    expect(readdirSync(home).toSorted()).toEqual(['owner.json', 'owner.lock'])
    for (const name of readdirSync(home))
      expect(statSync(join(home, name)).mode & 0o777, name).toBe(0o600)
    lock.release()
    expect(readdirSync(home)).toEqual(['owner.lock'])
    await taken(home)
  })

  it('is had by one of 32 processes at a time, and by each in its turn', async () => {
    const home = testFolder()
    const ended = Array.from({ length: 32 }, () => once(launched(home, 'once'), 'exit'))
    expect(await Promise.all(ended)).toEqual(ended.map(() => [0, null]))
  })

  it('ends with its process, however that ends, and not before', async ({ skip }) => {
    skip(process.platform === 'win32', 'Windows has no SIGSTOP')
    const home = testFolder()
    for (let round = 0; round < 5; round++) {
      const owner = await holder(home)
      const next = taken(home)
      owner.kill('SIGSTOP')
      expect(await attempt(home)).toMatchObject({ is: 'refused', owner: { pid: owner.pid } })
      owner.kill('SIGKILL')
      const lock = await next
      expect(readOwner(home)).toMatchObject({ pid: process.pid })
      lock.release()
    }
  })

  it('is not ended by the file of an earlier owner, nor by a torn one', async () => {
    const home = testFolder()
    await holder(home)
    for (const text of ['', '{"pid":', '[]', '{"pid":1,"host":"x"}', 'null']) {
      writeFileSync(ownerFile(home), text)
      expect(await attempt(home)).toEqual({ is: 'refused', owner: null })
    }
  })

  it('is not waited for where the owner answers', async () => {
    const home = testFolder()
    await holder(home)
    const channel = { port: 4321, key: 'key' }
    const owner: Owner = { pid: process.pid, host: 'electron', channel }
    writeFileSync(ownerFile(home), JSON.stringify(owner))
    const met = takeOwnerLock(home, 'command', (whom) => Promise.resolve(whom), long)
    expect(await met).toEqual({ is: 'met', met: owner })
  })

  it('is waited for where what answers is not the owner, until there is another', async () => {
    const home = testFolder()
    const first = await holder(home)
    const channel = { port: 4321, key: 'key' }
    const owner: Owner = { pid: process.pid, host: 'electron', channel }
    writeFileSync(ownerFile(home), JSON.stringify(owner))
    const asked: Owner[] = []
    const waiting = takeOwnerLock(
      home,
      'command',
      (whom) => {
        asked.push(whom)
        first.kill('SIGKILL')
        return Promise.resolve(null)
      },
      long,
    )
    const owning = await waiting
    if (owning.is === 'taken') onTestFinished(owning.lock.release)
    expect(owning.is).toBe('taken')
    expect(asked).toEqual([owner])
  })
})
