/**
 * The results of the tests of a run, file by file. As the module's default it is Vitest's reporter,
 * which writes the report; `play-tests.ts` reads it from another process, and `verdict.ts` decides
 * what it means.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The path of the report after a run. */
export const reportFile = join(root, 'test-results', 'test-report.json')

export interface Finding {
  /** The test's full name; undefined outside of a test. */
  test: string
  /** The error, complete. */
  message: string
}

export interface FileReport {
  project: string
  /** From the root. */
  file: string
  /** False where it never reported, because its worker died. */
  ended: boolean
  seconds: number
  passed: number
  /** The reasons of skipped tests. */
  skipped: string[]
  /** Failed tests, and all other errors of the file: loading, a hook, a rejection. */
  failed: Finding[]
}

export interface TestReport {
  files: FileReport[]
  /** Errors that belong to no file, complete. */
  elsewhere: string[]
}

interface Thrown {
  message?: string
  stack?: string
  cause?: unknown
  VITEST_TEST_PATH?: string
}

const messageOf = (errors: readonly Thrown[] = []): string =>
  errors.map(({ stack, message = '' }) => (stack?.includes(message) ? stack : message)).join('\n')

const reasonOf = (test: TestCase): string => {
  const result = test.result()
  return (result.state === 'skipped' && result.note) || 'no reason is given'
}

const fileReport = (module: TestModule): FileReport => {
  const tests = [...module.children.allTests()]
  const inState = (state: string) => tests.filter((test) => test.result().state === state)
  const beside = [module, ...module.children.allSuites()].filter((part) => part.errors().length > 0)
  return {
    project: module.project.name,
    file: module.relativeModuleId,
    ended: !['queued', 'pending'].includes(module.state()),
    seconds: module.diagnostic().duration / 1000,
    passed: inState('passed').length,
    skipped: inState('skipped').map(reasonOf),
    failed: [
      ...inState('failed').map((test: TestCase) => ({
        test: test.fullName,
        message: messageOf(test.result().errors),
      })),
      ...beside.map((part) => ({ test: '', message: messageOf(part.errors()) })),
    ],
  }
}

/** The files of an error outside of every test. */
function filesOf(error: Thrown, files: readonly FileReport[]): FileReport[] {
  // Vitest names a worker that died in the error's cause.
  const said = [error, error.cause as Thrown | undefined].map((one) => one?.message).join('\n')
  const named = /while running test files? (.+)/.exec(said)?.[1]?.split(', ')
  const paths = named ?? (error.VITEST_TEST_PATH ? [error.VITEST_TEST_PATH] : [])
  const about = files.filter(({ file }) => paths.includes(join(root, file)))
  // Two projects may play one file: of a worker that died, the one that it left unfinished.
  const unfinished = about.filter(({ ended }) => !ended)
  return named && unfinished.length > 0 ? unfinished : about
}

/** @param unhandled the errors outside of every test */
export function reportOf(modules: readonly TestModule[], unhandled: readonly Thrown[]): TestReport {
  const files = modules.map(fileReport)
  const elsewhere: string[] = []
  for (const error of unhandled) {
    const about = filesOf(error, files)
    const message = messageOf([(error.cause as Thrown | undefined) ?? error])
    for (const one of about) one.failed.push({ test: '', message })
    if (about.length === 0) elsewhere.push(message)
  }
  for (const one of files) {
    if (one.ended || one.failed.length > 0) continue
    one.failed.push({ test: '', message: 'It never reported: its worker died.' })
  }
  return { files, elsewhere }
}

/** How often a long run prints its progress, in milliseconds. */
const progressEvery = 20_000

/** The reporter for Vitest. */
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
    mkdirSync(dirname(reportFile), { recursive: true })
    writeFileSync(reportFile, JSON.stringify(reportOf(modules, unhandled)))
  }
}

const shownLines = 4
const shownFrames = 2

/**
 * The first lines of the message, and the stack lines of our own files, indented; without terminal
 * colors.
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
