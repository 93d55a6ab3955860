import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openHome } from '#core/accounts/home.ts'
import { storageProblem } from '#shared/storage-problem.ts'
import { testFolder } from '../../support/folder.ts'

/** What a person is told when this throws. */
function told(run: () => void): string | undefined {
  try {
    run()
    return undefined
  } catch (thrown) {
    return storageProblem(thrown)?.message
  }
}

const state = { current: null, theme: 'dark' as const, accounts: [] }

it('keeps what was written, also for the next process', () => {
  const path = join(testFolder(), 'new', 'home')
  openHome(path).write(state)
  expect(openHome(path).read()).toEqual(state)
})

it('says which file is damaged, and leaves it as it is', () => {
  const path = testFolder()
  writeFileSync(join(path, 'stint.json'), '{"current": ')
  expect(told(() => openHome(path).read())).toContain(join(path, 'stint.json'))
})

it('says that a folder cannot be made where a file stands', () => {
  const file = join(testFolder(), 'letter')
  writeFileSync(file, 'Dear Sir')
  expect(told(() => openHome(join(file, 'home')).write(state))).toContain('cannot be made there')
})

it.skipIf(process.getuid?.() === 0)('says that a folder cannot be written', () => {
  const path = join(testFolder(), 'locked')
  mkdirSync(path)
  chmodSync(path, 0o500)
  expect(told(() => openHome(path).write(state))).toContain('cannot be written')
})
