import { extname, join } from 'node:path'
import { app, dialog, type BrowserWindow } from 'electron'
import { writeNamedFile } from '#core/node/named-file.ts'
import { fail, ok, type Result } from '#shared/errors.ts'

/**
 * Asks for a path and prints the window's page there; an existing file is replaced once everything
 * is written. Returns the path; null when the person cancelled. Fails with `conflict` when the page
 * cannot be printed, or the file cannot be written.
 *
 * @param name of the file, without its extension
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
  // Save dialogs on Linux do not add the extension.
  const file = extname(filePath) === '' ? `${filePath}.pdf` : filePath
  const saved = await writeNamedFile(file, async (put) => ok(await put(pdf)))
  return saved.ok ? ok(file) : fail('conflict', `Couldn’t save ${file}. Choose another folder`)
}

/** Replaces characters that some file system reserves. */
const plainName = (name: string): string =>
  name.replaceAll(/[\p{Control}<>:"/\\|?*]+/gu, ' ').trim() || 'Stint'
