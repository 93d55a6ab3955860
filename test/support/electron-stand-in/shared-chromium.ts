import { afterAll } from 'vitest'
import { launchChromium, usualLanguage, type Chromium } from './chromium.ts'

let running: Promise<Chromium> | undefined
afterAll(async () => (await running)?.close())

/**
 * One Chromium for all programs of a file: starting it takes longer than the rest of their starts.
 * @returns the address of its DevTools
 */
export async function sharedChromium(browser: string): Promise<string> {
  const { endpoint } = await (running ??= launchChromium(browser, usualLanguage))
  return endpoint
}
