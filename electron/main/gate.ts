import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron'
import type { Core } from '#core/core.ts'
import { fail } from '#shared/errors.ts'
import { appOrigin } from './app-protocol.ts'

/**
 * The wire between windows and the core. Every call is judged by the frame that made it: only the
 * main frame of a page of ours gets an answer.
 *
 * @param windows the contents that hear the core's events
 */
export function openGate(core: Core, windows: () => WebContents[]): void {
  ipcMain.handle('stint:call', (event, name: unknown, input: unknown) =>
    isOurs(event) && typeof name === 'string'
      ? core.call(name, input)
      : fail('refused-sender', 'Only Stint’s own windows may ask this'),
  )
  core.on((event) => {
    for (const contents of windows()) contents.send('stint:event', event)
  })
}

function isOurs({ senderFrame, sender }: IpcMainInvokeEvent): boolean {
  if (senderFrame === null || senderFrame !== sender.mainFrame) return false
  const url = URL.parse(senderFrame.url)
  return url !== null && `${url.protocol}//${url.host}` === appOrigin
}
