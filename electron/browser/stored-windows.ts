import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from '#shared/resources/zod.ts'
import { parseJson } from '#shared/rules/parse-json.ts'
import { writePrivateFile } from '#core/node/private-file.ts'
import type { Clock, Log } from '#core/ports.ts'

/** A window that may reconnect. `seen` is when it was last connected, in epoch milliseconds. */
export interface StoredWindow {
  /** The SHA-256 of the window's session key, in hexadecimal. */
  key: string
  seen: number
}

/** What the browser host of a data folder stores from one launch to the next. */
export interface StoredWindows {
  /** The port of the launch before; undefined on the first launch. */
  port: number | undefined
  /** Returns the windows of `port`: a page belongs to the origin that it came from. */
  windowsAt(port: number): StoredWindow[]
  /**
   * Stores the windows, without those last seen more than a week ago. Resolves when these or newer
   * ones are in the file, and also when writing failed, which is logged.
   */
  keep(port: number, windows: StoredWindow[]): Promise<void>
  /** Resolves when all writes are done. */
  settled(): Promise<void>
}

const week = 7 * 24 * 60 * 60 * 1000

const content = z.object({
  port: z.int().min(1).max(65535),
  windows: z.array(z.object({ key: z.string().regex(/^[0-9a-f]{64}$/), seen: z.number() })),
})

/**
 * Opens `browser.windows` of the data folder, a file of mode 0600. A missing or unreadable one
 * counts as empty: its windows have to be reopened by hand.
 */
export async function openStoredWindows(
  home: string,
  clock: Pick<Clock, 'now'>,
  log: Log,
): Promise<StoredWindows> {
  const path = join(home, 'browser.windows')
  const before = await read(path)
  const isRecent = ({ seen }: StoredWindow) => clock.now() - seen <= week
  let writing = Promise.resolve()
  /** The content to write next; undefined when the file is up to date. */
  let next: string | undefined

  async function write(): Promise<void> {
    if (next === undefined) return
    const text = next
    next = undefined
    await writePrivateFile(path, text).catch((reason: unknown) =>
      log.warn('couldn’t save the windows', { reason: String(reason) }),
    )
  }

  return {
    port: before?.port,
    windowsAt: (port) => (port === before?.port ? before.windows.filter(isRecent) : []),
    keep(port, windows) {
      next = JSON.stringify({ port, windows: windows.filter(isRecent) })
      return (writing = writing.then(write))
    },
    settled: () => writing,
  }
}

async function read(path: string): Promise<z.output<typeof content> | undefined> {
  try {
    return content.parse(parseJson(await readFile(path, 'utf8')))
  } catch {
    return undefined
  }
}
