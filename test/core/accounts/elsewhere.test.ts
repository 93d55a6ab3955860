/** Which of two machines that share one data folder may open the account in it. */
import { readdirSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openHome } from '#core/accounts/home.ts'
import { restoreBackup, startWithEmptyDatabase } from '#core/accounts/recover-database.ts'
import { checkRemovable } from '#core/accounts/account-removal.ts'
import { createAccountSessions } from '#core/accounts/account-sessions.ts'
import { oldSign } from '#core/backup/process-presence.ts'
import { unwrap } from '#shared/errors.ts'
import {
  entries,
  localRecord,
  notes,
  openAccount,
  placesOf,
  quietPorts,
  tryAccount,
  work,
  type AccountOptions,
} from '../../support/account.ts'
import { testFolder } from '../../support/folder.ts'
import { testNow } from '../../support/store.ts'
import { onAnyDay } from '../../support/test-day.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

onAnyDay()

const minute = 60_000

/** A machine of this name, with a clock of its own. */
function machine(name: string, start = testNow) {
  const clock = virtualClock(start)
  const ports = { clock, thisMachine: () => `id of ${name}`, machineName: () => name }
  const of = (options: AccountOptions) => ({ ...options, ports: { ...ports, ...options.ports } })
  return {
    ports,
    clock,
    open: (folder: string, options: AccountOptions = {}) => openAccount(folder, of(options)),
    attempt: (folder: string, options: AccountOptions = {}) => tryAccount(folder, of(options)),
  }
}

const after = (minutes: number) => testNow + minutes * minute

/** `09:42` on the clock of these tests. */
const timeAt = (minutes: number) => new Date(after(minutes)).toISOString().slice(11, 16)

const presences = (folder: string): string[] =>
  readdirSync(placesOf(folder).open).map((name) => join(placesOf(folder).open, name))

/** What a machine leaves behind when it loses power or goes to sleep with the account open. */
async function leftOpen(folder: string, name = 'desk') {
  const open = await machine(name).open(folder)
  await work(open, 2)
  const [file] = presences(folder)
  const text = readFileSync(file!, 'utf8')
  await open.close()
  writeFileSync(file!, text)
  return file!
}

const refused = (name = 'desk') => ({
  is: 'elsewhere',
  ways: ['retry'],
  message: `This account is or was open on another computer, “${name}”, last seen at ${timeAt(0)}. Close it there, or try again after ${timeAt(10)}`,
})

