/** Known bugs: unreliable lists, cursors, and the sources of changes. */
import type { Mutant } from '../mutant.ts'
import { store, sync } from './files.ts'

export const lists: readonly Mutant[] = [
  {
    name: 'a second walk with other page borders is left out',
    file: sync('http/read-window.ts'),
    find: `if (!scan.sound || scan.pages === 1) return scan`,
    replace: `if (client) return scan`,
  },
  {
    name: 'the total is not compared with what was read',
    file: sync('http/read-window.ts'),
    find: `sound: sound && (partly || every.size === total),`,
    replace: `sound,`,
  },
  {
    name: 'many removals at once go without consent',
    file: sync('apply/missing-records.ts'),
    find: `    const many =
`,
    replace: `    const many =
      missing.length < 0 &&
`,
  },
  {
    name: 'a feed that starts over is taken for a feed that goes on',
    file: sync('pull/pull-feed.ts'),
    find: `    startOver(memory)
    await writeSyncCheckpoint(context.db, memory)
`,
    replace: `    memory.changesCursor = null
    if (memory.epoch === epoch) return 'done'
`,
  },
  {
    name: 'what the feed says is gone is forgotten with the question about it',
    file: sync('apply/apply-pulled.ts'),
    find: `    case 'ask':
      await recordTombstone(tx, state)
`,
    replace: `    case 'ask':
`,
  },
  {
    name: 'what the stream tells is ignored',
    file: sync('engine/engine.ts'),
    find: `      passRunner.noteFeedEvent()
      wake()`,
    replace: ``,
  },
  {
    name: 'what is told of during a pass waits for the next look',
    file: sync('engine/sync-pass.ts'),
    find: `    if (hasFeedEvent) return 0
`,
    replace: ``,
  },
  {
    name: 'what a first copy of the feed left out is forgotten',
    file: store('sync/remote-tombstones.ts'),
    find: `where gone > 0 and dirty = 0`,
    replace: `where gone = 1 and gone > 0 and dirty = 0`,
  },
  {
    name: 'a window counts as read of which something was held back',
    file: sync('pull/pull-window.ts'),
    find: `if (!(await applyPulledPage(context, adapter, shown, options.first))) whole = false`,
    replace: `await applyPulledPage(context, adapter, shown, options.first)`,
  },
  {
    name: 'all categories count as read of which one was held back',
    file: sync('pull/pull-categories.ts'),
    find: `if (!(await applyPulledPage(context, categoryAdapter, shown, options.first))) sound = false`,
    replace: `await applyPulledPage(context, categoryAdapter, shown, options.first)`,
  },
  {
    name: 'removals go on after their consent was taken back',
    file: sync('apply/missing-records.ts'),
    find: `          if (await isHeldBack(tx, adapter, remote)) return
`,
    replace: ``,
  },
  {
    name: 'what is to be kept is made anew without asking its own address',
    file: sync('decide/plan.ts'),
    find: `if (local === null || isKept) return { do: 'read' }`,
    replace: `if (isKept) return { do: 'recreate' }
  if (local === null) return { do: 'read' }`,
  },
]
