import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from '#shared/resources/zod.ts'
import { writePrivateFile } from '#core/node/private-file.ts'
import type { Clock, Log } from '#core/ports.ts'

/** A window that may reconnect. `seen` is when it was last connected, in epoch milliseconds. */
export interface KeptWindow {
  /** The SHA-256 of the window's session, in hexadecimal. */
  key: string
  seen: number
}

/** What the browser host of a data folder remembers from one launch to the next. */
export interface KeptWindows {
  /** The port of the launch before; undefined at the first one. */
  port: number | undefined
  /** The windows of `port`: a page belongs to the address that it came from. */
  windowsAt(port: number): KeptWindow[]
  /**
   * Writes them down, without those that nobody saw for a week. Resolves when these or newer ones
   * are in the file, and also when that failed, which is logged.
   */
  keep(port: number, windows: KeptWindow[]): Promise<void>
  /** Resolves when everything is written. */
  settled(): Promise<void>
}

const week = 7 * 24 * 60 * 60 * 1000

const content = z.object({
  port: z.int().min(1).max(65535),
  windows: z.array(z.object({ key: z.string().regex(/^[0-9a-f]{64}$/), seen: z.number() })),
})

/**
 * Opens `browser.windows` of the data folder, a file of mode 0600. One that is missing or cannot
 * be read is as good as none: its windows have to be opened anew.
 */
export async function openKeptWindows(
  home: string,
  clock: Pick<Clock, 'now'>,
  log: Log,
): Promise<KeptWindows> {
  const path = join(home, 'browser.windows')
  const before = await read(path)
  const isRecent = ({ seen }: KeptWindow) => clock.now() - seen <= week
  let writing = Promise.resolve()
  /** What the file is to say next; undefined when it says the newest already. */
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
    return content.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return undefined
  }
}
