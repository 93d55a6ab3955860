/** A server of the benchmark's in a process of its own. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface Server {
  port: number
  /** Bytes in memory now, where the system says. */
  memory(): number | null
  stop(): Promise<void>
}

/** @param script beside this one, without its ending */
export async function startServer(script: string, args: readonly string[]): Promise<Server> {
  const file = fileURLToPath(new URL(`${script}.ts`, import.meta.url))
  const child: ChildProcess = spawn(process.execPath, [file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout! })
  const first = await Promise.race([once(lines, 'line'), once(child, 'exit')])
  if (typeof first[0] !== 'string') throw new Error(`${script} did not start`)
  const { url } = JSON.parse(first[0]) as { url: string }
  return {
    port: Number(new URL(url).port),
    memory() {
      try {
        const pages = readFileSync(`/proc/${child.pid}/statm`, 'utf8').split(' ')[1]
        return Number(pages) * 4_096
      } catch {
        return null
      }
    },
    async stop() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
