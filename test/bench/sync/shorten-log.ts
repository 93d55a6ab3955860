/** Moves the log of a database into its file, as the app does it (backup/database-keeper.ts). */
import { setTimeout as pause } from 'node:timers/promises'
import { logLength, longLog } from '#core/backup/wal-checkpoint.ts'
import { offThread } from '#core/node/run-off-thread.ts'

const betweenLooks = 100

/** Begins; the answer ends it. */
export function shortenLog(file: string): () => Promise<void> {
  const over = new AbortController()

  async function run(): Promise<void> {
    while (!over.signal.aborted) {
      if (logLength(file) >= longLog) await offThread('database.checkpoint', { file })
      await pause(betweenLooks)
    }
  }

  const running = run()
  return () => {
    over.abort()
    return running
  }
}
