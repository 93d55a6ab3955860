import { app, dialog } from 'electron'
import { takeDataFolder } from '#core/private-folder.ts'
import { toStorageFailure } from '#shared/storage-problem.ts'

/**
 * Returns why the app must not open here, in words for the person, or null. Creates the data folder:
 * nothing is written to it, not even the instance lock, before it is known to be this user's.
 * @param noSandbox what to say of an AppImage without a sandbox
 */
export function reasonNotToOpen(home: string, noSandbox: string): string | null {
  if (isWithoutSandbox()) return noSandbox
  try {
    const taken = takeDataFolder(home)
    return taken.ok ? null : taken.error.message
  } catch (reason) {
    return toStorageFailure(reason)?.message ?? String(reason)
  }
}

/**
 * Returns whether the launcher of an AppImage turned the sandbox off, which it does where the
 * system lets no program set one up.
 */
const isWithoutSandbox = (): boolean =>
  process.env['APPIMAGE'] !== undefined && process.argv.includes('--no-sandbox')

/** Shows the reason instead of a window, and exits with 2. */
export async function refuseToOpen(title: string, reason: string): Promise<void> {
  process.stderr.write(`${title}. ${reason}\n`)
  // On Linux no box is shown before that.
  await app.whenReady()
  dialog.showErrorBox(title, reason)
  app.exit(2)
}
