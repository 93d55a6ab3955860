/**
 * What `npm test` says about the tests after Vitest's own output: counts, and the names and first
 * lines that somebody needs who sees no more than the end of it. As the module's default it is the
 * reporter that writes them down; `run-all.ts` reads them from another process.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Where the report lies after a run. */
export const reportFile = join(root, 'test-results', 'test-report.json')

export interface Finding {
  /** Project, file, and the test in it. */
  name: string
  /** What was thrown, whole. */
  message: string
}

export interface TestReport {
  passed: number
  /** Tests that did not pass, and whatever else went wrong: a file, a hook, a rejection. */
  failed: Finding[]
  /** Where tests were skipped, by the reason; a file as often as it has such tests. */
  skipped: Record<string, string[]>
}

const shownFindings = 5
const shownLines = 4
const shownFrames = 2

const messageOf = (errors: readonly { message?: string; stack?: string }[] = []): string =>
  errors.map(({ stack, message = '' }) => (stack?.includes(message) ? stack : message)).join('\n')

const placeOf = (module: TestModule): string =>
  `[${module.project.name}] ${module.relativeModuleId}`

const nameOf = (test: TestCase): string => `${placeOf(test.module)} > ${test.fullName}`

/** Whether something went wrong beside the tests themselves: while loading, or in a hook. */
function besideTests(module: TestModule): Finding[] {
  return [module, ...module.children.allSuites()]
    .filter((part) => part.errors().length > 0)
    .map((part) => ({ name: placeOf(module), message: messageOf(part.errors()) }))
}

function reportOf(modules: readonly TestModule[]): TestReport {
  const report: TestReport = { passed: 0, failed: [], skipped: {} }
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const result = test.result()
      if (result.state === 'failed') {
        report.failed.push({ name: nameOf(test), message: messageOf(result.errors) })
      } else if (result.state === 'passed') report.passed += 1
      else {
        const reason = (result.state === 'skipped' && result.note) || 'no reason is given'
        ;(report.skipped[reason] ??= []).push(placeOf(module))
      }
    }
    report.failed.push(...besideTests(module))
  }
  return report
}

/** How often a long run says how far it is, in milliseconds. */
const progressEvery = 20_000

/** The reporter that Vitest is given. */
export default class WritesReport implements Reporter {
  #files = { all: 0, ended: 0, failed: 0 }
  #began = 0
  #told = 0

  onTestRunStart: Reporter['onTestRunStart'] = (specifications) => {
    this.#files = { all: specifications.length, ended: 0, failed: 0 }
    this.#began = this.#told = performance.now()
  }

  onTestModuleEnd: Reporter['onTestModuleEnd'] = (module) => {
    this.#files.ended += 1
    if (!module.ok()) this.#files.failed += 1
    const now = performance.now()
    if (now - this.#told < progressEvery) return
    this.#told = now
    const { all, ended, failed } = this.#files
    const minutes = Math.floor((now - this.#began) / 60_000)
    console.log(` ${ended} of ${all} files, ${failed} failed, ${minutes} min`)
  }

  onTestRunEnd: Reporter['onTestRunEnd'] = (modules, unhandled) => {
    const report = reportOf(modules)
    for (const thrown of unhandled) {
      report.failed.push({ name: 'outside of every test', message: messageOf([thrown]) })
    }
    mkdirSync(dirname(reportFile), { recursive: true })
    writeFileSync(reportFile, JSON.stringify(report))
  }
}

/**
 * The first lines of what was said, and of the stack those of our own files, indented; what was
 * coloured for a terminal is plain.
 */
export function firstLines(message: string): string[] {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.replaceAll(root, '').trimEnd())
    .filter((line) => line.trim() !== '')
  const isFrame = (line: string) => /^\s+at /.test(line)
  const said = lines.filter((line) => !isFrame(line)).slice(0, shownLines)
  const frames = lines.filter(
    (line) => isFrame(line) && !/node_modules|node:|<anonymous>/.test(line),
  )
  return [...said, ...frames.slice(-shownFrames)].map((line) => `    ${line.slice(0, 200)}`)
}

/** The lines that belong at the end, where they are seen. */
export function wordsOf({ failed, skipped }: TestReport): string[] {
  const shown = failed.slice(0, shownFindings)
  const left = failed.length - shown.length
  return [
    ...Object.entries(skipped).map(
      ([reason, places]) =>
        `skipped  ${places.length}: ${reason}; ${[...new Set(places)].join(', ')}`,
    ),
    ...shown.flatMap(({ name, message }) => [`FAILED  ${name}`, ...firstLines(message)]),
    ...(left > 0 ? [`… and ${left} more`] : []),
  ]
}
