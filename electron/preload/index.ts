/**
 * The only bridge between the page and the program: two functions, data only. The page's own code
 * cannot reach `ipcRenderer`, and the main process checks every call again.
 */
import { contextBridge, ipcRenderer } from 'electron'
import type { CoreEvent } from '#shared/ipc/contract.ts'

contextBridge.exposeInMainWorld('stint', {
  call: (name: string, input: unknown): Promise<unknown> =>
    ipcRenderer.invoke('stint:call', name, input),
  /** Returns the function that removes the listener. */
  on: (listener: (event: CoreEvent) => void): (() => void) => {
    const hear = (_event: unknown, event: CoreEvent) => listener(event)
    ipcRenderer.on('stint:event', hear)
    return () => void ipcRenderer.off('stint:event', hear)
  },
})
