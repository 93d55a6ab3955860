/** Checks the files around the database: backups, journal, permissions, space. */
import { countWithNoun } from '#shared/rules/count-text.ts'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freeSpaceIn } from '../backups.ts'
import { restrictToOwner } from '../private-files.ts'
import {
  fineFinding,
  mendedFinding,
  noteFinding,
  problemFinding,
  type DoctorCheck,
} from './doctor-check.ts'

const day = 24 * 60 * 60_000

export const backupsCheck: DoctorCheck = {
  name: 'backups',
  async run({ databaseKeeper, clock }) {
    const { paths, backups } = databaseKeeper
    const findings = []
    const unfinished = await backups.tidy()
    if (unfinished > 0) {
      findings.push(mendedFinding(`Removed ${countWithNoun(unfinished, 'unfinished backup')}`))
    }
    const [newest] = backups.list()
    if (newest && clock.now() - newest.at < 2 * day) {
      const { is } = await databaseKeeper.inspect(join(paths.backups, newest.name))
      if (is === 'good') {
        const count = countWithNoun(backups.list().length, 'backup')
        return [...findings, fineFinding(`${count}. The latest, ${newest.name}, is OK`)]
      }
      rmSync(join(paths.backups, newest.name), { force: true })
    }
    const made = await backups.make('daily')
    return [
      ...findings,
      made.ok
        ? mendedFinding('There was no good backup from the last two days, so Stint made one')
        : problemFinding(`Couldn’t make a backup. ${made.error.message}`),
    ]
  },
}

export const journalCheck: DoctorCheck = {
  name: 'journal',
  async run({ databaseKeeper, runTask }) {
    const { journal, paths } = databaseKeeper
    if (!(await journal.flush())) {
      return [
        problemFinding(
          'Can’t write the journal of unsynced changes. Check disk space and permissions',
        ),
      ]
    }
    const { lines, torn } = await runTask('journal.count', { file: paths.journal })
    const text = `The journal is up to date (${countWithNoun(lines, 'line')})`
    return [
      fineFinding(text),
      ...(torn > 0 ? [noteFinding(`Skipped ${countWithNoun(torn, 'incomplete line')}`)] : []),
    ]
  },
}

export const permissionsCheck: DoctorCheck = {
  name: 'permissions',
  run({ databaseKeeper }) {
    const open = restrictToOwner(databaseKeeper.paths)
    return Promise.resolve([
      open === 0
        ? fineFinding('Only you can read this account’s files')
        : mendedFinding(
            `Made ${countWithNoun(open, 'file or folder', 'files or folders')} private. Others could read ${open === 1 ? 'it' : 'them'} before`,
          ),
    ])
  },
}

export const diskSpaceCheck: DoctorCheck = {
  name: 'space',
  run({ databaseKeeper }) {
    const room = freeSpaceIn(databaseKeeper.paths.folder)
    const free = `${Math.floor(room / 1024 ** 2)} MB free on the disk`
    return Promise.resolve([
      room < little ? problemFinding(`Only ${free}. Free up some space`) : fineFinding(free),
    ])
  },
}

const little = 256 * 1024 ** 2

/** Reports files that were set aside: the person decides when to delete them. */
export const setAsideFilesCheck: DoctorCheck = {
  name: 'set aside',
  run({ databaseKeeper }) {
    const { aside } = databaseKeeper.paths
    const folders = existsSync(aside) ? readdirSync(aside).length : 0
    return Promise.resolve(
      folders === 0
        ? []
        : [
            noteFinding(
              `${countWithNoun(folders, 'old file')} in ${aside}. ${folders === 1 ? 'Delete it if you don’t need it' : 'Delete the ones you don’t need'}`,
            ),
          ],
    )
  },
}
