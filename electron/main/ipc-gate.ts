import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron'
import type { Core } from '#core/core.ts'
import { fail, ok, type Result } from '#shared/errors.ts'
import { parseJson } from '#shared/rules/parse-json.ts'
import { isOurPage } from './app-protocol.ts'

/** Notes have at most 10,000 characters; no call of a window comes near this. */
const largestArgument = 1024 * 1024

/**
 * Opens the IPC between windows and the core. Every call is checked by the frame that made it: only
 * the main frame of one of our pages, in one of our windows, gets an answer.
 *
 * @param windows the contents that may call, and receive the core's events
 */
export function openIpcGate(core: Core, windows: () => WebContents[]): void {
  ipcMain.handle('stint:call', (event, name: unknown, input: unknown) => {
    if (typeof name !== 'string' || !isOurs(event, windows())) {
      return fail('refused-sender', 'Only Stint’s own windows can do this')
    }
    const argument = asData(input)
    return argument.ok ? core.call(name, argument.value) : argument
  })
  core.on((event) => {
    for (const contents of windows()) {
      // Contents may be destroyed before their window has emitted `closed`.
      if (!contents.isDestroyed()) contents.send('stint:event', event)
    }
  })
}

function isOurs({ senderFrame, sender }: IpcMainInvokeEvent, windows: WebContents[]): boolean {
  if (!windows.includes(sender)) return false
  if (senderFrame === null || senderFrame !== sender.mainFrame) return false
  return isOurPage(senderFrame.url)
}

/**
 * Limits input to what the browser host's socket would carry: plain data of at most a megabyte.
 * Electron passes structured clones, which may also be maps, cycles and views of memory.
 */
function asData(input: unknown): Result<unknown> {
  if (input === undefined) return ok(undefined)
  try {
    const text = JSON.stringify(input)
    if (Buffer.byteLength(text) > largestArgument) {
      return fail('validation', 'Too much at once. Send less than 1 MB')
    }
    return ok(parseJson(text))
  } catch {
    return fail('validation', 'Must be plain data')
  }
}
