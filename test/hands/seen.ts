/** The result of a look at a page. */

/** An element that can be operated, with its current position. */
export interface Offer {
  role: string
  name: string
  /** Which of those with this role and name, in the order of the page. */
  nth: number
  x: number
  y: number
  width: number
  height: number
  /** The kind of text that belongs into it; undefined for an element without text. */
  takes?: Takes
  /** Inside of an overlay: a dialog, a panel or a popover. */
  over: boolean
}

/**
 * `text`: words that are saved; `search`: words that only search; `number`: lengths, times and
 * amounts; `date`: the browser's own field for a day.
 */
export type Takes = 'text' | 'search' | 'number' | 'date'

export interface Field {
  name: string
  value: string
  takes: Takes
}

export interface Focus {
  /** `body`, or a description of the element. */
  on: string
  role: string
  /** Of the field that has it. */
  takes?: Takes
  value?: string
  /** Suggestions are shown below the field. */
  offers?: boolean
  /** In a menu or dialog, which receives all keys. */
  covered: boolean
  /** The form, dialog, popover, panel or menu that it is in, which owns the keys of the page. */
  owner?: string
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
  /** A block is dragged, or its form is open: the calendar previews it. */
  inHand: boolean
  /** What the list beneath forms has selected, and which of its rows is the tab stop. */
  chosen: string[]
  /** The position of the button that undoes what the page just reported. */
  undo?: { x: number; y: number } | undefined
  /** Rows whose header is on one line with another row's cells. */
  crossed: string[]
  /** The arguments of calls, by the name of the call; the newest last. */
  asked: Record<string, unknown[]>
  /** Answers that no page should get. */
  broken: string[]
  /** Sums on the page and their parts; in minutes, or in the smallest unit of money. */
  sums: Sum[]
}

export interface Sum {
  /** Its name in the report. */
  what: string
  shown: number
  /** Its parts on screen; undefined where they are not all there. */
  parts?: number[]
  /** The store's data for it. */
  of?: SumOf
}

/** Minutes of own entries (or everyone's) of some days, as the page last asked for them. */
export type SumOf =
  | { is: 'day'; date: string }
  | { is: 'week' }
  | { is: 'report' }
  | { is: 'expenses'; currency: string }
