import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export interface Chromium {
  /** The address of DevTools: both the program and its test connect here. */
  endpoint: string
  pid: number
  /** Its profile folder, which is deleted when it is closed. */
  profile: string
  close(): Promise<void>
}

export const usualLanguage = 'en-GB'

/**
 * Features of Chromium: pages that are preloaded behind the invisible address bar of each window,
 * and cost more than the rest of an empty one.
 */
export const addressBarPages = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
] as const

/**
 * Starts a Chromium without visible windows and without background requests, in a language such as
 * `de-DE`.
 */
export async function launchChromium(path: string, language: string): Promise<Chromium> {
  const profile = mkdtempSync(join(tmpdir(), 'stint-stand-in-'))
  const child = spawn(
    path,
    [
      '--headless=new',
      `--lang=${language}`,
      // The language that pages see, also where the browser itself does not support it.
      `--accept-lang=${language}`,
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--no-first-run',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Electron asks the program, not a popup blocker.
      '--disable-popup-blocking',
      `--disable-features=${addressBarPages.join()}`,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      'about:blank',
    ],
    { stdio: 'ignore', env: { ...process.env, LANGUAGE: language.replace('-', '_') } },
  )
  const { port, path: socket } = await endpointOf(child, join(profile, 'DevToolsActivePort'))
  return {
    // By the address of the socket itself: a request over HTTP for it might go through a proxy.
    endpoint: `ws://127.0.0.1:${port}${socket}`,
    pid: child.pid!,
    profile,
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode === null && child.kill()) await ended
      rmSync(profile, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** Chromium writes the port that it chose into its profile once it listens. */
async function endpointOf(
  child: ChildProcess,
  file: string,
): Promise<{ port: string; path: string }> {
  while (child.exitCode === null) {
    try {
      const [port, path] = readFileSync(file, 'utf8').split('\n')
      if (port && path) return { port, path }
    } catch {
      // Not there yet.
    }
    await wait(20)
  }
  throw new Error(`Chromium ended with ${child.exitCode} before it listened`)
}
