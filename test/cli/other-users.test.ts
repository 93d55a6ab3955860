/** What other users of the machine can read, and what they can write into the data folder. */
import {
  chmod,
  chown,
  lchown,
  lstat,
  mkdir,
  readdir,
  readFile,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { needs } from '../support/needs.ts'
import { onAnyDay } from '../support/test-day.ts'
import { commandLine } from './run.ts'

onAnyDay()

const { home, start, run, json } = commandLine()

/** Every file and folder below, with the permissions of others than its owner. */
async function openToOthers(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    const { mode } = await stat(path)
    if ((mode & 0o077) !== 0)
      found.push(`${path.slice(folder.length)} ${(mode & 0o777).toString(8)}`)
  }
  return found
}

const logged = { STINT_LOG: '1' }

describe('with the widest mask for new files', () => {
  let mask: number
  beforeAll(() => {
    mask = process.umask(0)
  })
  afterAll(() => void process.umask(mask))

  it('no other user can read a file of the app, the command line or the service', async () => {
    const [served, folder] = [home(), home()]
    await Promise.all([chmod(served, 0o755), chmod(folder, 0o755)])
    const service = start(served, ['serve', '--demo', '--port', '0', '--json'], { env: logged })
    const { url, token } = await service.ready
    const api = (path: string, body: object) =>
      fetch(`${url}/api/v1${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'Idempotency-Key': 'once' },
        body: JSON.stringify(body),
      })
    const uri = 'https://receiver.example/in'
    const made = await api('/webhooks', { uri, events: ['times.created'] })
    const { webhook } = (await made.json()) as { webhook: { secret: string } }

    const told: string[] = []
    const runs = async (...args: string[]) => {
      const ended = await run(folder, args, { env: { ...logged, STINT_TOKEN: token! } })
      expect(ended.code, `${args.join(' ')}: ${ended.stderr}`).toBe(0)
      told.push(ended.stdout, ended.stderr)
    }
    await runs('connect', url!)
    await runs('times', 'add', '--start', '9', '--duration', '1h', '--notes', 'prices')
    await runs('sync')
    await runs('backup')
    await runs('backup', join(folder, 'copy.db'))
    await runs('export', 'times', '--format', 'json', join(folder, 'times.json'))
    const opened = start(folder, ['app', '--no-open', '--json'], { env: logged })
    const launch = (await opened.ready).url!.split('#token=')[1]!
    expect(await openToOthers(folder)).toEqual([])
    opened.kill('SIGTERM')
    told.push((await opened.ended).stderr)
    const local = start(folder, ['api', '--port', '0', '--json'], { env: logged })
    await local.ready
    const localToken = (await readFile(join(folder, 'local-api.token'), 'utf8')).trim()
    await run(served, ['service', 'backup', join(served, 'copy.db')])

    expect(await openToOthers(folder)).toEqual([])
    expect(await openToOthers(served)).toEqual([])

    // Nor is there a secret in what is printed and logged.
    for (const one of [local, service]) {
      one.kill('SIGTERM')
      told.push((await one.ended).stderr)
    }
    for (const secret of [token!, launch, localToken, webhook.secret]) {
      expect(secret.length).toBeGreaterThan(20)
      expect(told.join('').includes(secret), secret).toBe(false)
    }
  })

  it('a database of the service that was open to others is restricted again', async () => {
    const served = home()
    const file = join(served, 'service.db')
    await run(served, ['service', 'organisation', 'add', 'Studio'])
    await chmod(file, 0o644)
    await run(served, ['service', 'organisation', 'add', 'Office'])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })
})

describe('a data folder', () => {
  it('into which others could write is closed to them', async () => {
    const folder = home()
    await chmod(folder, 0o777)
    expect((await json(folder, ['status'])).code).toBe(0)
    expect((await stat(folder)).mode & 0o777).toBe(0o755)
  })

  it('of another user is not used', async ({ skip }) => {
    skip(process.getuid?.() !== 0, 'only root gives a folder to another user')
    const folder = home()
    await chown(folder, 65534, 65534)
    expect(await json(folder, ['status'])).toMatchObject({
      code: 2,
      value: { error: { code: 'usage', message: expect.stringMatching(/another user.*--home/) } },
    })
    expect(await json(folder, ['app', '--no-open'])).toMatchObject({ code: 2 })
    expect(await readdir(folder)).toEqual([])
    await chown(folder, 0, 0)
  })

  it('sends a token to no other address than the one that it was given for', async () => {
    const service = start(home(), ['serve', '--demo', '--port', '0', '--json'])
    const { url, token } = await service.ready
    const folder = home()
    expect((await run(folder, ['connect', url!], { env: { STINT_TOKEN: token! } })).code).toBe(0)

    const heard: IncomingMessage['headers'][] = []
    const other = createServer((request, response) => {
      heard.push(request.headers)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    for (const name of ['stint.json', 'stint.second.json']) {
      const path = join(folder, name)
      await writeFile(path, (await readFile(path, 'utf8')).replaceAll(url!, elsewhere))
    }
    const synced = await json<{ error?: { code: string } }>(folder, ['sync'])
    expect(heard.filter(({ authorization }) => authorization !== undefined)).toEqual([])
    expect(synced.value.error?.code).toBe('unauthenticated')
  })
})

describe('in a folder where others can write,', () => {
  needs(process.platform !== 'win32', 'Windows has other rights')

  const outputs = {
    'out.csv': ['export', 'times', '--format', 'csv'],
    'report.txt': ['doctor', '--report'],
    'b.db': ['backup'],
    's.db': ['service', 'backup'],
  }

  async function sharedFolder() {
    const [folder, shared] = [home(), home()]
    await run(folder, ['start', '--ago', '15m'])
    await run(folder, ['stop'])
    await run(folder, ['service', 'organization', 'add', 'Studio'])
    await chmod(shared, 0o777)
    const precious = join(folder, 'precious.txt')
    await writeFile(precious, 'precious')
    return { folder, shared, precious }
  }

  it('links beside an export or a backup lead nowhere, and a file there stays empty', async () => {
    const { folder, shared, precious } = await sharedFolder()
    const planted: string[] = []
    for (const name of Object.keys(outputs)) {
      for (const suffix of ['part', 'unfinished', 'unfinished-wal', 'unfinished-journal']) {
        planted.push(`${name}.${suffix}`)
        await symlink(precious, join(shared, `${name}.${suffix}`))
      }
      planted.push(`${name}.new`)
      await writeFile(join(shared, `${name}.new`), '')
      await chmod(join(shared, `${name}.new`), 0o666)
    }
    for (const [name, args] of Object.entries(outputs)) {
      const { code, stderr } = await run(folder, [...args, join(shared, name)])
      expect(code, stderr).toBe(0)
      const made = await lstat(join(shared, name))
      expect(made.isFile(), name).toBe(true)
      expect(made.mode & 0o777, name).toBe(0o600)
      expect(await readFile(join(shared, `${name}.new`), 'utf8')).toBe('')
    }
    expect(await readFile(precious, 'utf8')).toBe('precious')
    const names = [...Object.keys(outputs), ...planted]
    expect((await readdir(shared)).toSorted()).toEqual(names.toSorted())
  })

  it('another user’s link at the file itself leads to no other file', async ({ skip }) => {
    skip(process.getuid?.() !== 0, 'only root gives a link to another user')
    const { folder, shared, precious } = await sharedFolder()
    for (const [name, args] of Object.entries(outputs)) {
      await symlink(precious, join(shared, name))
      await lchown(join(shared, name), 65534, 65534)
      expect((await run(folder, [...args, join(shared, name)])).code, name).toBe(1)
    }
    expect(await readFile(precious, 'utf8')).toBe('precious')
    expect((await readdir(shared)).toSorted()).toEqual(Object.keys(outputs).toSorted())
  })
})

it('a password in the arguments of the service is refused, since everyone can read it', async () => {
  const folder = home()
  await mkdir(folder, { recursive: true })
  const db = 'postgres://stint:secret@127.0.0.1/stint'
  for (const command of [['serve'], ['service', 'organisation', 'add', 'Studio']]) {
    expect(await json(folder, [...command, '--db', db])).toMatchObject({
      code: 2,
      value: { error: { code: 'usage', message: expect.stringContaining('PGPASSWORD') } },
    })
  }
})
