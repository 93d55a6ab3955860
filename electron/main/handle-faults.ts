/** Handles faults: they are logged on this computer, and nothing is sent. */
import { join } from 'node:path'
import { app, crashReporter, dialog } from 'electron'
import type { Log } from '#core/ports.ts'
import type { DesktopMessages } from './messages/index.ts'

/**
 * Writes dumps of crashed processes to the folder `crashes` of the data folder, and creates it;
 * nothing is sent. Has to be called before the app is ready.
 */
export function storeCrashDumps(home: string): void {
  app.setPath('crashDumps', join(home, 'crashes'))
  crashReporter.start({ uploadToServer: false })
}

/**
 * Keeps the program running after an uncaught fault: what was saved is in the database, and what a
 * listener missed comes with the next event. Shows a message for the first one of a run.
 */
export function handleFaults(log: Log, words: () => DesktopMessages): void {
  let isTold = false
  process.on('uncaughtException', (fault) => {
    log.warn('an uncaught exception', { fault: fault.stack ?? String(fault) })
    if (isTold || !app.isReady()) return
    isTold = true
    const { title, text, ok } = words().fault
    void dialog.showMessageBox({ type: 'warning', message: title, detail: text, buttons: [ok] })
  })
  process.on('unhandledRejection', (reason) => {
    const fault = reason instanceof Error ? reason.stack : String(reason)
    log.warn('an unhandled rejection', { fault })
  })
  app.on('child-process-gone', (_event, { type, reason, exitCode, name }) => {
    if (reason === 'clean-exit') return
    log.warn('a process of the app has ended', { type, reason, exitCode, name })
  })
}
