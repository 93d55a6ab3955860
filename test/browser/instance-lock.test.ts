import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writePrivateFile } from '#core/node/private-file.ts'
import { acquireInstanceLock, type LockOutcome } from '../../electron/browser/instance-lock.ts'

let home: string
let path: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'stint-lock-'))
  path = join(home, 'app.lock')
})
afterEach(() => rm(home, { recursive: true, force: true }))

const held = (outcome: LockOutcome) => {
  if (outcome.is !== 'held') throw new Error(`The lock is ${outcome.is}`)
  return outcome.lock
}

/** A process that certainly runs, or certainly does not. */
const living = process.ppid
async function gone(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await new Promise((resolve) => child.once('exit', resolve))
  return child.pid!
}

/** Another launch: answers requests with its token. */
const other = (token: string): Promise<{ server: Server; port: number }> =>
  listening(
    createServer((request, response) => {
      const known = request.headers.authorization === `Bearer ${token}`
      response
        .writeHead(known ? 201 : 403)
        .end(known ? JSON.stringify({ url: 'http://ticket' }) : '')
    }),
  )

async function listening(server: Server): Promise<{ server: Server; port: number }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port }
}

describe('acquireInstanceLock', () => {
  it('takes a free folder, with a file that only its owner can read', async () => {
    const lock = held(await acquireInstanceLock(home, 'mine'))
    await lock.announce(4321)
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
      pid: process.pid,
      port: 4321,
      token: 'mine',
    })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    await lock.release()
    expect(await readdir(home)).toEqual([])
  })

  it('finds the launch that runs', async () => {
    const { server, port } = await other('theirs')
    await writeFile(path, JSON.stringify({ pid: living, port, token: 'theirs' }))
    expect(await acquireInstanceLock(home, 'mine')).toEqual({
      is: 'running',
      url: `http://127.0.0.1:${port}/#token=theirs`,
      ticketUrl: 'http://ticket',
    })
    server.close()
  })

  it('takes over from a process that has ended', async () => {
    await writeFile(path, JSON.stringify({ pid: await gone(), port: 4321, token: 'theirs' }))
    await held(await acquireInstanceLock(home, 'mine')).release()
    expect(await readdir(home)).toEqual([])
  })

  it('takes over when the process id now belongs to another program', async () => {
    const { server, port } = await other('somebody else’s')
    await writeFile(path, JSON.stringify({ pid: living, port, token: 'theirs' }))
    held(await acquireInstanceLock(home, 'mine'))
    server.close()
  })

  it.each(['', '{"pid":', '[]', '{"pid":"x"}'])('takes over a damaged file (%j)', async (text) => {
    await writeFile(path, text)
    held(await acquireInstanceLock(home, 'mine'))
  })

  it('leaves a folder to a living launch that does not answer', async () => {
    const { server, port } = await listening(createServer(() => undefined))
    const theirs = JSON.stringify({ pid: living, port, token: 'theirs' })
    await writeFile(path, theirs)
    const outcome = await acquireInstanceLock(home, 'mine', { change: 30_000, answer: 100 })
    expect(outcome).toEqual({ is: 'silent', pid: living })
    expect(await readFile(path, 'utf8')).toBe(theirs)
    server.closeAllConnections()
    server.close()
  })

  it('waits for a launch that is ending and cannot be reached any more', async () => {
    const { server, port } = await other('theirs')
    await new Promise((resolve) => server.close(resolve))
    await writeFile(path, JSON.stringify({ pid: living, port, token: 'theirs' }))
    const outcome = acquireInstanceLock(home, 'mine')
    await rm(path)
    await held(await outcome).release()
  })

  it('takes over when nothing listens and the file stays unchanged for long enough', async () => {
    const { server, port } = await other('theirs')
    await new Promise((resolve) => server.close(resolve))
    await writeFile(path, JSON.stringify({ pid: living, port, token: 'theirs' }))
    held(await acquireInstanceLock(home, 'mine', { change: 100, answer: 5_000 }))
  })

  it('waits for a launch that is still starting', async () => {
    const { server, port } = await other('theirs')
    await writeFile(path, JSON.stringify({ pid: living, port: 0, token: 'theirs' }))
    const outcome = acquireInstanceLock(home, 'mine')
    // Whole or not at all, as a launch writes it: half a file would be a damaged one.
    await writePrivateFile(path, JSON.stringify({ pid: living, port, token: 'theirs' }))
    expect(await outcome).toMatchObject({ is: 'running' })
    server.close()
  })

  it('leaves the file alone that another launch has taken over', async () => {
    const lock = held(await acquireInstanceLock(home, 'mine'))
    const theirs = JSON.stringify({ pid: living, port: 1, token: 'theirs' })
    await writeFile(path, theirs)
    await lock.release()
    expect(await readFile(path, 'utf8')).toBe(theirs)
  })
})