describe('an account that another machine has open', () => {
  it('is not opened, and the person is told where it is open', async () => {
    const folder = testFolder()
    const open = await machine('desk').open(folder)
    await work(open, 2)
    expect(await machine('laptop').attempt(folder)).toMatchObject(refused())
    expect(presences(folder)).toHaveLength(1)
    await work(open, 1, 2)
    await open.close()
    expect(presences(folder)).toEqual([])
    expect(await notes(await machine('laptop').open(folder))).toEqual(entries(3))
  })

  it('can still be opened again on that machine itself', async () => {
    const folder = testFolder()
    const open = await machine('desk').open(folder)
    await work(open, 2)
    expect(await notes(await machine('desk').open(folder))).toEqual(entries(2))
  })

  it('cannot be opened here for as long as that machine gives signs of life', async () => {
    const folder = testFolder()
    const desk = machine('desk')
    const open = await desk.open(folder, { background: true })
    await desk.clock.advance(25 * minute)
    const laptop = machine('laptop', after(25))
    const trouble = await laptop.attempt(folder)
    expect(trouble).toMatchObject({ is: 'elsewhere' })
    expect(trouble).toHaveProperty('message', expect.stringContaining(timeAt(35)))
    await open.close()
    await (await laptop.open(folder)).close()
  })

  it('writes its presence file again after another machine deleted it as a leftover', async () => {
    const folder = testFolder()
    const desk = machine('desk')
    await desk.open(folder, { background: true })
    for (const file of presences(folder)) rmSync(file)
    await desk.clock.advance(2 * minute)
    expect(await machine('laptop', after(2)).attempt(folder)).toMatchObject({ is: 'elsewhere' })
  })

  it.each([0, 5, 9.9, -5, -9.9])('seen %s minutes ago counts as open', async (minutes) => {
    const folder = testFolder()
    await leftOpen(folder)
    expect(await machine('laptop', after(minutes)).attempt(folder)).toMatchObject(refused())
  })

  it.each([10, 60, -10, -60])('seen %s minutes ago counts as closed', async (minutes) => {
    const folder = testFolder()
    await leftOpen(folder)
    const laptop = await machine('laptop', after(minutes)).open(folder)
    expect(await notes(laptop)).toEqual(entries(2))
    expect(laptop.databaseKeeper.presence.endedUncleanly).toBe(true)
    laptop.databaseKeeper.presence.settle()
    expect(presences(folder)).toHaveLength(1)
  })

  it('is not opened by either of two machines that began at the same time', async () => {
    const folder = testFolder()
    const file = await leftOpen(folder)
    const text = readFileSync(file, 'utf8')
    rmSync(file)
    const { random } = quietPorts(folder)
    // Read only after the first look, to learn the name of this machine's own file.
    const token = (bytes: number) => {
      writeFileSync(file, text)
      return random.token(bytes)
    }
    const trouble = await machine('laptop').attempt(folder, {
      ports: { random: { ...random, token } },
    })
    expect(trouble).toMatchObject(refused())
    expect(presences(folder)).toEqual([file])
  })

  it('is judged by what its presence file says, not by when that file was copied', async () => {
    const folder = testFolder()
    const file = await leftOpen(folder)
    utimesSync(file, after(-600) / 1_000, after(-600) / 1_000)
    expect(await machine('laptop').attempt(folder)).toMatchObject(refused())
    utimesSync(file, after(20) / 1_000, after(20) / 1_000)
    await machine('laptop', after(20)).open(folder)
  })

  it('is named by its newest presence file where there are several', async () => {
    const folder = testFolder()
    const file = await leftOpen(folder)
    const older = JSON.stringify({ began: '1', at: after(-2), machine: { id: '0', name: 'shed' } })
    writeFileSync(join(placesOf(folder).open, '1-older'), older)
    expect(await machine('laptop').attempt(folder)).toMatchObject(refused())
    rmSync(file)
    expect(await machine('laptop').attempt(folder)).toHaveProperty(
      'message',
      expect.stringContaining('“shed”'),
    )
  })

  it('is not opened while that machine restores it, however long that takes', async () => {
    const folder = testFolder()
    const desk = machine('desk')
    const first = await desk.open(folder)
    await work(first, 3)
    const { file } = unwrap(await first.databaseKeeper.backups.make('asked'))
    await first.close()
    const met: string[] = []
    const ports = quietPorts(folder, {
      ...desk.ports,
      async offThread(task, input, signal) {
        if (task === 'database.restore') {
          await desk.clock.advance(oldSign + minute)
          const opened = await machine('laptop', after(11)).attempt(folder)
          met.push('is' in opened ? opened.is : 'open')
        }
        return quietPorts(folder).offThread(task, input, signal)
      },
    })
    unwrap(await restoreBackup({ ports, record: localRecord }, placesOf(folder), file))
    expect(met).toEqual(['elsewhere'])
    expect(await notes(await desk.open(folder))).toEqual(entries(3))
  })

  it('cannot be repaired, restored or removed from this machine', async () => {
    const folder = testFolder()
    const { ports } = machine('laptop')
    const paths = placesOf(folder)
    const first = await machine('desk').open(folder)
    const backup = unwrap(await first.databaseKeeper.backups.make('asked')).file
    await first.close()
    await leftOpen(folder)
    // As much of the file as has been synced here.
    truncateSync(paths.database, 5_000)
    expect(await machine('laptop').attempt(folder)).toMatchObject(refused())
    const recovering = { ports: quietPorts(folder, ports), record: localRecord }
    const conflict = { ok: false, error: { code: 'conflict', message: refused().message } }
    expect(await restoreBackup(recovering, paths, backup)).toMatchObject(conflict)
    expect(await startWithEmptyDatabase(recovering, paths)).toMatchObject(conflict)
    expect(readFileSync(paths.database)).toHaveLength(5_000)
  })

  it('is not removed', async () => {
    const home = openHome(testFolder())
    const { account } = localRecord
    home.write({ ...home.read(), current: account, accounts: [localRecord] })
    await leftOpen(home.folder(account))
    const ports = quietPorts(testFolder(), machine('laptop').ports)
    expect(checkRemovable(ports, home, { account, unsent: true })).toMatchObject({
      error: { code: 'conflict', message: refused().message },
    })
  })

  it('is not opened before the person agrees, who knows whether that machine only sleeps', async () => {
    const home = openHome(testFolder())
    const { account } = localRecord
    home.write({ ...home.read(), current: account, accounts: [localRecord] })
    const file = await leftOpen(home.folder(account))
    const accounts = createAccountSessions({
      ...{ ports: quietPorts(testFolder(), machine('laptop').ports), home },
      ...{ background: false, caller: () => ({ is: 'command' }), emit() {} },
      asHost: (run) => run(),
      onOpen: () => Promise.resolve(),
      onClose: () => Promise.resolve(),
    })
    expect(await accounts.open(localRecord)).toMatchObject({ ok: false })
    rmSync(file)
    await accounts.lookAtFiles()
    expect(accounts.trouble()).toMatchObject(refused())
    unwrap(await accounts.open(localRecord))
    expect(accounts.trouble()).toBeNull()
    await accounts.close()
  })
})

describe('an unusable file in the folder of presence files', () => {
  it.each([
    ['of an older version', `${process.ppid}-older`, ''],
    ['of an older version that is gone', '999999999-gone', '4711'],
    ['that came over cut', '999999999-cut', '{"began":"1","at":17'],
    ['of a program that keeps folders the same', '.999999999-part.tmp', '{"at":1}'],
  ])('%s does not keep an account from being opened', async (_, name, text) => {
    const folder = testFolder()
    const first = await machine('desk').open(folder)
    await first.close()
    writeFileSync(join(placesOf(folder).open, name), text)
    await machine('laptop').open(folder)
  })
})
