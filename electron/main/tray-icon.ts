import { nativeImage, type NativeImage } from 'electron'

const size = 32

/** The clock for a tray: on macOS it follows the menu bar's colour. */
export function trayIcon(): NativeImage {
  const image = clockIcon()
  image.setTemplateImage(true)
  return image
}

/** A clock face, drawn here so that it is sharp. */
export function clockIcon(): NativeImage {
  const pixels = Buffer.alloc(size * size * 4)
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const ink = inkAt(x + 0.5 - size / 2, y + 0.5 - size / 2)
      // Grey enough for light and dark panels; BGRA with the colours multiplied by alpha.
      const colour = process.platform === 'darwin' ? 0 : 150
      const alpha = Math.round(ink * 255)
      pixels.fill(Math.round(colour * ink), (y * size + x) * 4, (y * size + x) * 4 + 3)
      pixels[(y * size + x) * 4 + 3] = alpha
    }
  }
  return nativeImage.createFromBitmap(pixels, { width: size, height: size, scaleFactor: 2 })
}

/** 0 to 1: a ring, and two hands from the middle. */
function inkAt(x: number, y: number): number {
  const ring = 1.6 - Math.abs(Math.hypot(x, y) - 12)
  const up = 1.4 - Math.max(Math.abs(x), Math.max(-y - 8, y))
  const right = 1.4 - Math.max(Math.abs(y), Math.max(x - 6, -x))
  return Math.min(1, Math.max(0, ring, up, right))
}
