import type { TestProject } from 'vitest/node'
import { ensureBuilt } from '../../electron/cli/ensure-built.cjs'
import { ensureBrowser } from './ensure-browser.ts'
import { hostName, whyNot } from './host-name.ts'
import { ensureOtherPrograms } from './other-programs.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the Chromium, Chrome or Edge that the end-to-end tests drive. */
    browser: string
  }
}

/**
 * Once before all end-to-end tests: builds the app from the current sources, and makes sure of a
 * browser.
 */
export default function setup(project: TestProject): void {
  const why = whyNot()
  if (why !== undefined) {
    console.log(`end-to-end on Electron: skipped: ${why}`)
    return
  }
  ensureOtherPrograms(['pdftotext'])
  if (!ensureBuilt()) throw new Error('The end-to-end tests need the app, which cannot be built.')
  if (hostName() !== 'electron') project.provide('browser', ensureBrowser())
}
