import { app, dialog } from 'electron'
import type { DesktopMessages } from './messages/index.ts'

/**
 * Returns whether the launcher of an AppImage turned the sandbox off, which it does where the
 * system lets no program set one up.
 */
export const isWithoutSandbox = (): boolean =>
  process.env['APPIMAGE'] !== undefined && process.argv.includes('--no-sandbox')

/** Shows the remedy instead of a window, and exits with 2. */
export async function showSandboxRemedy({
  title,
  noSandbox,
}: DesktopMessages['opening']): Promise<void> {
  process.stderr.write(`${title}. ${noSandbox}\n`)
  // On Linux no box is shown before that.
  await app.whenReady()
  dialog.showErrorBox(title, noSandbox)
  app.exit(2)
}
