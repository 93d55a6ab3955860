/** Every kind of card that the inbox can hold, and one answer to each in the window and in the shell. */

export interface Case {
  kind: string
  title: string
  /** A text of its card. */
  says: (string | RegExp)[]
  /** The button of the window that answers it. */
  answer: string
  /** An answer of the command line. */
  take: string[]
}

export const cases: Case[] = [
  {
    kind: 'refused',
    title: '“Dielines”',
    says: ['The service rejected this', '“The task field is required.”', '“Too many. Ask Ada.”'],
    answer: 'Delete here',
    take: ['again'],
  },
  {
    kind: 'archived',
    title: '“Studio”',
    says: ['“has been taken”', 'An archived category may already have this name'],
    answer: 'Delete here',
    take: ['drop'],
  },
  {
    kind: 'unit',
    title: '“Booking flow”',
    says: ['uses a different increment', '0:24 (4 × 6) · on the service 0:40 (4 × 10)'],
    answer: 'Keep duration',
    take: ['theirs'],
  },
  {
    kind: 'conflict',
    title: '“Room 4 labels, Dutch”',
    says: ['Changed both here and on the service', '1:00', '0:45', '1:30', 'Room 4 and 5 labels'],
    answer: 'Apply',
    take: ['mine', '--theirs', 'notes'],
  },
  {
    kind: 'gone',
    title: '“Harbour poster, second print”',
    says: ['You changed this here, but it was deleted on the service.'],
    answer: 'Delete here too',
    take: ['again'],
  },
  {
    kind: 'conflict',
    title: '“Weekly call, moved”',
    says: ['You deleted this here, but it was changed or restored on the service, so it’s back.'],
    answer: 'Delete',
    take: ['theirs'],
  },
  {
    kind: 'removals',
    title: '12 entries',
    says: ['Many records disappeared from the service at once', 'and 7 more'],
    answer: 'Keep all',
    take: ['theirs'],
  },
  {
    kind: 'twin',
    title: '“Courier”',
    says: ['The service has matching records', 'Nothing was deleted'],
    answer: 'Delete duplicate',
    take: ['mine'],
  },
  {
    kind: 'twin',
    title: '“Print — cut”',
    says: ['The reply was lost', 'It won’t be sent again until you choose'],
    answer: 'They’re the same',
    take: ['again'],
  },
  {
    kind: 'twin',
    title: '“Late letter”',
    says: ['This was sent again after the reply was lost'],
    answer: 'Delete duplicate',
    take: ['mine'],
  },
  {
    kind: 'repeated',
    title: '1 entry',
    says: ['Created here and on another computer', '“Ferry”'],
    answer: 'Keep one of each',
    take: ['mine'],
  },
  {
    kind: 'cell',
    title: 'an entry',
    says: ['The cell had 3:00 from elsewhere when you set 2:00', 'Keep both: 5:00'],
    answer: 'Keep 2:00',
    take: ['theirs'],
  },
  {
    kind: 'bad-record',
    title: 'Unreadable entry',
    says: ['quantity: isn’t a whole number', '"quantity":"many"', 'Everything else was received'],
    answer: 'Skip record',
    take: ['drop'],
  },
]
