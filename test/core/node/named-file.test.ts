/** Files that a person names, on the real file system: links, pipes, devices, modes, failures. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { writeNamedFile } from '#core/node/named-file.ts'
import { fail, ok, type Result } from '#shared/errors.ts'
import { testFolder } from '../../support/folder.ts'
import { needs } from '../../support/needs.ts'
import { onAnyDay } from '../../support/test-day.ts'

onAnyDay()

const save = (file: string, content = 'new'): Promise<Result<string>> =>
  writeNamedFile(file, async (put) => {
    await put(content.slice(0, 1))
    await put(content.slice(1))
    return ok('done')
  })

/** A folder where others may rename what is not theirs, and a file that they may not touch. */
function sharedFolder(): { folder: string; precious: string } {
  const folder = testFolder()
  chmodSync(folder, 0o777)
  const precious = join(testFolder(), 'precious')
  writeFileSync(precious, 'precious', { mode: 0o600 })
  return { folder, precious }
}

/** Another user of the computer. */
const stranger = 65534

const refused = (message: string) => ({
  ok: false,
  error: expect.objectContaining({ code: 'validation', message }),
})

it('creates a file that only this user can read', async () => {
  const folder = testFolder()
  expect(await save(join(folder, 'a'))).toEqual(ok('done'))
  expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('new')
  expect(readdirSync(folder)).toEqual(['a'])
  if (process.platform !== 'win32') {
    expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o600)
  }
})

it('replaces a file only once everything is written, and leaves nothing else', async () => {
  const folder = testFolder()
  const file = join(folder, 'a')
  writeFileSync(file, 'old')
  const stopped = fail('conflict', 'Stopped')
  const written = await writeNamedFile(file, async (put) => {
    await put('half')
    expect(readFileSync(file, 'utf8')).toBe('old')
    expect(readdirSync(folder)).toHaveLength(2)
    if (process.platform !== 'win32') {
      const unfinished = readdirSync(folder).find((name) => name !== 'a')!
      expect(statSync(join(folder, unfinished)).mode & 0o777).toBe(0o600)
    }
    return stopped
  })
  expect(written).toBe(stopped)
  const bug = new Error('a bug')
  await expect(writeNamedFile(file, () => Promise.reject(bug))).rejects.toBe(bug)
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'write' })
  expect(await writeNamedFile(file, () => Promise.reject(full))).toEqual(
    refused(`Can’t write ${file}: the disk is full. Free up some space or use another file`),
  )
  expect(readFileSync(file, 'utf8')).toBe('old')
  expect(readdirSync(folder)).toEqual(['a'])
  expect(await save(file)).toEqual(ok('done'))
  expect(readFileSync(file, 'utf8')).toBe('new')
})

it('does not replace a file where none may be', async () => {
  const file = join(testFolder(), 'a')
  writeFileSync(file, 'old')
  const written = writeNamedFile(file, () => Promise.resolve(ok(null)), { replaces: false })
  expect(await written).toEqual(refused(`${file} already exists. Use another file`))
  expect(readFileSync(file, 'utf8')).toBe('old')
})

it('says what is wrong with the path', async () => {
  const folder = testFolder()
  mkdirSync(join(folder, 'sub'))
  writeFileSync(join(folder, 'file'), '')
  expect(await save(join(folder, 'sub'))).toEqual(
    refused(`Can’t write ${folder}/sub: it’s a folder. Add the name of a file`),
  )
  for (const path of ['missing/a', 'file/a']) {
    expect(await save(join(folder, path))).toEqual(
      refused(
        `Can’t write ${folder}/${path}: its folder doesn’t exist. Create it or use another file`,
      ),
    )
  }
})

