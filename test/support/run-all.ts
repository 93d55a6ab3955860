/**
 * `npm test`: the tests, and beside them the checks, continuing after a step that fails. The last
 * line is `N passed, N failed`: tests and check steps together. With names as arguments, only those
 * steps (`npm run types`, `npm run lint`); with `tests FILE…`, only those files. `--strict` counts a
 * test as failed that passed only when its file was played once more.
 */
import { electronBinary } from '../../electron/cli/electron-binary.cjs'
import { ensureBuilt } from '../../electron/cli/ensure-built.cjs'
import { playTests } from './play-tests.ts'
import { check, checkTypes, runSteps, tools, type Count, type Step } from './steps.ts'

const sourceFolders = ['shared', 'electron', 'renderer', 'test', 'electron.vite.config.ts']

const words = process.argv.slice(2)
const strict = words.includes('--strict')
const named = words.filter((word) => word !== '--strict')
/** After `tests`, only these. */
const files = named[0] === 'tests' ? named.slice(1) : []

/** What the tests start; says itself why it stopped. */
function build(): Count {
  const isBuilt = ensureBuilt()
  return { passed: Number(isBuilt), failed: Number(!isBuilt) }
}

/** The end-to-end tests once more, on Electron where its binary is here. */
function electron(checked: Promise<unknown>): Count | Promise<Count> {
  if (electronBinary() !== null) {
    const env = { STINT_E2E_HOST: 'electron' }
    return playTests({ options: ['--project=e2e'], env, strict, beside: checked })
  }
  console.log('end-to-end on Electron: skipped: no Electron binary')
  return { passed: 0, failed: 0 }
}

const steps: Step[] = [
  { name: 'build', run: build },
  { name: 'electron', run: electron },
  {
    name: 'tests',
    run: (checked) =>
      playTests({ options: ['--project=!package', ...files], strict, beside: checked }),
  },
  // The longest ones first: the short ones run beside them.
  {
    name: 'lint',
    isCheck: true,
    run: () => check([tools.eslint(), '--config', '.eslint.config.js', '--max-warnings=0', '.']),
  },
  {
    name: 'types',
    isCheck: true,
    run: checkTypes,
  },
  {
    name: 'formatting',
    isCheck: true,
    run: () => check([tools.prettier(), '--check', '.']),
  },
  {
    name: 'dependencies',
    isCheck: true,
    run: () => check([tools.depcruise(), '--config', '.dependency-cruiser.cjs', ...sourceFolders]),
  },
  { name: 'unused', isCheck: true, run: () => check([tools.knip()]) },
]

async function main(wanted: string[]): Promise<number> {
  const unknown = wanted.filter((name) => !steps.some((step) => step.name === name))
  if (unknown.length > 0) {
    console.error(
      `No step ${unknown.join(', ')}; there is ${steps.map(({ name }) => name).join(', ')}.`,
    )
    return 2
  }
  return runSteps(steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))
}

process.exitCode = await main(files.length > 0 ? ['tests'] : named)
