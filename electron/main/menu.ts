import { app, Menu, shell } from 'electron'
import type { Act } from './acts.ts'
import type { CoreView } from './core-view.ts'
import { menuTemplate } from './menu-template.ts'
import type { HostWords } from './words/index.ts'

/** Gives the application its menu, in the language of the windows. */
export function setAppMenu(options: {
  home: string
  view: CoreView
  act(act: Act): void
  /** Shows a page of the main window. */
  go(path: string): void
}): void {
  const { home, view, act, go } = options
  const openData = () => void shell.openPath(home)
  let shown: HostWords | undefined
  const show = () => {
    const words = view.words()
    if (words === shown) return
    shown = words
    const template = menuTemplate(process.platform, {
      ...{ act, go, openData, words },
      isPackaged: app.isPackaged,
    })
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  }
  view.onChange(show)
  show()
}
