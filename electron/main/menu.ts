import { app, Menu, shell, type WebContents } from 'electron'
import type { DesktopAction } from './desktop-actions.ts'
import type { CoreView } from './core-view.ts'
import { menuTemplate, textMenu } from './menu-template.ts'
import type { DesktopMessages } from './messages/index.ts'

const about = { copyright: '© 2026 The Stint authors. MIT licensed.' }

/** Sets the application's menu, in the language of the windows. */
export function setAppMenu(options: {
  home: string
  version: string
  view: CoreView
  act(act: DesktopAction): void
  /** Shows a page of the main window. */
  go(path: string): void
}): void {
  const { home, version, view, act, go } = options
  app.setAboutPanelOptions({ applicationName: 'Stint', applicationVersion: version, ...about })
  const openData = () => void shell.openPath(home)
  let shown: DesktopMessages | undefined
  const show = () => {
    const words = view.messages()
    if (words === shown) return
    shown = words
    const template = menuTemplate(process.platform, {
      act,
      go,
      openData,
      words,
      isPackaged: app.isPackaged,
    })
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  }
  view.onChange(show)
  show()
}

/** Shows the text menu of a page, which Electron leaves to the program. */
export function offerTextMenu(contents: WebContents, words: () => DesktopMessages): void {
  contents.on('context-menu', (_event, params) => {
    const template = textMenu(params, words(), {
      replace: (word) => contents.replaceMisspelling(word),
      learn: (word) => void contents.session.addWordToSpellCheckerDictionary(word),
    })
    if (template.length > 0) Menu.buildFromTemplate(template).popup()
  })
}
