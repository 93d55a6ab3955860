/** Known bugs. Lists that cannot be relied on, cursors, and what tells of changes. */
import type { Mutant } from '../mutant.ts'
import { sync } from './files.ts'

export const lists: readonly Mutant[] = [
  {
    name: 'the cursor moves although the list did not hold',
    file: sync('pull-expenses.ts'),
    find: `cursor: walk.sound && whole ? (newest ?? cursor) : cursor`,
    replace: `cursor: whole ? (newest ?? cursor) : cursor`,
  },
  {
    name: 'the cursor is compared with > and looks nowhere back',
    file: sync('pull-expenses.ts'),
    find: `const overlap = 5 * 60_000`,
    replace: `const overlap = -1_000`,
  },
  {
    name: 'the cursor is the last record of a page in place of the first',
    file: sync('pull-expenses.ts'),
    find: `newest ??= page.records[0]?.updated_at ?? null`,
    replace: `newest = page.records.at(-1)?.updated_at ?? null`,
  },
  {
    name: 'a second walk with other page borders is left out',
    file: sync('walks.ts'),
    find: `if (!walk.sound || walk.pages === 1) return walk`,
    replace: `if (client) return walk`,
  },
  {
    name: 'the total is not compared with what was read',
    file: sync('walks.ts'),
    find: `sound: sound && (partly || every.size === total),`,
    replace: `sound,`,
  },
  {
    name: 'a list with an unreadable record counts as whole',
    file: sync('walks.ts'),
    find: `if (page.bad.length > 0 || (total`,
    replace: `if ((total`,
  },
  {
    name: 'many removals at once go without consent',
    file: sync('removals.ts'),
    find: `    const many =
`,
    replace: `    const many =
      missing.length < 0 &&
`,
  },
  {
    name: 'the cursor of the feed passes what was held back',
    file: sync('pull-changes.ts'),
    find: `    if (whole) await options.keep(work, page.cursor)
    return whole`,
    replace: `    await options.keep(work, page.cursor)
    return true`,
  },
  {
    name: 'a feed that starts over is taken for a feed that goes on',
    file: sync('pull-feed.ts'),
    find: `    await keep(reading, ['everything', 'allExpenses', 'eachCategory', 'categories'], 0)
    return 'not'`,
    replace: `    return 'done'`,
  },
  {
    name: 'what the feed says is gone is forgotten with the question about it',
    file: sync('pull-records.ts'),
    find: `    case 'ask':
      await isKnownGone(work, state)
`,
    replace: `    case 'ask':
`,
  },
  {
    name: 'what the stream tells is ignored',
    file: sync('engine.ts'),
    find: `      cycle.heard()
      wake()`,
    replace: ``,
  },
]
