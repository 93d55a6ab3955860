import type { Log } from '../ports.ts'

/**
 * A log for who asked for one: lines of JSON on standard error when `STINT_LOG` is set, nothing
 * otherwise. Standard output belongs to the command's answer.
 */
export function standardErrorLog(
  env: Readonly<Record<string, string | undefined>>,
  write: (line: string) => void = (line) => void process.stderr.write(line),
): Log {
  const wanted = env['STINT_LOG']
  if (wanted === undefined || wanted === '' || wanted === '0') return { info() {}, warn() {} }
  const say = (level: string) => (message: string, facts?: Record<string, unknown>) => {
    write(`${JSON.stringify({ at: new Date().toISOString(), level, message, ...facts })}\n`)
  }
  return { info: say('info'), warn: say('warn') }
}
