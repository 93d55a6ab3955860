/** Unfinished files and databases beside their targets, in folders to which others can write. */
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginDatabase, beginFile, replaceFile } from '#core/unfinished-file.ts'
import { testFolder } from '../support/folder.ts'
import { needs } from '../support/needs.ts'
import { onAnyDay } from '../support/test-day.ts'

onAnyDay()
needs(process.platform !== 'win32', 'Windows has neither modes nor links for everyone')

let mask: number
beforeAll(() => {
  mask = process.umask(0)
})
afterAll(() => void process.umask(mask))

const denied = expect.objectContaining({ code: 'EACCES' }) as Error

/** A folder where others may rename what is not theirs, and a file that they may not touch. */
function sharedFolder(): { folder: string; target: string; precious: string } {
  const folder = testFolder()
  chmodSync(folder, 0o777)
  const precious = join(testFolder(), 'precious')
  writeFileSync(precious, 'precious', { mode: 0o600 })
  return { folder, target: join(folder, 'a'), precious }
}

const modeOf = (path: string): number => lstatSync(path).mode & 0o777
const only = (folder: string): string => {
  const names = readdirSync(folder)
  expect(names).toHaveLength(1)
  return join(folder, names[0]!)
}

describe('an unfinished file', () => {
  it('has another random name each time, and only this user can read it', () => {
    const { folder, target } = sharedFolder()
    const seen = [1, 2].map(() => {
      const file = beginFile(target)
      file.write('half')
      const path = only(folder)
      expect(modeOf(path)).toBe(0o600)
      file.discard()
      expect(readdirSync(folder)).toEqual([])
      return path
    })
    expect(new Set(seen).size).toBe(2)
  })

  it('replaces a link at its target, and not what the link leads to', () => {
    const { folder, target, precious } = sharedFolder()
    symlinkSync(precious, target)
    replaceFile(target, 'new')
    expect(lstatSync(target).isFile()).toBe(true)
    expect(readFileSync(target, 'utf8')).toBe('new')
    expect(readFileSync(precious, 'utf8')).toBe('precious')
    expect(modeOf(only(folder))).toBe(0o600)
  })

  it('gets no name once another file is in its place', () => {
    const { folder, target, precious } = sharedFolder()
    const file = beginFile(target)
    file.write('new')
    const path = only(folder)
    renameSync(path, join(folder, 'taken'))
    symlinkSync(precious, path)
    expect(() => file.finish()).toThrow(denied)
    file.discard()
    expect(readdirSync(folder)).toEqual(['taken'])
    expect(readFileSync(precious, 'utf8')).toBe('precious')
  })

  it('that cannot get its name is removed', () => {
    const { folder, target } = sharedFolder()
    mkdirSync(target)
    expect(() => replaceFile(target, 'new')).toThrow(expect.objectContaining({ syscall: 'rename' }))
    expect(readdirSync(folder)).toEqual(['a'])
  })
})

describe('an unfinished database', () => {
  it('is in a private folder with a random name', () => {
    const { folder, target } = sharedFolder()
    const database = beginDatabase(target)
    expect(modeOf(only(folder))).toBe(0o700)
    expect(modeOf(database.path)).toBe(0o600)
    writeFileSync(database.path, 'pages')
    writeFileSync(`${database.path}-journal`, 'pages')
    database.discard()
    expect(readdirSync(folder)).toEqual([])
  })

  it('leaves only the database, which this user alone can read', () => {
    const { folder, target, precious } = sharedFolder()
    symlinkSync(precious, target)
    const database = beginDatabase(target)
    writeFileSync(database.path, 'pages')
    chmodSync(database.path, 0o666)
    database.finish()
    database.discard()
    expect(only(folder)).toBe(target)
    expect(modeOf(target)).toBe(0o600)
    expect(readFileSync(target, 'utf8')).toBe('pages')
    expect(readFileSync(precious, 'utf8')).toBe('precious')
  })

  it('gets no name once another folder is in place of its own, of which nothing is removed', () => {
    const { folder, target } = sharedFolder()
    const database = beginDatabase(target)
    const path = only(folder)
    renameSync(path, join(folder, 'taken'))
    mkdirSync(path)
    writeFileSync(join(path, 'work'), 'precious')
    writeFileSync(database.path, 'another database')
    expect(() => database.finish()).toThrow(denied)
    database.discard()
    expect(existsSync(target)).toBe(false)
    expect(readFileSync(join(path, 'work'), 'utf8')).toBe('precious')
  })
})

describe('what a killed process left', () => {
  const some = '00000000-0000-4000-8000-000000000000'
  const left = {
    file: `a.unfinished-${some}`,
    folder: 'a.unfinished-AbC123',
    newer: 'a.unfinished-AbC124',
    another: `b.unfinished-${some}`,
    named: 'a.unfinished-letter',
    work: 'a.unfinished-AbC125',
  }

  /** Sets the times of a file and of its folder to an hour and a minute ago. */
  function age(path: string, now: number): void {
    for (const each of [path, join(path, 'copy.db')]) {
      if (existsSync(each)) utimesSync(each, now - 3_660, now - 3_660)
    }
  }

  function leave(): { folder: string; target: string; at: (name: keyof typeof left) => string } {
    const { folder, target } = sharedFolder()
    const at = (name: keyof typeof left) => join(folder, left[name])
    for (const name of ['file', 'another', 'named'] as const) writeFileSync(at(name), 'half')
    for (const name of ['folder', 'newer', 'work'] as const) {
      mkdirSync(at(name))
      writeFileSync(join(at(name), 'copy.db'), 'half')
    }
    writeFileSync(join(at('work'), 'work'), 'precious')
    const now = statSync(at('file')).mtimeMs / 1_000
    for (const name of Object.keys(left) as (keyof typeof left)[]) age(at(name), now)
    const copying = join(at('newer'), 'copy.db')
    utimesSync(copying, now, now)
    return { folder, target, at }
  }

  it.each([
    ['a file', (target: string) => replaceFile(target, 'new')],
    ['a database', (target: string) => beginDatabase(target).discard()],
  ])('for the same target is removed with the next one, %s', (_, write) => {
    const { folder, target, at } = leave()
    write(target)
    expect(
      readdirSync(folder)
        .filter((name) => name !== 'a')
        .toSorted(),
    ).toEqual([left.newer, left.another, left.named, left.work].toSorted())
    expect(readdirSync(at('work'))).toEqual(['work'])
  })

  it('less than an hour ago stays', () => {
    const { folder, target } = sharedFolder()
    writeFileSync(join(folder, left.file), 'half')
    replaceFile(target, 'new')
    expect(readdirSync(folder).toSorted()).toEqual(['a', left.file])
  })

  it('stays where it is another user’s', ({ skip }) => {
    skip(process.getuid!() !== 0, 'only root can give a file to someone else')
    const { target, at } = leave()
    for (const name of ['file', 'folder'] as const) chownSync(at(name), 65534, 65534)
    replaceFile(target, 'new')
    expect(readFileSync(at('file'), 'utf8')).toBe('half')
    expect(readdirSync(at('folder'))).toEqual(['copy.db'])
  })
})
