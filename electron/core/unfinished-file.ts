/**
 * Files that get their name when they are complete. Until then each is beside its target under a
 * random name, and only this user can read it. So those who may write to the same folder can
 * neither read it nor put a file or a link of their own in its place.
 */
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
  type Stats,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

export interface UnfinishedFile {
  readonly descriptor: number
  write(content: string | Uint8Array): void
  /** Syncs the file to the disk and gives it its name; an existing file is replaced. */
  finish(): void
  /** Removes the file unless it is finished. */
  discard(): void
}

/** Creates an unfinished file, and removes those that killed processes left for this target. */
export function beginFile(target: string): UnfinishedFile {
  const path = `${unfinishedPrefix(target)}${randomUUID()}`
  const descriptor = openSync(path, 'wx', 0o600)
  const begun = fstatSync(descriptor)
  removeLeftovers(target, begun)
  let isOpen = true
  const close = () => {
    if (!isOpen) return
    isOpen = false
    closeSync(descriptor)
  }
  return {
    descriptor,
    write: (content) => writeFileSync(descriptor, content),
    finish() {
      fsyncSync(descriptor)
      requireSame(begun, lstatSync(path))
      close()
      renameSync(path, target)
    },
    discard() {
      close()
      rmSync(path, { force: true })
    },
  }
}

/** Replaces a file as a whole; the new one is readable by this user only. */
export function replaceFile(target: string, content: string): void {
  const file = beginFile(target)
  try {
    file.write(content)
    file.finish()
  } finally {
    file.discard()
  }
}

export interface UnfinishedDatabase {
  /** An empty file in a private folder, where SQLite can create others beside it. */
  readonly path: string
  /** Syncs the database to the disk and gives it its name. */
  finish(): void
  /** Removes the folder, and the database unless it is finished. */
  discard(): void
}

/** The same for a database, which SQLite opens by its path. */
export function beginDatabase(target: string): UnfinishedDatabase {
  const folder = mkdtempSync(unfinishedPrefix(target))
  const begun = lstatSync(folder)
  removeLeftovers(target, begun)
  const path = join(folder, databaseName)
  const discard = () => removeDatabaseFolder(folder)
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (thrown) {
    discard()
    throw thrown
  }
  return {
    path,
    finish() {
      requireSame(begun, lstatSync(folder))
      publishFile(path, target)
    },
    discard,
  }
}

/** Makes a file private, syncs it to the disk, and renames it. */
export function publishFile(file: string, name: string): void {
  chmodSync(file, 0o600)
  fsyncPath(file)
  renameSync(file, name)
  fsyncPath(dirname(name))
}

/** Syncs a file or folder to the disk. */
export function fsyncPath(path: string): void {
  // Windows cannot open a folder; the rename is all that is possible there.
  if (process.platform === 'win32') return
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Throws EACCES unless both are one file: where a folder has no sticky bit, others can replace a
 * file in it. Windows has other rights, and does not always report the same numbers.
 */
function requireSame(before: Stats, now: Stats): void {
  if (process.platform === 'win32') return
  if (before.dev === now.dev && before.ino === now.ino) return
  throw Object.assign(new Error('another file is in its place'), {
    code: 'EACCES',
    syscall: 'open',
  })
}

const unfinishedPrefix = (target: string): string => `${target}.unfinished-`
const databaseName = 'copy.db'

/** What follows the prefix: of a file, a UUID; of a folder, the six characters of `mkdtemp`. */
const randomPart = { file: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/, folder: /^[\dA-Za-z]{6}$/ }

/** Milliseconds without a change after which an unfinished file was left by a killed process. */
const abandonedAfter = 60 * 60_000

/** Removes what this user left for the target. Its age is that of the file system's clock. */
function removeLeftovers(target: string, { mtimeMs: now, uid }: Stats): void {
  const prefix = basename(unfinishedPrefix(target))
  try {
    for (const name of readdirSync(dirname(target))) {
      if (!name.startsWith(prefix)) continue
      const path = join(dirname(target), name)
      const left = lstatSync(path)
      const random = randomPart[left.isDirectory() ? 'folder' : 'file']
      if (!random.test(name.slice(prefix.length)) || left.uid !== uid) continue
      if (now - lastChange(path, left) <= abandonedAfter) continue
      if (left.isDirectory()) removeDatabaseFolder(path)
      else rmSync(path, { force: true })
    }
  } catch {
    // The folder can't be listed, or another process was faster.
  }
}

function lastChange(path: string, left: Stats): number {
  const inside = left.isDirectory() ? join(path, databaseName) : path
  return (lstatSync(inside, { throwIfNoEntry: false }) ?? left).mtimeMs
}

/** Removes nothing else: others may have put another folder of this user in its place. */
function removeDatabaseFolder(folder: string): void {
  try {
    for (const suffix of ['', '-journal', '-wal', '-shm']) {
      rmSync(join(folder, databaseName + suffix), { force: true })
    }
    rmdirSync(folder)
  } catch {
    // It is not the folder that was made.
  }
}
