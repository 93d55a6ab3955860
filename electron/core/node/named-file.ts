/** Writes files that a person or a script names, which may be links, pipes, or devices. */
import { randomUUID } from 'node:crypto'
import {
  access,
  chmod,
  chown,
  constants,
  open,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  type FileHandle,
} from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { fail, type Result } from '#shared/errors.ts'

/** Appends to the file. */
type Put = (content: string | Uint8Array) => Promise<void>
type Write<Value> = (put: Put) => Promise<Result<Value>>

/**
 * Writes what `write` puts. An existing file is replaced when everything is written, and keeps its
 * mode and, where possible, its owner; a new one is readable by this user only. A link stays, and
 * its target is written. Pipes and devices are written directly.
 *
 * When the file cannot be written, or `write` fails, the old content stays and no other file is
 * left. Fails with `validation` where the system refuses.
 *
 * @param options.replaces false: fails where a file exists. Default: true
 */
export async function writeNamedFile<Value>(
  file: string,
  write: Write<Value>,
  { replaces = true } = {},
): Promise<Result<Value>> {
  const path = resolve(file)
  try {
    const target = await followLinks(path)
    const existing = await stat(path).catch(() => null)
    if (existing && (!existing.isFile() || isDescriptor(target))) return await directly(path, write)
    if (existing && !replaces) {
      return fail('validation', `${path} already exists. Use another file`)
    }
    return await atomically(target, existing, write)
  } catch (reason) {
    const { code, syscall } = reason as NodeJS.ErrnoException
    if (code === undefined || syscall === undefined) throw reason
    return fail('validation', problemWith(path, code))
  }
}

/**
 * Returns the path that a chain of links leads to, whether or not a file exists there. Throws the
 * system's error where a folder is missing or the links form a loop.
 */
async function followLinks(path: string, mostLinks = 40): Promise<string> {
  const folder = await realpath(dirname(path))
  const here = join(folder, basename(path))
  const link = await readlink(here).catch(() => null)
  if (link === null || isDescriptor(here)) return here
  if (mostLinks === 0) {
    throw Object.assign(new Error('too many links'), { code: 'ELOOP', syscall: 'readlink' })
  }
  return followLinks(resolve(folder, link), mostLinks - 1)
}

/** True for what a process has open, like `/dev/fd/3`: replacing its file would not reach it. */
const isDescriptor = (path: string): boolean => path.startsWith('/proc/')

/** Returns the full path of a file, which for a link is that of its target. */
export async function namedPath(file: string): Promise<string> {
  const path = resolve(file)
  return followLinks(path).catch(() => path)
}

async function directly<Value>(path: string, write: Write<Value>): Promise<Result<Value>> {
  const handle = await open(path, 'a')
  try {
    return await write((content) => handle.appendFile(content))
  } finally {
    await handle.close()
  }
}

interface Existing {
  mode: number
  uid: number
  gid: number
}

async function atomically<Value>(
  target: string,
  existing: Existing | null,
  write: Write<Value>,
): Promise<Result<Value>> {
  if (existing) await access(target, constants.W_OK)
  const unfinished = `${target}.${randomUUID()}.part`
  let handle: FileHandle | undefined
  try {
    handle = await open(unfinished, 'wx', 0o600)
    const opened = handle
    const written = await write((content) => opened.appendFile(content))
    if (written.ok) {
      await handle.sync()
      if (existing) await copyAccess(unfinished, existing)
      await handle.close()
      await rename(unfinished, target)
    }
    return written
  } finally {
    await handle?.close().catch(() => undefined)
    if (handle) await rm(unfinished, { force: true }).catch(() => undefined)
  }
}

/** Where the group cannot be kept, another one does not get its rights. */
async function copyAccess(file: string, { mode, uid, gid }: Existing): Promise<void> {
  const own = await stat(file)
  if (own.uid !== uid) await chown(file, uid, -1).catch(() => undefined)
  const isGroupKept =
    own.gid === gid ||
    (await chown(file, -1, gid).then(
      () => true,
      () => false,
    ))
  await chmod(file, isGroupKept ? mode & 0o777 : mode & 0o707)
}

/** The sentence for what the system answered when a file was written. */
function problemWith(path: string, code: string): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `Can’t write ${path}: the disk is full. Free up some space or use another file`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `Can’t write ${path}: permission denied. Use another file`
    case 'ENOENT':
    case 'ENOTDIR':
      return `Can’t write ${path}: its folder doesn’t exist. Create it or use another file`
    case 'EISDIR':
      return `Can’t write ${path}: it’s a folder. Add the name of a file`
    default:
      return `Can’t write ${path} (${code}). Use another file`
  }
}
