import { app, Menu, shell } from 'electron'
import type { Act } from './acts.ts'
import { menuTemplate } from './menu-template.ts'

/** Gives the application its menu. */
export function setAppMenu(options: {
  home: string
  act(act: Act): void
  /** Shows a page of the main window. */
  go(path: string): void
}): void {
  const { home, act, go } = options
  const openData = () => void shell.openPath(home)
  const template = menuTemplate(process.platform, {
    ...{ act, go, openData },
    isPackaged: app.isPackaged,
  })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
