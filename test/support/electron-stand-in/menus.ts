/** Menus and the tray. */
import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import { hasPanel, takeIcon } from './bus.ts'
import { platform } from './platform.ts'

type Item = Electron.MenuItemConstructorOptions

let applicationMenu: Menu | null = null
let popped: Item[] | null = null
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
  popup(): void {
    popped = this.template
  }
}

/** A picture by its pixels, and those of its other scales. */
class Picture {
  isTemplate = false
  readonly scales: number[] = []
  readonly pixels = createHash('sha1')
  addRepresentation({ scaleFactor = 1, buffer }: Electron.AddRepresentationOptions): void {
    this.scales.push(scaleFactor)
    if (buffer) this.pixels.update(buffer)
  }
  setTemplateImage(isTemplate: boolean): void {
    this.isTemplate = isTemplate
  }
  #digest: string | undefined
  get digest(): string {
    return (this.#digest ??= this.pixels.digest('hex'))
  }
}

export const nativeImage = {
  createEmpty: () => new Picture() as unknown as Electron.NativeImage,
  createFromBitmap: (buffer, { scaleFactor = 1 }) => {
    const picture = new Picture()
    picture.addRepresentation({ scaleFactor, buffer })
    return picture as unknown as Electron.NativeImage
  },
} satisfies Pick<typeof Electron.nativeImage, 'createEmpty' | 'createFromBitmap'>

export class Tray
  extends EventEmitter
  implements Pick<Electron.Tray, 'setToolTip' | 'setTitle' | 'setImage' | 'destroy'>
{
  static #made = 0
  toolTip = ''
  title = ''
  titleOptions: Electron.TitleOptions | undefined
  menu: Menu | null = null
  menus = 0
  image: Picture
  isShown: boolean
  /**
   * Linux asks once, when the icon is made, whether a panel accepts it; a second icon of a program
   * is never accepted. The panel's watcher accepts it in its own time, or not at all.
   */
  constructor(image: unknown) {
    super()
    if (process.env['STAND_IN_TRAY'] === 'refused') throw new Error('No tray here')
    this.image = image as Picture
    this.isShown = platform !== 'linux'
    const isAsked = !this.isShown && hasPanel() && Tray.#made === 0
    if (isAsked && process.env['STAND_IN_TRAY'] !== 'unanswered') {
      setTimeout(() => this.register(), 50)
    }
    Tray.#made += 1
    trays.add(this)
  }
  register(): void {
    this.isShown = true
    takeIcon()
  }
  setImage(image: unknown): void {
    this.image = image as Picture
  }
  setToolTip(text: string): void {
    this.toolTip = text
  }
  setTitle(text: string, options?: Electron.TitleOptions): void {
    this.title = text
    this.titleOptions = options
  }
  setContextMenu(menu: Menu | null): void {
    this.menu = menu
    this.menus += 1
  }
  destroy(): void {
    trays.delete(this)
  }
}

const shownTray = () => [...trays].find(({ isShown }) => isShown)
const trayItems = () => shownTray()?.menu?.template ?? []
const menuItems = () =>
  (applicationMenu?.template ?? []).flatMap(({ submenu }) => (submenu as Item[] | undefined) ?? [])

function click(items: Item[], label: string): void {
  const item = items.find((each) => each.label === label)
  if (!item?.click) throw new Error(`There is no “${label}” to choose`)
  ;(item.click as () => void)()
}

const shown = (items: Item[]) =>
  items.map(({ label, role, accelerator }) => ({ label, role, accelerator }))

export const menuOperations = {
  tray: () => {
    const tray = shownTray()
    const items = trayItems().map(({ label = '', enabled = true }) => ({ label, enabled }))
    return {
      ...{ toolTip: tray?.toolTip ?? null, menus: tray?.menus ?? 0, items, title: tray?.title },
      ...{ titleOptions: tray?.titleOptions, made: trays.size },
      image: tray && {
        pixels: tray.image.digest,
        scales: tray.image.scales,
        isTemplate: tray.image.isTemplate,
      },
    }
  },
  /** A click on the icon: on macOS the menu opens as well, everywhere `click` is emitted. */
  clickTrayIcon: (): void => {
    const tray = shownTray()
    if (!tray) throw new Error('No icon in the tray')
    tray.emit('click', {}, {}, {})
  },
  /** The panel's watcher takes the icon after all. */
  takeTrayIcon: (): void => [...trays][0]!.register(),
  clickTray: (label: string): void => click(trayItems(), label),
  menu: () => shown(menuItems()),
  clickMenu: (label: string): void => click(menuItems(), label),
  /** The menu that opened last in a page, and an item of it. */
  poppedMenu: () => popped && shown(popped),
  clickPopped: (label: string): void => click(popped ?? [], label),
}
