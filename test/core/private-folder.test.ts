import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { makePrivateFolder, takeDataFolder } from '#core/private-folder.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'stint-folder-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
})

const modeOf = (path: string) => statSync(path).mode & 0o777

describe('a private folder', () => {
  it('is created with those above it, each for this user alone', () => {
    makePrivateFolder(join(root, 'one', 'two'))
    expect([modeOf(join(root, 'one')), modeOf(join(root, 'one', 'two'))]).toEqual([0o700, 0o700])
  })

  it('is left as it is where it exists', () => {
    chmodSync(root, 0o750)
    makePrivateFolder(root)
    expect(modeOf(root)).toBe(0o750)
  })

  it('is refused in the place of a file, and below one', () => {
    writeFileSync(join(root, 'file'), '')
    expect(() => makePrivateFolder(join(root, 'file'))).toThrow('EEXIST')
    expect(() => makePrivateFolder(join(root, 'file', 'below'))).toThrow('EEXIST')
  })

  it('is refused in a folder that takes none', ({ skip }) => {
    skip(process.platform !== 'linux', 'only Linux has such a folder')
    expect(() => makePrivateFolder('/proc/stint')).toThrow('ENOENT')
    expect(() => takeDataFolder('/proc/stint/below')).toThrow('ENOENT')
  })
})
