/**
 * Opens the mini timer: as a desktop window where there is one, else as a picture-in-picture
 * window, else as an ordinary small window.
 */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { useFailureToast } from './use-failure-toast.ts'
import { useAppStore } from './app.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'

declare global {
  interface Window {
    /** Document Picture-in-Picture; only browsers of the Chromium family have it. */
    documentPictureInPicture?: {
      requestWindow(options: { width: number; height: number }): Promise<Window>
    }
  }
}

/** The size that the mini timer is designed for. */
const size = { width: 360, height: 64 }

/** Whether this browser supports document picture-in-picture, a window above all others. */
export const supportsPictureInPicture = (): boolean => window.documentPictureInPicture !== undefined

/** Copies the styles of this document to the empty one of the picture, also those added later. */
function dress(picture: Window): void {
  const put = (node: Node) => {
    if (node instanceof HTMLLinkElement && node.rel === 'stylesheet') {
      const link = picture.document.createElement('link')
      link.rel = 'stylesheet'
      link.href = node.href
      picture.document.head.append(link)
    } else if (node instanceof HTMLStyleElement) {
      picture.document.head.append(picture.document.importNode(node, true))
    }
  }
  document.head.childNodes.forEach(put)
  const later = new MutationObserver((changes) =>
    changes.forEach(({ addedNodes }) => addedNodes.forEach(put)),
  )
  later.observe(document.head, { childList: true })
  picture.addEventListener('pagehide', () => later.disconnect())
}

export const useMiniWindowStore = defineStore('mini-window', () => {
  const app = useAppStore()
  const client = useIpcClient()
  const attempt = useFailureToast()
  /** The picture-in-picture window, while it is open. */
  const picture = shallowRef<Window>()

  async function openPicture(): Promise<boolean> {
    try {
      const opened = await window.documentPictureInPicture?.requestWindow(size)
      if (!opened) return false
      dress(opened)
      opened.addEventListener('pagehide', () => (picture.value = undefined))
      picture.value = opened
      return true
    } catch {
      // The browser refused it; an ordinary window is allowed.
      return false
    }
  }

  /** Opens the mini timer; if the picture is open, closes it instead. */
  async function open() {
    if (app.state?.desktop.smallWindows) {
      await attempt(() => client.call('desktop.open', { window: 'mini' }))
    } else if (picture.value) {
      picture.value.close()
    } else if (!(await openPicture())) {
      window.open('#/mini', 'stint-mini', `popup,width=${size.width},height=${size.height}`)
    }
  }

  return { picture, open }
})