describe('on a system with modes and links', () => {
  needs(process.platform !== 'win32', 'Windows has neither modes nor pipes with a name')

  it.each([0o664, 0o644, 0o600, 0o777])('keeps the mode %o of an existing file', async (mode) => {
    const file = join(testFolder(), 'a')
    writeFileSync(file, 'old')
    chmodSync(file, mode)
    await save(file)
    expect(statSync(file).mode & 0o777).toBe(mode)
    expect(readFileSync(file, 'utf8')).toBe('new')
  })

  it('keeps the owner and group of an existing file', async ({ skip }) => {
    skip(process.getuid!() !== 0, 'only root can give a file to someone else')
    const file = join(testFolder(), 'a')
    writeFileSync(file, 'old')
    chmodSync(file, 0o660)
    chownSync(file, 12345, 54321)
    await save(file)
    expect(statSync(file)).toMatchObject({ uid: 12345, gid: 54321 })
    expect(statSync(file).mode & 0o777).toBe(0o660)
  })

  it('writes the target of a link, which may not exist yet, and keeps the link', async () => {
    const folder = testFolder()
    mkdirSync(join(folder, 'elsewhere'))
    const target = join(folder, 'elsewhere', 'target')
    symlinkSync('elsewhere', join(folder, 'short'))
    symlinkSync('short/target', join(folder, 'one'))
    symlinkSync(join(folder, 'one'), join(folder, 'two'))
    for (const content of ['first', 'second']) {
      expect(await save(join(folder, 'two'), content)).toEqual(ok('done'))
      expect(readFileSync(target, 'utf8')).toBe(content)
    }
    expect(lstatSync(join(folder, 'two')).isSymbolicLink()).toBe(true)
    expect(lstatSync(join(folder, 'one')).isSymbolicLink()).toBe(true)
    expect(readdirSync(join(folder, 'elsewhere'))).toEqual(['target'])
  })

  it('refuses links that form a loop', async () => {
    const folder = testFolder()
    symlinkSync('b', join(folder, 'a'))
    symlinkSync('a', join(folder, 'b'))
    expect(await save(join(folder, 'a'))).toEqual(
      refused(`Can’t write ${folder}/a (ELOOP). Use another file`),
    )
  })

  it('ignores what someone has put beside the file', async () => {
    const { folder, precious } = sharedFolder()
    for (const name of ['a.part', 'a.unfinished', 'a.unfinished-']) {
      symlinkSync(precious, join(folder, name))
    }
    writeFileSync(join(folder, 'a.new'), '', { mode: 0o666 })
    if (process.getuid!() === 0) chownSync(join(folder, 'a.new'), stranger, stranger)
    await save(join(folder, 'a'))
    expect(readFileSync(precious, 'utf8')).toBe('precious')
    expect(readFileSync(join(folder, 'a.new'), 'utf8')).toBe('')
    expect(lstatSync(join(folder, 'a')).isFile()).toBe(true)
    expect(readdirSync(folder)).toHaveLength(5)
  })

  it('refuses what someone has put in place of the unfinished file', async () => {
    const { folder, precious } = sharedFolder()
    const file = join(folder, 'a')
    writeFileSync(file, 'old')
    chmodSync(file, 0o666)
    const written = await writeNamedFile(file, async (put) => {
      await put('new')
      const unfinished = readdirSync(folder).find((name) => name !== 'a')!
      renameSync(join(folder, unfinished), join(folder, 'taken'))
      symlinkSync(precious, join(folder, unfinished))
      return ok(null)
    })
    expect(written).toEqual(refused(`Can’t write ${file}: permission denied. Use another file`))
    expect(readFileSync(precious, 'utf8')).toBe('precious')
    expect(statSync(precious).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toBe('old')
    expect(readdirSync(folder).toSorted()).toEqual(['a', 'taken'])
  })

  it('follows the person’s own link in a shared folder, and refuses another user’s', async ({
    skip,
  }) => {
    skip(process.getuid!() !== 0, 'only root can give a link to someone else')
    const { folder, precious } = sharedFolder()
    const link = join(folder, 'a')
    symlinkSync(precious, link)
    expect(await save(link)).toEqual(ok('done'))
    expect(readFileSync(precious, 'utf8')).toBe('new')
    for (const [name, target] of [
      ['b', precious],
      ['c', `${precious}.missing`],
    ] as const) {
      const planted = join(folder, name)
      symlinkSync(target, planted)
      lchownSync(planted, stranger, stranger)
      expect(await save(planted, 'overwritten')).toEqual(
        refused(`Can’t write ${planted}: permission denied. Use another file`),
      )
    }
    expect(readFileSync(precious, 'utf8')).toBe('new')
    expect(existsSync(`${precious}.missing`)).toBe(false)
  })

  it('hands nothing to another user’s pipe in a shared folder', async ({ skip }) => {
    skip(process.getuid!() !== 0, 'only root can give a pipe to someone else')
    const { folder } = sharedFolder()
    const pipe = join(folder, 'a')
    execFileSync('mkfifo', [pipe])
    chownSync(pipe, stranger, stranger)
    const reader = spawn('cat', [pipe], { stdio: ['ignore', 'pipe', 'inherit'] })
    const read = text(reader.stdout)
    const written = await save(pipe, 'secret')
    reader.kill()
    expect(await read).toBe('')
    expect(written).toEqual(refused(`Can’t write ${pipe}: permission denied. Use another file`))
  })

  it('writes into a pipe and through a link to it, and both stay', async () => {
    const folder = testFolder()
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    symlinkSync(pipe, join(folder, 'link'))
    for (const path of [pipe, join(folder, 'link')]) {
      const reader = spawn('cat', [pipe], { stdio: ['ignore', 'pipe', 'inherit'] })
      const read = text(reader.stdout)
      const closed = once(reader, 'close')
      expect(await save(path, 'x'.repeat(300_000))).toEqual(ok('done'))
      expect(await read).toBe('x'.repeat(300_000))
      await closed
    }
    expect(statSync(pipe).isFIFO()).toBe(true)
    expect(readdirSync(folder).toSorted()).toEqual(['link', 'pipe'])
  })

  it('writes into a device, and through a link to it', async ({ skip }) => {
    skip(!existsSync('/dev/full'), 'this system has no /dev/full')
    const folder = testFolder()
    symlinkSync('/dev/full', join(folder, 'full'))
    for (const path of ['/dev/full', join(folder, 'full')]) {
      expect(await save(path)).toEqual(
        refused(`Can’t write ${path}: the disk is full. Free up some space or use another file`),
      )
    }
    expect(await save('/dev/null')).toEqual(ok('done'))
    expect(statSync('/dev/full').isCharacterDevice()).toBe(true)
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
  })

  it('refuses a folder or a file that this user may not write to', async ({ skip }) => {
    skip(process.getuid!() === 0, 'root may write everywhere')
    const folder = testFolder()
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: 0o500 })
    writeFileSync(join(folder, 'a'), 'old', { mode: 0o400 })
    for (const path of [join(closed, 'a'), join(folder, 'a')]) {
      expect(await save(path)).toEqual(
        refused(`Can’t write ${path}: permission denied. Use another file`),
      )
    }
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('old')
  })
})
