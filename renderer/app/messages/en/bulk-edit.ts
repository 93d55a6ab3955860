/** Messages of bulk actions on entries, and of copying one entry several times. */

export const several = {
  bar: 'Selected entries',
  picked: '{count} entry, {length} | {count} entry, {length} | {count} entries, {length}',
  pickedHeard:
    'Nothing selected | {count} entry selected, {length} | {count} entries selected, {length}',
  letGo: 'Clear selection',
  merge: 'Merge',
  copy: 'Duplicate',
  deleted: 'Nothing deleted | Deleted {count} entry | Deleted {count} entries',
  changed: 'Nothing changed | Changed {count} entry | Changed {count} entries',
  copied:
    'Duplicated {count} entry to {day} | Duplicated {count} entry to {day} | Duplicated {count} entries to {day}',
  merged: 'Merged {count} entries',
  split: 'Split in two',
  cannotMerge: {
    few: 'Select two or more entries to merge',
    user: 'These entries belong to different people',
    project: 'These entries are on different projects',
    task: 'These entries are on different tasks',
    date: 'These entries are on different days',
    terms: 'These entries use different increments or rates',
    gap: 'There’s a gap from {from} to {to}',
    long: 'Together they’re too long for one entry',
  },
  editTitle: 'Edit {count} entries',
  editHint: 'Only the fields you fill in will change.',
  differ: '{count} different',
  change: 'Save all {count}',
  nothingToChange: 'Fill in at least one field.',
  splitTitle: 'Split entry',
  splitAt: 'Split at',
  splitButton: 'Split',
  splitBetween: 'Enter a time between {from} and {to}',
  cannotSplit: 'A single increment can’t be split',
  copyTitle: 'Duplicate {count} entry | Duplicate {count} entry | Duplicate {count} entries',
  copyHint: 'Keeps the same times of day.',
} as const
