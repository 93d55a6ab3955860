/** Renders icons in every size and format that systems need, from the renderer's one drawing. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { root } from './tree.ts'

const drawing = readFileSync(join(root, 'renderer', 'icon.svg'), 'utf8')

/** Sizes of the hicolor icon theme on Linux. */
export const linuxSizes = [16, 22, 24, 32, 48, 64, 128, 256, 512]
const windowsSizes = [16, 20, 24, 32, 40, 48, 64, 96, 128, 256]
/** ICNS types for a PNG of each size; 2x versions are listed under their pixel size. */
const appleTypes = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['icp6', 64],
  ['ic12', 64],
  ['ic07', 128],
  ['ic08', 256],
  ['ic13', 256],
  ['ic09', 512],
  ['ic14', 512],
  ['ic10', 1024],
] as [string, number][]

const png = (svg: string, size: number): Buffer =>
  new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng()

/** Adds the margin of macOS icons: 824 of 1024. */
const withMargin = (svg: string): string => {
  const side = 28
  const margin = (side * (1024 / 824) - side) / 2
  const box = [-margin, -margin, side + 2 * margin, side + 2 * margin].join(' ')
  return svg.replace(/viewBox="[^"]*"/, `viewBox="${box}"`)
}

/** Writes `icon.icns`, `icon.ico`, `icon.png` (512), `icon.svg` and `linux/<size>x<size>.png`. */
export function drawIcons(into: string): void {
  mkdirSync(join(into, 'linux'), { recursive: true })
  for (const size of linuxSizes) {
    writeFileSync(join(into, 'linux', `${size}x${size}.png`), png(drawing, size))
  }
  writeFileSync(join(into, 'icon.png'), png(drawing, 512))
  writeFileSync(join(into, 'icon.svg'), drawing)
  writeFileSync(join(into, 'icon.ico'), ico(windowsSizes.map((size) => png(drawing, size))))
  const apple = withMargin(drawing)
  writeFileSync(
    join(into, 'icon.icns'),
    icns(appleTypes.map(([type, size]) => [type, png(apple, size)])),
  )
}

/** Builds an ICO of PNG images, which Windows supports since Vista. */
function ico(pictures: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  pictures.forEach((picture, index) => {
    const at = 6 + 16 * index
    // The first chunk of a PNG has the width; 256 is written as 0.
    const size = picture.readUInt32BE(16) % 256
    head.writeUInt8(size, at)
    head.writeUInt8(size, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(picture.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += picture.length
  })
  return Buffer.concat([head, ...pictures])
}

/** Builds Apple's ICNS container: type, length and PNG of each image. */
function icns(pictures: readonly (readonly [string, Buffer])[]): Buffer {
  const parts = pictures.map(([type, picture]) => {
    const head = Buffer.alloc(8)
    head.write(type, 'latin1')
    head.writeUInt32BE(picture.length + 8, 4)
    return Buffer.concat([head, picture])
  })
  const head = Buffer.alloc(8)
  head.write('icns', 'latin1')
  head.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0), 4)
  return Buffer.concat([head, ...parts])
}
