import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openHome, type AccountRecord, type Home } from '#core/accounts/home.ts'
import { ensureLocalAccount } from '#core/accounts/manage-accounts.ts'
import { machineDefaults, type MachineSettings } from '#shared/ipc/settings.ts'
import { toStorageFailure } from '#shared/storage-problem.ts'
import { connectedRecord, localRecord, openAccount, quietPorts } from '../../support/account.ts'
import { testFolder } from '../../support/folder.ts'
import { onAnyDay } from '../../support/test-day.ts'

onAnyDay()

/** What a person reads when this throws. */
function told(run: () => void): string | undefined {
  try {
    run()
    return undefined
  } catch (thrown) {
    return toStorageFailure(thrown)?.message
  }
}

const settings: MachineSettings = { ...machineDefaults, theme: 'dark', idleMinutes: null }
const state = { current: null, settings, accounts: [] }

it('keeps what was written, also for the next process', () => {
  const path = join(testFolder(), 'new', 'home')
  openHome(path).write(state)
  expect(openHome(path).read()).toEqual(state)
})

it('reads its second copy where the first is damaged or missing', () => {
  const path = testFolder()
  openHome(path).write(state)
  writeFileSync(join(path, 'stint.json'), '{"current": ')
  expect(openHome(path).read()).toEqual(state)
  rmSync(join(path, 'stint.json'))
  expect(openHome(path).read()).toEqual(state)
})

describe('two processes that set up the local account at the same time', () => {
  /** The data folder of a process that stops before each of its steps. */
  const stopping = (home: Home, stop: () => void): Home => ({
    ...home,
    read() {
      stop()
      return home.read()
    },
    write(state) {
      stop()
      home.write(state)
    },
    setUp: (kind, name, run) =>
      home.setUp(kind, name, (account) => {
        stop()
        return run(account)
      }),
  })

  it.each([0, 1, 2, 3, 4])('work in the same one, also when one stops before step %i', (step) => {
    const path = testFolder()
    const ports = quietPorts(path)
    let other: AccountRecord | undefined
    let steps = 0
    const one = ensureLocalAccount(
      ports,
      stopping(openHome(path), () => {
        if (steps++ === step) other = ensureLocalAccount(ports, openHome(path))
      }),
    )
    other ??= ensureLocalAccount(ports, openHome(path))
    expect(other).toEqual(one)
    expect(openHome(path).read()).toMatchObject({ current: one.account, accounts: [one] })
    expect(readdirSync(path).sort()).toEqual(['stint.json', 'stint.second.json'])
  })

  it('are not held up by one that was killed', () => {
    const path = testFolder()
    mkdirSync(path, { recursive: true })
    for (const left of ['local-k1ll3d', '', '../elsewhere']) {
      writeFileSync(join(path, 'local.claim'), left)
      const home = openHome(path)
      const { account } = ensureLocalAccount(quietPorts(path), home)
      expect(account).toMatch(left === 'local-k1ll3d' ? /^local-k1ll3d$/ : /^local-[a-z0-9]+$/)
      home.write(state)
    }
  })
})

describe('settings of this machine', () => {
  const written = (document: object) => {
    const path = testFolder()
    writeFileSync(join(path, 'stint.json'), JSON.stringify(document))
    return openHome(path).read().settings
  }

  it('are the defaults where an older version wrote only the theme', () => {
    expect(written({ current: null, theme: 'light', accounts: [] })).toEqual({
      ...machineDefaults,
      theme: 'light',
    })
  })

  it('fall back to the default one by one where they cannot be understood', () => {
    const odd = { theme: 'mauve', whenLocked: 'stop', idleMinutes: 'ten', timerShortcut: 'T' }
    expect(written({ current: null, accounts: [], ...odd })).toEqual({
      ...machineDefaults,
      whenLocked: 'stop',
    })
  })
})

describe('a list of which both copies are lost', () => {
  const made = async () => {
    const path = testFolder()
    const home = openHome(path)
    const records: AccountRecord[] = [
      { ...localRecord, account: 'local-1' },
      { ...connectedRecord, account: 'work-2', header: 'X-Token', scheme: '', zone: 'Asia/Tokyo' },
    ]
    for (const record of records) {
      const open = await openAccount(home.folder(record.account), { record })
      await open.close()
    }
    home.write({ current: 'local-1', settings, accounts: records })
    return { path, records }
  }
  const files = ['stint.json', 'stint.second.json']

  it('is rebuilt from what the databases say', async () => {
    const { path, records } = await made()
    for (const name of files) rmSync(join(path, name))
    const { accounts, current } = openHome(path).read()
    expect(accounts.toSorted((a, b) => a.account.localeCompare(b.account))).toEqual(records)
    expect(current).toBe('work-2')
    expect(readdirSync(path)).toEqual(expect.arrayContaining(files))
  })

  it('is set aside where it cannot be read', async () => {
    const { path, records } = await made()
    for (const name of files) writeFileSync(join(path, name), '{"current": ')
    expect(openHome(path).read().accounts).toHaveLength(records.length)
    for (const name of files) {
      expect(readFileSync(join(path, `${name}.damaged-1`), 'utf8')).toBe('{"current": ')
    }
    expect(openHome(path).read().accounts).toHaveLength(records.length)
  })

  it('is empty where there is no account', () => {
    const path = testFolder()
    writeFileSync(join(path, 'stint.json'), 'Dear Sir')
    expect(openHome(path).read()).toEqual({
      current: null,
      settings: machineDefaults,
      accounts: [],
    })
    expect(readFileSync(join(path, 'stint.json.damaged-1'), 'utf8')).toBe('Dear Sir')
  })
})

it('says that a folder cannot be made where a file stands', () => {
  const file = join(testFolder(), 'letter')
  writeFileSync(file, 'Dear Sir')
  expect(told(() => openHome(join(file, 'home')).write(state))).toContain(
    'Can’t create the data folder there',
  )
})

it('says that a folder cannot be written', ({ skip }) => {
  skip(process.getuid?.() === 0, 'root may write to every folder')
  const path = join(testFolder(), 'locked')
  mkdirSync(path)
  chmodSync(path, 0o500)
  expect(told(() => openHome(path).write(state))).toContain('cannot be written')
})
