/**
 * `npm test`: everything, in order, going on after a step that does not pass. The last line is
 * `N passed, N failed`: tests and check steps together. With names as arguments, only those steps
 * (`npm run types`, `npm run lint`, `npm run test:packages`).
 */
import { electronBinary } from '../../electron/cli/electron-binary.cjs'
import { runVitest } from './run-vitest.ts'
import { check, checkTypes, runSteps, tools, type Count, type Step } from './steps.ts'

const sourceFolders = ['shared', 'electron', 'renderer', 'test', 'electron.vite.config.ts']

/** The end-to-end tests once more, on Electron where its binary is here. */
function electron(): Count {
  if (electronBinary() !== null) return runVitest(['--project=e2e'], { STINT_E2E_HOST: 'electron' })
  console.log('end-to-end on Electron: skipped: no Electron binary')
  return { passed: 0, failed: 0 }
}

// The longest ones first: the short ones fill in beside them.
const steps: Step[] = [
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
  { name: 'tests', run: () => runVitest(['--project=!package']) },
  { name: 'electron', run: electron },
  { name: 'packages', onlyNamed: true, run: () => runVitest(['--project=package']) },
]

async function main(wanted: string[]): Promise<number> {
  const unknown = wanted.filter((name) => !steps.some((step) => step.name === name))
  if (unknown.length > 0) {
    console.error(
      `No step ${unknown.join(', ')}; there is ${steps.map(({ name }) => name).join(', ')}.`,
    )
    return 2
  }
  return runSteps(
    steps.filter(({ name, onlyNamed }) =>
      wanted.length === 0 ? !onlyNamed : wanted.includes(name),
    ),
  )
}

process.exitCode = await main(process.argv.slice(2))
