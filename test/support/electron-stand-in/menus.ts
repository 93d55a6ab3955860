/** Menus and the tray. */
import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'

type Item = Electron.MenuItemConstructorOptions

let applicationMenu: Menu | null = null
const trays = new Set<Tray>()

export class Menu {
  static buildFromTemplate = (template: Item[]): Menu => new Menu(template)
  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu
  }
  readonly template: Item[]
  constructor(template: Item[]) {
    this.template = template
  }
}

export class Tray
  extends EventEmitter
  implements Pick<Electron.Tray, 'setToolTip' | 'setTitle' | 'destroy'>
{
  toolTip = ''
  title = ''
  menu: Menu | null = null
  menus = 0
  constructor(_image: unknown) {
    super()
    if (process.env['STAND_IN_TRAY'] === 'refused') throw new Error('No tray here')
    trays.add(this)
  }
  setToolTip(text: string): void {
    this.toolTip = text
  }
  setTitle(text: string): void {
    this.title = text
  }
  setContextMenu(menu: Menu | null): void {
    this.menu = menu
    this.menus += 1
  }
  destroy(): void {
    trays.delete(this)
  }
}

const trayItems = () => [...trays][0]?.menu?.template ?? []
const menuItems = () =>
  (applicationMenu?.template ?? []).flatMap(({ submenu }) => (submenu as Item[] | undefined) ?? [])

function click(items: Item[], label: string): void {
  const item = items.find((each) => each.label === label)
  if (!item?.click) throw new Error(`There is no “${label}” to choose`)
  ;(item.click as () => void)()
}

export const menuOperations = {
  tray: () => {
    const [tray] = trays
    const items = trayItems().map(({ label = '', enabled = true }) => ({ label, enabled }))
    return { toolTip: tray?.toolTip ?? null, menus: tray?.menus ?? 0, items }
  },
  clickTray: (label: string): void => click(trayItems(), label),
  menu: () => menuItems().map(({ label, role, accelerator }) => ({ label, role, accelerator })),
  clickMenu: (label: string): void => click(menuItems(), label),
}
