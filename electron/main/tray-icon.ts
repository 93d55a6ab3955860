import { nativeImage, type NativeImage } from 'electron'

/** In device-independent pixels. */
const size = 16
const scales = [1, 2, 3]

/**
 * Draws the clock for the tray, filled while the timer runs; on macOS it takes the menu bar's
 * color.
 */
export function trayIcon(isRunning: boolean): NativeImage {
  const image = clockIcon(isRunning)
  image.setTemplateImage(true)
  return image
}

/** Draws a clock face, once for each scale so that it is sharp. */
export function clockIcon(isFilled: boolean): NativeImage {
  const image = nativeImage.createEmpty()
  for (const scaleFactor of scales) {
    const width = size * scaleFactor
    const buffer = clockPixels(width, isFilled)
    image.addRepresentation({ scaleFactor, width, height: width, buffer })
  }
  return image
}

/** Returns BGRA pixels with premultiplied alpha. */
function clockPixels(width: number, isFilled: boolean): Buffer {
  const pixels = Buffer.alloc(width * width * 4)
  // Gray that contrasts with light and dark panels.
  const color = process.platform === 'darwin' ? 0 : 150
  /** Units of the drawing, which is 32 wide, per pixel. */
  const unit = 32 / width
  for (let y = 0; y < width; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const ink = inkAt((x + 0.5) * unit - 16, (y + 0.5) * unit - 16, unit, isFilled)
      const at = (y * width + x) * 4
      pixels.fill(Math.round(color * ink), at, at + 3)
      pixels[at + 3] = Math.round(ink * 255)
    }
  }
  return pixels
}

/**
 * Returns the coverage, 0 to 1: a ring and two hands from the center, or a disc with the hands cut
 * out.
 * @param blur width of an antialiased edge: one pixel
 */
function inkAt(x: number, y: number, blur: number, isFilled: boolean): number {
  const edge = (distance: number) => Math.min(1, Math.max(0, distance / blur + 0.5))
  const up = edge(1.5 - Math.max(Math.abs(x), Math.max(-y - 8, y)))
  const right = edge(1.5 - Math.max(Math.abs(y), Math.max(x - 6, -x)))
  const hands = Math.max(up, right)
  if (isFilled) return edge(13.5 - Math.hypot(x, y)) * (1 - hands)
  return Math.max(edge(1.5 - Math.abs(Math.hypot(x, y) - 12)), hands)
}
