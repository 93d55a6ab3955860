/** Reads the steps of a workflow that run a script, and runs them as GitHub does. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testFolder } from '../support/folder.ts'

export interface Step {
  /** Its name, or the first line of its script. */
  name: string
  script: string
  shell: string | undefined
  /** Folder in which it runs, from the root of the checkout. */
  folder: string
}

/** Reads the steps with `run:` of a workflow in the form that Prettier gives it. */
export function stepsOf(workflow: string): Step[] {
  const [, ...texts] = workflow.split(/^ {6}- /m)
  return texts.flatMap((text) => {
    const keys = new Map<string, string>()
    let key = ''
    for (const line of text.split('\n')) {
      const [, name, value] = /^(?: {8})?([\w-]+):(?: (.*))?$/.exec(line) ?? []
      if (name !== undefined) keys.set((key = name), value ?? '')
      else if (line.startsWith(' '.repeat(10))) keys.set(key, `${keys.get(key)}\n${line.slice(10)}`)
    }
    const run = keys.get('run')
    if (run === undefined) return []
    const [style, ...lines] = run.split('\n')
    const script =
      style === '|' ? lines.join('\n') : style === '>-' ? lines.join(' ').trim() : style!
    return [
      {
        ...{ name: keys.get('name') ?? script.split('\n', 1)[0]!, script },
        ...{ shell: keys.get('shell'), folder: keys.get('working-directory') ?? '.' },
      },
    ]
  })
}

/** A checkout in which steps run, with programs of the test's own before those of the system. */
export class Runner {
  readonly root = testFolder()
  private readonly programs = testFolder()

  /** Adds a file of the checkout. */
  write(path: string, text: string, mode = 0o644): void {
    const file = join(this.root, path)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, text, { mode })
  }

  /** Puts a shell script in the place of a program. */
  pretend(program: string, script: string): void {
    writeFileSync(join(this.programs, program), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  }

  /** Runs a script exactly as it stands in the workflow. */
  run({ script, shell, folder }: Step, env: Record<string, string> = {}) {
    const file = join(this.programs, '.step.sh')
    writeFileSync(file, script)
    // What GitHub gives bash where a step names it, and where it does not.
    const flags = shell === 'bash' ? ['--noprofile', '--norc', '-eo', 'pipefail'] : ['-e']
    const { status, stdout, stderr } = spawnSync('bash', [...flags, file], {
      cwd: join(this.root, folder),
      env: { ...process.env, ...env, PATH: `${this.programs}:${process.env['PATH']}` },
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }
}
