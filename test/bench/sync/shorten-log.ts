/** Checkpoints the WAL of a database into its file, as the app does (backup/database-keeper.ts). */
import { setTimeout as pause } from 'node:timers/promises'
import { walSize, walSizeThreshold } from '#core/backup/wal-checkpoint.ts'
import { runOffThread } from '#core/node/run-off-thread.ts'

const betweenLooks = 100

/** Starts it; the returned function ends it. */
export function shortenLog(file: string): () => Promise<void> {
  const over = new AbortController()

  async function run(): Promise<void> {
    while (!over.signal.aborted) {
      if (walSize(file) >= walSizeThreshold) await runOffThread('database.checkpoint', { file })
      await pause(betweenLooks)
    }
  }

  const running = run()
  return () => {
    over.abort()
    return running
  }
}
