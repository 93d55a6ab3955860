/**
 * The journal beside the database: every record that the service does not have in its present form,
 * so that the loss of the database file loses none of them. It follows the marks that each commit
 * leaves (migration 0130) and is written shortly after the commit, off the main thread: waiting for
 * the disk a second time in every save would double the cost of saving.
 *
 * Each line holds a whole record and the newest mark at its time, so that a line is either newer
 * than a database or already in it: replay-journal.ts restores what is newer, and nothing twice.
 */
import { open } from 'node:fs/promises'
import type { Clock, Log } from '../ports.ts'
import { formatJournalHead, readJournalExtent } from './journal-format.ts'
import { openJournalSource, type JournalSource } from './journal-source.ts'

export interface Journal {
  /** Reports a commit: it is written to the journal shortly afterwards. */
  wake(): void
  /** Resolves when everything committed so far is written; false when the disk refused. */
  flush(): Promise<boolean>
  /** Runs while nothing is written, so that the file may be replaced. */
  alone<T>(run: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface JournalOptions {
  database: string
  file: string
  /** Identity of the database (database-identity.ts). */
  identity: string
  /** The newest mark of the database before the journal: the start of a journal that is new. */
  since: number
  /** True when the database may have marks that the journal lacks. */
  isJournalBehind: boolean
  clock: Clock
  log: Log
}

/** Commits within this many milliseconds are written together. */
const gathering = 100
/** Pause after the disk refused, milliseconds. */
const pauseAfterRefusal = 2_000
export function openJournal(options: JournalOptions): Journal {
  const { file, identity, clock, log } = options
  const closing = new AbortController()
  let ends = readJournalExtent(file)
  let source: JournalSource | null = null
  let position = ends.database === identity ? ends.position : 0
  /** False while nothing can have been committed since the last look: most commands only read. */
  let isDue = options.isJournalBehind
  let waiting: Promise<void> | null = null
  let writing: Promise<boolean> = Promise.resolve(true)

  async function write(text: string): Promise<void> {
    // Opened for each write, because a compacted journal may have replaced the file.
    // eslint-disable-next-line no-restricted-syntax -- in the account's folder, which is private
    const handle = await open(file, 'a', 0o600)
    try {
      const lead = ends.isWhole ? '' : '\n'
      ends = { ...ends, isWhole: false }
      const head = ends.database === identity ? '' : formatJournalHead(identity, options.since)
      await handle.appendFile(lead + head + text)
      await handle.datasync()
      ends = { database: identity, position, isWhole: true }
    } finally {
      await handle.close()
    }
  }

  async function writeAll(): Promise<boolean> {
    if (!isDue) return true
    try {
      source ??= openJournalSource(options.database)
      for (;;) {
        isDue = false
        const due = source.next(position)
        if (!due) return true
        isDue = true
        await write(due.text)
        position = due.position
        source.written(due)
      }
    } catch (thrown) {
      isDue = true
      log.warn('couldn’t write the journal', { file, why: String(thrown) })
      return false
    }
  }

  function flush(): Promise<boolean> {
    writing = writing.then(writeAll)
    return writing
  }

  async function gather(): Promise<void> {
    await clock.sleep(gathering, closing.signal)
    if (closing.signal.aborted) return
    waiting = null
    if (await flush()) return
    await clock.sleep(pauseAfterRefusal, closing.signal)
    wake()
  }

  function wake(): void {
    isDue = true
    if (!closing.signal.aborted) waiting ??= gather()
  }

  return {
    wake,
    flush() {
      isDue = true
      return flush()
    },
    alone(run) {
      const turn = writing.then(run)
      writing = turn.then(
        () => true,
        () => true,
      )
      return turn
    },
    async close() {
      closing.abort()
      await waiting
      await flush()
      source?.close()
    },
  }
}
