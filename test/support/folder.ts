/** Folders of a test's own, removed when the test ends. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export const testFolder = (): string => folderIn(tmpdir())

/** For files that no test is about: in memory where the system has such a folder (Linux). */
export const memoryFolder = (): string => folderIn(existsSync('/dev/shm') ? '/dev/shm' : tmpdir())

function folderIn(place: string): string {
  const folder = mkdtempSync(join(place, 'stint-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}
