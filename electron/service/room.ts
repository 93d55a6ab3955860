/** Whether the database has room for what is written: as the disk and the last refusals say. */
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isOutOfRoom } from '#core/store/dialect.ts'
import type { Log } from '#core/ports.ts'

export interface Room {
  /** Hears what was thrown; answers whether it was for want of room. */
  isMissing(cause: unknown): boolean
  /**
   * False while the disk is nearly full, and for a while after something could not be kept, unless
   * something was kept since.
   */
  isThere(): Promise<boolean>
  /** Something was kept. */
  found(): void
}

export interface Disk {
  /** Bytes that may still be written. */
  free: number
  /** Bytes of all of it. */
  size: number
}

/** Milliseconds after which it is tried again whether there is room. */
const patience = 30_000

/**
 * The disk is nearly full below this many bytes, or this share of a small one: enough for the log
 * beside a SQLite file to be written out, and for somebody to do something about it.
 */
const reserve = { bytes: 64 * 1024 ** 2, share: 0.05 }

/**
 * @param now epoch milliseconds
 * @param disk what the database lies on; null where that is a server's to know
 */
export function createRoom({
  log,
  now,
  disk,
}: {
  log: Log
  now(): number
  disk: (() => Promise<Disk>) | null
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
      if (!isOutOfRoom(cause)) return false
      if (!wasRefused()) log.warn('the disk of the database has no room', { cause: String(cause) })
      missingAt = now()
      return true
    },
    isThere: async () => !wasRefused() && !(await isLow()),
    found: () => (missingAt = null),
  }
}

/** The disk that a file is on. */
export async function diskOf(file: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(dirname(file))
  return { free: bavail * bsize, size: blocks * bsize }
}
