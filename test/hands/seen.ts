/** What a look at a page tells. */

/** Something that a hand can be laid on, where it is now. */
export interface Offer {
  role: string
  name: string
  /** Which of those with this role and name, in the order of the page. */
  nth: number
  x: number
  y: number
  width: number
  height: number
  /** What kind of text belongs into it; undefined where none does. */
  takes?: Takes
  /** Within what lies over the page: a dialog, a panel or a popover. */
  over: boolean
}

/**
 * `text`: words that are kept; `search`: words that only find something; `number`: lengths, times
 * and amounts; `date`: the browser's own field for a day.
 */
export type Takes = 'text' | 'search' | 'number' | 'date'

export interface Field {
  name: string
  value: string
  takes: Takes
}

export interface Focus {
  /** `body`, or what it is on in words. */
  on: string
  role: string
  /** Of the field that has it. */
  takes?: Takes
  value?: string
  /** Lines are offered below the field. */
  offers?: boolean
  /** In a menu or dialog, which has the keys for itself. */
  covered: boolean
  /** Why it cannot be seen; undefined where it can. */
  hidden?: string
}

export interface Look {
  /** The address within the app. */
  path: string
  width: number
  height: number
  offers: Offer[]
  fields: Field[]
  focus: Focus
  /** A block is dragged, or its form is open: the calendar shows it as it will be. */
  inHand: boolean
  /** Where the button is that takes back what the page just told of. */
  undo?: { x: number; y: number } | undefined
  /** Rows whose header stands in line with another row's cells. */
  crossed: string[]
  /** What was asked, by the name of the call; the newest last. */
  asked: Record<string, unknown[]>
  /** Answers that no page should get. */
  broken: string[]
  /** Sums on the page and what they are sums of; in minutes, or in the smallest unit of money. */
  sums: Sum[]
}

export interface Sum {
  /** What the page calls it, for the report. */
  what: string
  shown: number
  /** Its parts on screen; undefined where they are not all there. */
  parts?: number[]
  /** What the store has to say about it. */
  of?: SumOf
}

/** Minutes of own entries (or everyone's) of some days, as the page last asked for them. */
export type SumOf =
  | { is: 'day'; date: string }
  | { is: 'week' }
  | { is: 'report' }
  | { is: 'expenses'; currency: string }
