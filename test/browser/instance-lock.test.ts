import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openControlChannel } from '#core/node/control-channel.ts'
import { sendFrame } from '#core/node/control-protocol.ts'
import { createLaunchToken } from '#core/node/launch-token.ts'
import { writePrivateFile } from '#core/node/private-file.ts'
import { ok } from '#shared/errors.ts'
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

/** Another launch: opens its control channel, and issues tickets. */
const ticket = createLaunchToken()
async function launched(): Promise<void> {
  const core = { call: () => Promise.resolve(ok(null)), on: () => () => undefined }
  const line = await openControlChannel({
    ...{ home, host: 'browser', core, issueTicket: () => ticket },
    log: { info() {}, warn() {} },
  })
  onTestFinished(() => line.close(() => Promise.resolve()))
}

/** Another program at the control channel of a launch that was killed. */
async function strangerAtChannel(serve: (socket: Socket) => void): Promise<void> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    serve(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  await writeFile(
    join(home, 'browser.line'),
    JSON.stringify({ pid: living, port, key: createLaunchToken() }),
  )
}

const theirs = { pid: living, began: null as string | null, port: 4321, token: 'theirs' }
const leave = (holder: object = theirs) => writeFile(path, JSON.stringify(holder))
const soon = { change: 100, answer: 5_000 }

describe('acquireInstanceLock', () => {
  it('takes a free folder, with a file that only its owner can read', async () => {
    const lock = held(await acquireInstanceLock(home, 'mine'))
    await lock.announce(4321)
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
      pid: process.pid,
      began: process.platform === 'linux' ? expect.stringMatching(/^\d+$/) : null,
      port: 4321,
      token: 'mine',
    })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    await lock.release()
    expect(await readdir(home)).toEqual([])
  })

  it('finds the launch that runs', async () => {
    await launched()
    await leave()
    expect(await acquireInstanceLock(home, 'mine')).toEqual({
      ...{ is: 'running', port: 4321, token: 'theirs', ticket },
    })
  })

  it('takes over from a process that has ended', async () => {
    await leave({ ...theirs, pid: await gone() })
    await held(await acquireInstanceLock(home, 'mine')).release()
    expect(await readdir(home)).toEqual([])
  })

  it('takes over at once when the process id belongs to a later process', async ({ skip }) => {
    skip(process.platform !== 'linux', 'other systems do not tell when a process began')
    await strangerAtChannel((socket) => sendFrame(socket, { id: 1, result: ok({ ticket }) }))
    await leave({ ...theirs, began: '1' })
    held(await acquireInstanceLock(home, 'mine'))
  })

  it('takes over when another program is at the port of the launch', async () => {
    await strangerAtChannel((socket) => {
      sendFrame(socket, { challenge: createLaunchToken(), proof: createLaunchToken() })
      sendFrame(socket, { id: 1, result: ok({ ticket, url: 'javascript:document.title=1' }) })
    })
    await leave()
    held(await acquireInstanceLock(home, 'mine', soon))
  })

  it.each(['', '{"pid":', '[]', '{"pid":"x"}'])('takes over a damaged file (%j)', async (text) => {
    await writeFile(path, text)
    held(await acquireInstanceLock(home, 'mine'))
  })

  it('leaves a folder to a living launch that does not answer', async () => {
    await strangerAtChannel(() => undefined)
    await leave()
    const outcome = await acquireInstanceLock(home, 'mine', { change: 30_000, answer: 100 })
    expect(outcome).toEqual({ is: 'silent', pid: living })
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(theirs)
  })

  it('waits for a launch that is ending and cannot be reached any more', async () => {
    await leave()
    const outcome = acquireInstanceLock(home, 'mine')
    await rm(path)
    await held(await outcome).release()
  })

  it('takes over when nothing listens and the file stays unchanged for long enough', async () => {
    await leave()
    held(await acquireInstanceLock(home, 'mine', soon))
  })

  it('never takes over from a process that is certainly the launch', async ({ skip }) => {
    skip(process.platform !== 'linux', 'other systems do not tell when a process began')
    const child = spawn('sleep', ['60'], { stdio: 'ignore' })
    onTestFinished(() => void child.kill())
    const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8')
    const began = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]!
    await leave({ ...theirs, pid: child.pid, began })
    expect(await acquireInstanceLock(home, 'mine', soon)).toEqual({
      ...{ is: 'silent', pid: child.pid },
    })
  })

  it('waits for a launch that is still starting', async () => {
    await launched()
    await leave({ ...theirs, port: 0 })
    const outcome = acquireInstanceLock(home, 'mine')
    // Whole or not at all, as a launch writes it: half a file would be a damaged one.
    await writePrivateFile(path, JSON.stringify(theirs))
    expect(await outcome).toMatchObject({ is: 'running' })
  })

  it('leaves the file alone that another launch has taken over', async () => {
    const lock = held(await acquireInstanceLock(home, 'mine'))
    await leave()
    await lock.release()
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(theirs)
  })
})
