import { writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { app, dialog, type BrowserWindow } from 'electron'
import { fail, ok, type Result } from '#shared/errors.ts'

/**
 * Asks where, and prints the window's page there. Answers the file; null when the person took it
 * back. Refuses with `conflict` when the page cannot be printed, or the file not be written there.
 *
 * @param name of the file, without its ending
 */
export async function savePdf(window: BrowserWindow, name: string): Promise<Result<string | null>> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    defaultPath: join(app.getPath('documents'), `${plainName(name)}.pdf`),
    filters: [{ name: 'PDF', extensions: ['pdf'] }],
  })
  if (canceled || filePath === '') return ok(null)
  const pdf = await window.webContents
    .printToPDF({
      pageSize: 'A4',
      printBackground: true,
      preferCSSPageSize: true,
      generateTaggedPDF: true,
    })
    .catch(() => null)
  if (pdf === null) {
    return fail('conflict', 'Couldn’t print the page. Close other programs and try again')
  }
  // Dialogs of Linux leave the ending to the person.
  const file = extname(filePath) === '' ? `${filePath}.pdf` : filePath
  try {
    await writeFile(file, pdf)
  } catch {
    return fail('conflict', `Couldn’t save ${file}. Choose another folder`)
  }
  return ok(file)
}

/** Without what some file system keeps for itself. */
const plainName = (name: string): string =>
  name.replaceAll(/[\p{Control}<>:"/\\|?*]+/gu, ' ').trim() || 'Stint'
