/** Commands at a terminal of their own. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished } from 'vitest'
import { until } from '../support/until.ts'

/** `script` of util-linux gives a command a terminal; others of that name take other flags. */
export const hasTerminal = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0
export const withoutTerminal = 'the `script` of util-linux is not here, which gives a terminal'

/** What a terminal sends to all processes of the command as SIGINT. */
export const controlC = '\u0003'

/** Quotes words for the shell that `script` starts; it is replaced by the command. */
export const commandOf = (words: string[]): string =>
  `exec ${words.map((word) => `'${word}'`).join(' ')}`

export interface AtTerminal {
  /** What was shown so far. */
  shown(): string
  press(keys: string): void
  /** The exit code, as a shell sees it. */
  ended: Promise<number | null>
}

/** Starts a command at a terminal. The test ends it. */
export function startAtTerminal(
  words: string[],
  { cwd, env }: { cwd?: string; env: NodeJS.ProcessEnv },
): AtTerminal {
  const child = spawn('script', ['-qec', commandOf(words), '/dev/null'], {
    ...{ cwd, env: { ...env, TERM: 'xterm' } },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  let shown = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text))
  return {
    shown: () => shown,
    press: (keys) => void child.stdin.write(keys),
    ended: once(child, 'close').then(([code]) => code as number | null),
  }
}

/**
 * Presses Ctrl+C while the program of `installed()` listens, then ends it with a SIGTERM to its
 * launcher.
 *
 * @returns the exit code, and which signals reached the program
 */
export async function afterControlC({ shown, press, ended }: AtTerminal) {
  const launcher = await until(() => Number(/launcher (\d+)/.exec(shown())![1]))
  press(controlC)
  await until(() => expect(shown()).toContain('SIGINT'))
  // The launcher has its own SIGINT before this, and passes signals on in their order.
  process.kill(launcher, 'SIGTERM')
  return { code: await ended, signals: shown().match(/SIG\w+/g) }
}
