/** Writes files that a person or a script names, which may be links, pipes, or devices. */
import { fchmodSync, fchownSync, fstatSync, type Stats } from 'node:fs'
import { access, constants, lstat, open, readlink, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { fail, type Result } from '#shared/errors.ts'
import { sentence, type Sentence } from '#shared/sentences/sentence.ts'
import { beginFile } from '../unfinished-file.ts'

/** Appends to the file. */
type Put = (content: string | Uint8Array) => Promise<void>
type Write<Value> = (put: Put) => Promise<Result<Value>>

/**
 * Writes what `write` puts. An existing file is replaced when everything is written, and keeps its
 * mode and, where possible, its owner; a new one is readable by this user only. A link stays, and
 * its target is written. Pipes and devices are written directly. Links and pipes that other users
 * have put into a shared folder are refused.
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
    const existing = await stat(target).catch(() => null)
    if (existing && (!existing.isFile() || isDescriptor(target))) {
      return await directly(target, existing, write)
    }
    if (existing && !replaces) {
      return fail('validation', '{file} already exists. Use another file', { file: path })
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
  await refusePlanted(here)
  if (mostLinks === 0) {
    throw Object.assign(new Error('too many links'), { code: 'ELOOP', syscall: 'readlink' })
  }
  return followLinks(resolve(folder, link), mostLinks - 1)
}

/**
 * Throws EACCES for a link or a pipe that another user has put into a folder to which others can
 * write: it would lead to a file that the person did not name, or hand over what is written.
 */
async function refusePlanted(path: string): Promise<void> {
  const { uid } = await lstat(path)
  const { mode } = await stat(dirname(path))
  const isShared = (mode & 0o022) !== 0
  // Windows has no user ids.
  const user = process.getuid?.() ?? uid
  if (!isShared || uid === user || uid === 0) return
  throw denied()
}

const denied = (): Error =>
  Object.assign(new Error('another user may have put it there'), {
    code: 'EACCES',
    syscall: 'open',
  })

/** True for what a process has open, like `/dev/fd/3`: replacing its file would not reach it. */
const isDescriptor = (path: string): boolean => path.startsWith('/proc/')

/** Returns the full path of a file, which for a link is that of its target. */
export async function namedPath(file: string): Promise<string> {
  const path = resolve(file)
  return followLinks(path).catch(() => path)
}

async function directly<Value>(
  target: string,
  existing: Stats,
  write: Write<Value>,
): Promise<Result<Value>> {
  await refusePlanted(target)
  // eslint-disable-next-line no-restricted-syntax -- creates nothing, and is compared below
  const handle = await open(target, constants.O_WRONLY | constants.O_APPEND)
  try {
    const opened = await handle.stat()
    if (opened.isFile() !== existing.isFile()) throw denied()
    return await write((content) => handle.appendFile(content))
  } finally {
    await handle.close()
  }
}

async function atomically<Value>(
  target: string,
  existing: Stats | null,
  write: Write<Value>,
): Promise<Result<Value>> {
  if (existing) await access(target, constants.W_OK)
  const file = beginFile(target)
  try {
    const written = await write(async (content) => file.write(content))
    if (written.ok) {
      if (existing) copyAccess(file.descriptor, existing)
      file.finish()
    }
    return written
  } finally {
    file.discard()
  }
}

/** Where the group cannot be kept, another one does not get its rights. */
function copyAccess(descriptor: number, { mode, uid, gid }: Stats): void {
  const own = fstatSync(descriptor)
  const gives = (user: number, group: number) => {
    try {
      fchownSync(descriptor, user, group)
      return true
    } catch {
      return false
    }
  }
  if (own.uid !== uid) gives(uid, -1)
  const isGroupKept = own.gid === gid || gives(-1, gid)
  fchmodSync(descriptor, isGroupKept ? mode & 0o777 : mode & 0o707)
}

/** The sentence for what the system answered when a file was written. */
function problemWith(path: string, code: string): Sentence {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return sentence(
        'Can’t write {file}: the disk is full. Free up some space or use another file',
        { file: path },
      )
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return sentence('Can’t write {file}: permission denied. Use another file', { file: path })
    case 'ENOENT':
    case 'ENOTDIR':
      return sentence(
        'Can’t write {file}: its folder doesn’t exist. Create it or use another file',
        { file: path },
      )
    case 'EISDIR':
      return sentence('Can’t write {file}: it’s a folder. Add the name of a file', { file: path })
    default:
      return sentence('Can’t write {file} ({code}). Use another file', { file: path, code })
  }
}
