/** Every kind of card that the inbox can hold, and one answer to each in the window and in the shell. */

export interface Case {
  kind: string
  title: string
  /** What its card says. */
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
    says: ['The service answered', '“The task field is required.”', '“Too many. Ask Ada.”'],
    answer: 'Delete here',
    take: ['again'],
  },
  {
    kind: 'archived',
    title: '“Studio”',
    says: ['“has been taken”', 'A category in the archives may have this name'],
    answer: 'Delete here',
    take: ['drop'],
  },
  {
    kind: 'increment',
    title: '“Booking flow”',
    says: ['increments of another length', '0:24 (4 × 6) · on the service 0:40 (4 × 10)'],
    answer: 'Keep the duration',
    take: ['theirs'],
  },
  {
    kind: 'conflict',
    title: '“Room 4 labels, Dutch”',
    says: ['Changed here and on the service', '1:00', '0:45', '1:30', 'Room 4 and 5 labels'],
    answer: 'Use this',
    take: ['mine', '--theirs', 'notes'],
  },
  {
    kind: 'gone',
    title: '“Harbour poster, second print”',
    says: ['It was deleted on the service, and you changed it here.'],
    answer: 'Let it go',
    take: ['again'],
  },
  {
    kind: 'conflict',
    title: '“Weekly call, moved”',
    says: ['You deleted it here while it was changed on the service, so it came back.'],
    answer: 'Delete it',
    take: ['theirs'],
  },
  {
    kind: 'removals',
    title: '12 entries',
    says: ['So many are gone on the service at once', 'and 7 more'],
    answer: 'Keep them',
    take: ['theirs'],
  },
  {
    kind: 'twin',
    title: '“Courier”',
    says: ['The service has equal records', 'Nothing was deleted'],
    answer: 'Delete the extra one',
    take: ['mine'],
  },
  {
    kind: 'twin',
    title: '“Print — cut”',
    says: ['Its answer was lost', 'It is not sent again until you decide'],
    answer: 'It is that one',
    take: ['again'],
  },
  {
    kind: 'twin',
    title: '“Late letter”',
    says: ['It was sent a second time after its answer was lost'],
    answer: 'Delete the extra one',
    take: ['mine'],
  },
  {
    kind: 'bad-record',
    title: 'An entry that cannot be read',
    says: ['quantity: is no whole number', '"quantity":"many"', 'The others were taken in'],
    answer: 'Leave it out',
    take: ['drop'],
  },
]
