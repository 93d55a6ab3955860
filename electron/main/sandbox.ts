import { app, dialog } from 'electron'
import type { HostWords } from './words/index.ts'

/**
 * Whether the launcher of an AppImage took the sandbox away, which it does by itself where the
 * system lets no program set one up.
 */
export const isWithoutSandbox = (): boolean =>
  process.env['APPIMAGE'] !== undefined && process.argv.includes('--no-sandbox')

/** Says what to do, where nothing is opened, and ends. */
export async function tellSandboxRemedy({ title, noSandbox }: HostWords['opening']): Promise<void> {
  process.stderr.write(`${title}. ${noSandbox}\n`)
  // Before that, Linux shows no box.
  await app.whenReady()
  dialog.showErrorBox(title, noSandbox)
  app.exit(2)
}
