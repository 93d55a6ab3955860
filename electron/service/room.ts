/** Tracks whether the database has room for writes, by the disk and by recent failures. */
import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isOutOfRoom } from '#core/store/database/dialect.ts'
import type { Log } from '#core/ports.ts'

export interface Room {
  /** Returns whether this error was thrown because there was no room. */
  isMissing(cause: unknown): boolean
  /**
   * False while the disk is nearly full, and for a while after a write failed, unless another
   * succeeded since.
   */
  isThere(): Promise<boolean>
  /** Called when a write succeeded. */
  found(): void
}

export interface Disk {
  /** Bytes that can still be written. */
  free: number
  /** Bytes of the whole disk. */
  size: number
}

/** Milliseconds after which writing is tried again. */
const patience = 30_000

/**
 * The disk is nearly full below this many bytes, or this share of a small one: enough to move the
 * write-ahead log into the SQLite file, and for the operator to react.
 */
const reserve = { bytes: 64 * 1024 ** 2, share: 0.05 }

/** SQLite says only this for a write that the disk refused because of a quota. */
const isRefusedWrite = (cause: unknown): boolean =>
  /^SQLITE_IOERR_(WRITE|FSYNC|TRUNCATE|SHMSIZE)$/.test(
    String((cause as { code?: unknown } | null)?.code),
  )

/**
 * @param now epoch milliseconds
 * @param disk the disk of the database; null when only a database server knows it
 * @param isFull tries whether the disk of the database refuses a small file for lack of room
 */
export function createRoom({
  log,
  now,
  disk,
  isFull = () => false,
}: {
  log: Log
  now(): number
  disk: (() => Promise<Disk>) | null
  isFull?: (() => boolean) | undefined
}): Room {
  let missingAt: number | null = null
  let wasLow = false
  const wasRefused = () => missingAt !== null && now() - missingAt < patience

  async function isLow(): Promise<boolean> {
    if (disk === null) return false
    const { free, size } = await disk()
    const low = free < Math.min(reserve.bytes, size * reserve.share)
    if (low && !wasLow) log.warn('the disk of the database is nearly full', { free, size })
    wasLow = low
    return low
  }

  return {
    isMissing(cause) {
      if (!isOutOfRoom(cause) && !(isRefusedWrite(cause) && isFull())) return false
      if (!wasRefused()) log.warn('the disk of the database has no room', { cause: String(cause) })
      missingAt = now()
      return true
    },
    isThere: async () => !wasRefused() && !(await isLow()),
    found: () => (missingAt = null),
  }
}

/** The disk of a file. */
export async function diskOf(file: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(dirname(file))
  return { free: bavail * bsize, size: blocks * bsize }
}

/** True when a small new file beside this one is refused for lack of room, or by a quota. */
export function isDiskFull(file: string): boolean {
  const path = `${file}.room-${randomUUID()}`
  try {
    const descriptor = openSync(path, 'wx', 0o600)
    try {
      writeSync(descriptor, new Uint8Array(4096))
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    return false
  } catch (cause) {
    return isOutOfRoom(cause)
  } finally {
    rmSync(path, { force: true })
  }
}
