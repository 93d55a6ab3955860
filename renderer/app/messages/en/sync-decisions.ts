/** Messages about the inbox, the outbox, and matching records. */

export const inbox = {
  keys: { move: 'move', mine: 'yours', theirs: 'service', done: 'apply' },
  field: 'Field',
  before: 'Before',
  mine: 'Yours',
  theirs: 'Service',
  duration: 'Duration',
  result: 'Result:',
  allMine: 'Use yours',
  allTheirs: 'Use the service’s',
  apply: 'Apply',
  edit: 'Edit',
  raw: 'Raw record',
  there: 'on the service',
  unnamed: 'Untitled record',
  number: 'ID {id}',
  others: 'and 1 more | and {count} more',
  texts: {
    refused: 'The service rejected this: {words}',
    conflict: 'Changed both here and on the service. Your version is shown until you choose.',
    twin: 'The service has matching records. One may be a duplicate of yours. Nothing was deleted.',
    gone: 'You changed this here, but it was deleted on the service.',
    unit: 'The service uses a different increment for this project.',
    archived: 'The service rejected this: {words} An archived category may already have this name.',
    removals:
      'Many records disappeared from the service at once, so Stint hasn’t removed them here yet.',
    moved:
      'Changed or deleted when this data folder was last used on another computer, and not synced. If it’s still in use there, these may have been sent since.',
    repeated:
      'Created here and on another computer, by the same split, copy, import, or hours in the timesheet. Both count until you choose.',
    cell: 'The cell had {there} from elsewhere when you set {here}. Both count until you choose.',
    'bad-record':
      'The service sent a record Stint couldn’t read ({why}). Everything else was received.',
  },
  deletedHere:
    'You deleted this here, but it was changed or restored on the service, so it’s back.',
  copied:
    'Not synced when the backup was made or the folder was copied. It may have been sent and changed since, so it needs your review.',
  earlier:
    'The service had your version, but has an earlier one again. It may have been restored from a backup.',
  copiedDeletion:
    'Deleted before the backup was made or the folder was copied, but still on the service. Someone may need it there, so it’s back until you decide.',
  replaced:
    'The service no longer has this: its number now belongs to another record. It was probably restored from a backup. Yours is kept here.',
  found:
    'The reply was lost, but Stint found this on the service. Check there that it’s the only one.',
  lost: 'The service was set back to an earlier state and no longer has this. Yours is kept here.',
  missing:
    'The service no longer has this. It was probably restored from a backup. Yours is kept here.',
  setBack: {
    title: '{count} record the service lost | {count} records the service lost',
    lost: 'The service was set back to an earlier state and no longer has these. They’re kept here.',
    replaced:
      'The service no longer has these. It was probably restored from a backup. They’re kept here.',
    each: 'Review each',
  },
  alreadyHere: '{words}. It may have taken the two for the same.',
  deletedMaybeThere: 'You deleted this here, but it may still be on the service.',
  maybe:
    'The reply was lost, and the service has a record that may be this one. It won’t be sent again until you choose.',
  more: 'The service sent more records Stint couldn’t read. They’ll appear once you’ve handled the others.',
  otherCurrency:
    'Typed as {typed}. The project is in {currency} now, so this waits for your decision.',
  countedInCurrency:
    'Typed as {typed}. The project is in {currency} now, so it counts as {amount}.',
  changeAmount: 'Change amount',
  late: 'This was sent again after the reply was lost, and then the first one arrived too.',
  answers: {
    refused: { again: 'Send again', theirs: 'Use the service’s', drop: 'Delete here' },
    conflict: { mine: 'Use yours', theirs: 'Use the service’s' },
    'deleted-here': { mine: 'Delete', theirs: 'Keep' },
    replaced: { again: 'Send again', drop: 'Delete here' },
    'set-back': { again: 'Send all again', drop: 'Delete all here' },
    found: { mine: 'It’s the only one' },
    'already-here': { again: 'Send again', drop: 'They’re the same' },
    twin: {
      mine: 'Keep both',
      drop: 'Delete duplicate',
    },
    maybe: { again: 'Send again', theirs: 'They’re the same', drop: 'Delete here' },
    gone: { again: 'Create again', drop: 'Delete here too' },
    unit: { theirs: 'Use the service’s', mine: 'Keep duration' },
    'other-currency': {
      again: 'Send as {amount}',
      mine: 'Keep as a draft',
      theirs: 'Use the service’s price',
    },
    'counted-in-currency': { theirs: 'Keep {amount}' },
    archived: { again: 'Send again', theirs: 'Use the service’s', drop: 'Delete here' },
    removals: { theirs: 'Remove here too', again: 'Keep all' },
    moved: { mine: 'Folder was moved: send all', again: 'Folder was copied: review each' },
    repeated: { mine: 'Keep both', drop: 'Keep one of each' },
    cell: { again: 'Keep both: {both}', mine: 'Keep {here}', theirs: 'Keep {there}' },
    'bad-record': { drop: 'Skip record' },
  },
} as const

export const outbox = {
  title: 'Waiting to sync',
  empty: 'Nothing waiting',
  more: 'and 1 more | and {count} more',
  today: 'today',
  deletedHere: 'Deleted, not synced yet',
  checking: 'Reply lost. Checking before sending again',
  held: 'Needs matching',
  draft: 'Draft, not complete yet',
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
  text: 'These exist only on this computer. Match each one with its counterpart on the service, or create it there. Then its entries can sync.',
  none: 'Everything is matched.',
  back: 'Back to Sync',
  kinds: {
    project: 'Projects',
    client: 'Clients',
    task: 'Tasks',
    charge: 'Price list',
  },
  uses: 'used by {uses}',
  unused: 'not used yet',
  perUnit: '{price} per {unit}',
  perHour: '{price} per hour',
  differs: 'Differs',
  becomes: '{before} becomes {after}',
  withoutRate: '{sum}, without an exchange rate to {currency}',
  askTitle: 'Match “{name}” although it differs?',
  changes: 'This also changes what is already logged:',
  changesNothing: 'What is already logged keeps its time and amounts.',
  matchAnyway: 'Match anyway',
  matchAll: 'Match all {count} suggestions',
  matching: 'Matching…',
  matchedAll: 'Nothing matched | Matched {count} name | Matched {count} names',
  notMatched:
    'Everything matched | Not matched: “{name}”. {message} | {count} not matched. “{name}”: {message}',
  createAll: 'Create all {count} on the service',
  creating: 'Creating…',
  createdAll:
    'Nothing created | Created {count} name on the service | Created {count} names on the service',
  notCreated:
    'Everything created | Not created: “{name}”. {message} | {count} not created. “{name}”: {message}',
  choose: 'Choose a match',
  chooseFor: 'Match for “{name}”',
  empty: 'No match on the service',
  match: 'Match',
  publish: 'Create on the service',
  chooseFirst: 'Choose a match first',
  because: {
    code: 'Same code',
    name: 'Same name',
    alike: 'Similar name',
  },
  matched: 'Matched “{name}” with “{to}”',
  made: 'Created “{name}” on the service',
  waiting:
    '{count} name isn’t on the service yet. Match it to sync its entries. | {count} names aren’t on the service yet. Match them to sync their entries.',
  open: 'Match names',
} as const
