import type { CoreView } from './core-view.ts'
import type { TrayAction } from './tray-menu.ts'
import type { Windows } from './windows.ts'

export type DesktopAction = TrayAction | { does: 'toggle' }

/**
 * Carries out what was chosen in the tray, a menu or by a shortcut. If the core refuses, the main
 * window opens and shows why (as on first run).
 */
export async function performDesktopAction(
  act: DesktopAction,
  { view, windows, quit }: { view: CoreView; windows: Windows; quit(): void },
): Promise<void> {
  switch (act.does) {
    case 'nothing':
      return
    case 'start':
    case 'stop':
    case 'toggle': {
      const stops = act.does === 'stop' || (act.does === 'toggle' && view.snapshot().timer.running)
      const done = await (stops ? view.call('timer.stop', {}) : view.call('timer.start', {}))
      if (done === null) windows.open('main')
      return
    }
    case 'switch': {
      const { project, task, notes } = act.work
      const work = { project: project.local, task: task.local, notes }
      if ((await view.call('timer.start', work)) === null) windows.open('main')
      return
    }
    case 'open':
      windows.open('main')
      return
    case 'mini':
    case 'entry':
      windows.open(act.does)
      return
    case 'quit':
      quit()
  }
}
