/** Words about what the sync asks, what waits to be sent, and what is to be matched. */

export const inbox = {
  keys: { move: 'move', mine: 'mine', theirs: 'theirs', done: 'done' },
  field: 'Field',
  before: 'Before',
  mine: 'Mine',
  theirs: 'Theirs',
  duration: 'Duration',
  result: 'Result:',
  allMine: 'All mine',
  allTheirs: 'All theirs',
  apply: 'Use this',
  edit: 'Change it',
  raw: 'The record as it came',
  there: 'on the service',
  unnamed: 'A record of the service',
  number: 'number {id}',
  others: 'and one more | and {count} more',
  texts: {
    refused: 'The service answered: “{words}”',
    conflict: 'Changed here and on the service. Your version is shown until you decide.',
    twin: 'The service has equal records. One may be a second copy of yours. Nothing was deleted.',
    gone: 'It was deleted on the service, and you changed it here.',
    increment:
      'The service counts this project in increments of another length than was known here.',
    archived: 'The service answered: “{words}” A category in the archives may have this name.',
    removals:
      'So many are gone on the service at once that nothing was removed here without asking you.',
    moved:
      'Changed or deleted when this data folder was last used, on another computer, and not sent yet. If the folder is still used there, they may have been sent since.',
    'bad-record':
      'The service sent a record that cannot be read ({why}). The others were taken in.',
  },
  deletedHere: 'You deleted it here while it was changed on the service, so it came back.',
  copied:
    'Not sent yet when the backup was made or the folder copied. It may have been sent and changed since, so it waits for you.',
  copiedDeletion:
    'Deleted before the backup was made or the folder copied, and still on the service. It may be wanted there, so it is back until you decide.',
  deletedMaybeThere: 'You deleted it here, and the service may have it all the same.',
  maybe:
    'Its answer was lost, and the service has something that may be it. It is not sent again until you decide.',
  more: 'More of what the service sent cannot be read. It is shown here once you have answered the others.',
  late: 'It was sent a second time after its answer was lost, and then the first arrived as well.',
  answers: {
    refused: { again: 'Send again', theirs: 'Take the service’s', drop: 'Delete here' },
    conflict: { mine: 'Use mine', theirs: 'Use theirs' },
    'deleted-here': { mine: 'Delete it', theirs: 'Keep it' },
    twin: {
      mine: 'Keep both',
      drop: 'Delete the extra one',
    },
    maybe: { again: 'Send it', theirs: 'It is that one', drop: 'Delete it here' },
    gone: { again: 'Make it there again', drop: 'Let it go' },
    increment: { theirs: 'As the service counts', mine: 'Keep the duration' },
    archived: { again: 'Send again', theirs: 'Take the service’s', drop: 'Delete here' },
    removals: { theirs: 'Remove them here', again: 'Keep them' },
    moved: { mine: 'The folder was moved: send them', again: 'It’s a copy: ask about each' },
    'bad-record': { drop: 'Leave it out' },
  },
} as const

export const outbox = {
  title: 'Waiting to go out',
  empty: 'Nothing at the moment.',
  more: 'and one more | and {count} more',
  today: 'today',
  deletedHere: 'Deleted here, not yet sent',
  checking: 'Answer lost. Checked before it goes again',
  held: 'Kept here until its project is matched',
  draft: 'A draft, kept here until it is complete',
  what: {
    time: { new: 'New entry', changed: 'Changed', deleted: 'Deleted' },
    expense: { new: 'New expense', changed: 'Changed', deleted: 'Deleted' },
    category: {
      new: 'New category',
      changed: 'Category changed',
      deleted: 'Category archived',
    },
  },
} as const

export const matching = {
  title: 'Match with the service',
  text: 'These are known to this machine only. Say which of the service’s they are, and the entries that use them are sent.',
  none: 'The service knows everything that is used here.',
  back: 'Back to Sync',
  kinds: {
    project: 'Projects',
    client: 'Clients',
    task: 'Tasks',
    charge: 'Charges',
  },
  uses: 'not used yet | used by {count} entry | used by {count} entries',
  usesOfClient: 'no project yet | {count} project | {count} projects',
  choose: 'Choose one of the service',
  chooseFor: '“{name}” on the service',
  empty: 'The service has none of that name',
  match: 'Match',
  publish: 'Make it on the service',
  chooseFirst: 'Choose one of the service first',
  because: {
    code: 'Same code',
    name: 'Same name',
    alike: 'Similar name',
  },
  matched: 'Matched “{name}” with “{to}”',
  made: 'The service has “{name}” now',
  waiting:
    '{count} thing known to this machine only keeps entries from being sent. | {count} things known to this machine only keep entries from being sent.',
  open: 'Match them',
} as const
