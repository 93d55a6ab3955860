/** Reads the text on the sheets of a PDF with an independent program. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { Buffer } from 'node:buffer'
import { join } from 'node:path'
import { expect } from 'vitest'
import { testFolder } from '../support/folder.ts'

export interface Sheet {
  /** Points, 72 to the inch. */
  width: number
  height: number
  /** Lines from the top in reading order, one space between words. */
  lines: string[]
  /** How far its words extend to the left, to the right and down, in points. */
  left: number
  right: number
  bottom: number
}

/** Sheets from the first to the last; needs the program pdftotext. */
export function readSheets(pdf: Buffer): Sheet[] {
  const file = join(testFolder(), 'paper.pdf')
  writeFileSync(file, pdf)
  const texts = pdftotext('-layout', file).split('\f')
  const boxes = pdftotext('-bbox', file)
  return [...boxes.matchAll(/<page width="([\d.]+)" height="([\d.]+)">(.*?)<\/page>/gs)].map(
    ([, width, height, words], nth) => {
      const all = (edge: string) =>
        [...words!.matchAll(new RegExp(`${edge}="([\\d.-]+)"`, 'g'))].map(([, at]) => Number(at))
      return {
        ...{ width: Number(width), height: Number(height) },
        lines: texts[nth]!.split('\n').flatMap((line) => line.trim().replaceAll(/\s+/g, ' ') || []),
        left: Math.min(...all('xMin')),
        right: Math.max(...all('xMax')),
        bottom: Math.max(...all('yMax')),
      }
    },
  )
}

function pdftotext(layout: string, file: string): string {
  const { status, stdout, stderr } = spawnSync('pdftotext', [layout, '-enc', 'UTF-8', file, '-'], {
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  return stdout
}
