/**
 * `npm run test:quick`: the checks to run while working. Types, the linter on what was changed, and
 * those tests of core, `shared` and screens that import something changed; no process, browser or
 * service is started.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { playTests } from './play-tests.ts'
import { check, checkTypes, root, runSteps, tools, type Count } from './steps.ts'

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

/** The last published commit; the one that is checked out where there is none. */
function published(): string {
  try {
    return git('merge-base', 'HEAD', '@{upstream}')[0]!
  } catch {
    return 'HEAD'
  }
}

/** Sources that differ from the published commit, by their paths from the root. */
const changed = (): string[] =>
  [
    ...git('diff', '--name-only', published()),
    ...git('ls-files', '--others', '--exclude-standard'),
  ].filter((file) => /\.(ts|cjs|vue)$/.test(file) && existsSync(join(root, file)))

function lint(): Count | Promise<Count> {
  const files = changed()
  if (files.length === 0) return { passed: 0, failed: 0 }
  return check([tools.eslint(), '--config', '.eslint.config.js', '--max-warnings=0', ...files])
}

/** The screens' tests reach all of the core: they are left to `npm test` when only that changes. */
function tests(): Promise<Count> {
  const onlyCore = changed().every((file) => /^(electron|test\/core)\//.test(file))
  const projects = ['--project=unit', ...(onlyCore ? [] : ['--project=dom'])]
  return playTests({ options: [...projects, `--changed=${published()}`] })
}

process.exitCode = await runSteps([
  { name: 'types', isCheck: true, run: checkTypes },
  { name: 'lint of what was changed', isCheck: true, run: lint },
  { name: 'tests that a change reaches', run: tests },
])
