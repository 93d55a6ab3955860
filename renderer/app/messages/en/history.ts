/** Messages about changes and the trash. */

export const history = {
  title: 'History',
  open: 'View all',
  changes: 'Changes',
  trash: 'Trash',
  trashText: 'Deleted items stay here for 30 days.',
  trashEmpty: 'Trash is empty',
  earlier: 'Show older',
  undoOf: 'Undo: {summary}',
  was: {
    added: 'added',
    changed: 'changed',
    deleted: 'deleted',
  },
  more: 'and 1 more record | and {count} more records',
  yes: 'yes',
  no: 'no',
  kinds: {
    time: 'Entry',
    expense: 'Expense',
    category: 'Category',
    project: 'Project',
    client: 'Client',
    task: 'Task',
    charge: 'Price list item',
  },
  deletedAt: 'deleted {when}',
  goneThereAt: 'deleted on the service, {when}',
  daysLeft: '1 day left | {count} days left',
  restore: 'Restore',
  discard: 'Delete forever',
  discardTitle: 'Delete {title} forever?',
  discardText:
    'You can’t undo this, nor any earlier change. Existing backups still contain it: daily ones for about four weeks, others until newer ones replace them.',
  empty: 'Empty trash',
  emptyTitle: 'Delete 1 item forever? | Delete {count} items forever?',
} as const
