/** Known bugs. Lists that cannot be relied on, cursors, and what tells of changes. */
import type { Mutant } from '../mutant.ts'
import { sync } from './files.ts'

export const lists: readonly Mutant[] = [
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
    name: 'many removals at once go without consent',
    file: sync('removals.ts'),
    find: `    const many =
`,
    replace: `    const many =
      missing.length < 0 &&
`,
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
