/** Where exploring has stopped, so that the next run continues there, and what it has found. */
import { randomInt } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder for findings. */
export const findings = fileURLToPath(new URL('../../test-results/explore', import.meta.url))
const file = join(findings, 'ledger.json')

function read(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>
  } catch {
    return {}
  }
}

/**
 * The seed after the last one that was played under this name.
 * @param first where none was; null: one is drawn
 */
export const nextSeed = (name: string, first: number | null): number =>
  read()[name] ?? first ?? randomInt(1_000, 400_000_000)

export function playedUpTo(name: string, next: number): void {
  mkdirSync(findings, { recursive: true })
  writeFileSync(file, JSON.stringify({ ...read(), [name]: next }, null, 1))
}

/** Records a finding. @returns the path of the file */
export function writeFinding(name: string, lines: readonly string[]): string {
  mkdirSync(findings, { recursive: true })
  const path = join(findings, `${name}.txt`)
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}
