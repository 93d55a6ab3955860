/**
 * The one opening between the page and the program: two functions, data only. The page's own code
 * cannot reach `ipcRenderer`, and the program judges every call again.
 */
import { contextBridge, ipcRenderer } from 'electron'
import type { CoreEvent } from '#shared/ipc/contract.ts'

contextBridge.exposeInMainWorld('stint', {
  call: (name: string, input: unknown): Promise<unknown> =>
    ipcRenderer.invoke('stint:call', name, input),
  /** Returns the function that stops listening. */
  on: (listener: (event: CoreEvent) => void): (() => void) => {
    const hear = (_event: unknown, event: CoreEvent) => listener(event)
    ipcRenderer.on('stint:event', hear)
    return () => void ipcRenderer.off('stint:event', hear)
  },
})
