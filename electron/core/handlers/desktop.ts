/** Handlers of the calls on the windows and files of the desktop. */
import { fail, ok } from '#shared/errors.ts'
import type { desktopCalls } from '#shared/ipc/calls/desktop.ts'
import type { DesktopState } from '#shared/ipc/desktop.ts'
import type { CorePorts } from '../ports.ts'
import type { HandlersOf } from './dispatch.ts'

/** What hosts without a desktop, such as the command line, can do. */
export const noDesktop: DesktopState = {
  idle: false,
  power: false,
  lock: false,
  userSwitch: false,
  tray: false,
  smallWindows: false,
  alwaysOnTop: false,
  globalShortcuts: false,
  startAtLogin: false,
  pdf: false,
  locale: null,
  secrets: 'file',
  timerShortcut: 'off',
  entryShortcut: 'off',
}

/**
 * @param desktop undefined where there is none: then the calls fail and say what is not possible
 */
export function desktopHandlers({
  desktop,
  updates,
}: Pick<CorePorts, 'desktop' | 'updates'>): HandlersOf<typeof desktopCalls> {
  const updating = {
    'desktop.lookForUpdate': async () => ok((await updates?.look()) ?? null),
    'desktop.update': () =>
      Promise.resolve(
        updates?.install() ?? fail('conflict', 'No newer version is ready to be installed'),
      ),
  }
  if (!desktop) {
    const none = (what: string) => () =>
      Promise.resolve(fail('conflict', `Only the desktop app can ${what}`))
    return {
      ...updating,
      'desktop.open': none('open a window'),
      'desktop.savePdf': none('save a PDF'),
      'desktop.quit': none('quit Stint'),
    }
  }
  return {
    ...updating,
    'desktop.open': ({ window, path }) => {
      desktop.open(window, path)
      return Promise.resolve(ok(null))
    },
    'desktop.savePdf': ({ name }) => desktop.savePdf(name),
    'desktop.quit': () => {
      desktop.quit()
      return Promise.resolve(ok(null))
    },
  }
}
