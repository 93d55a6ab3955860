/** Draws the next step from what the page offers; more important ones more often. */
import type { Chance } from '../simulation/chance.ts'
import type { Look, Offer } from './seen.ts'
import { targetOf, type Step } from './steps.ts'

export interface Situation {
  random: Chance
  /** The state of the window that the step is in. */
  look: Look
  window: 0 | 1
  /** Number of the step, for words that no other step types. */
  nth: number
  /** Something that was typed is in fields only. */
  unsaved: boolean
  hasSecond: boolean
  isOffline: boolean
  isConnected: boolean
  today: string
}

type Choice = [weight: number, make: () => Step | undefined]

function choose(random: Chance, choices: readonly Choice[]): Step {
  const whole = choices.reduce((sum, [weight]) => sum + weight, 0)
  for (;;) {
    let at = random.fraction() * whole
    const choice = choices.find(([weight]) => (at -= weight) < 0)
    const step = choice?.[1]()
    if (step) return step
  }
}

function pickWeighted(random: Chance, offers: readonly Offer[], weigh: (offer: Offer) => number) {
  const whole = offers.reduce((sum, offer) => sum + weigh(offer), 0)
  let at = random.fraction() * whole
  return offers.find((offer) => (at -= weigh(offer)) < 0)
}

/** Weighted; keys that open windows of their own, or act outside of the page, are left out. */
const keys: readonly (readonly [number, readonly string[]])[] = [
  [6, ['n', 'e', 'Enter', 'Escape']],
  [3, ['j', 'k', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 's', 'z', 'Tab']],
  [2, ['d', 'f', 'c', 'Delete', '[', ']', 't', 'Shift+Tab', 'Space', 'Shift+Z', '/', 'Control+k']],
  [
    1,
    [
      ...['Shift+ArrowDown', 'Shift+ArrowUp', 'Alt+ArrowUp', 'Alt+ArrowDown', 'Alt+ArrowLeft'],
      ...['Alt+ArrowRight', 'Control+ArrowDown', 'Control+ArrowUp', 'Control+a', 'Shift+S', 'x'],
      ...['Home', 'End', 'PageDown', 'F6', 'Shift+F6', 'F2', '1', '2', '3', 'a', 'o', 'v', 'p'],
      ...['Control+d', 'Shift+Delete', '?', 'Control+\\', 'Control+Enter', 'Shift+j', 'l'],
    ],
  ],
]
const places = ['g d', 'g w', 'g w', 'g t', 'g t', 'g e', 'g r', 'g c', 'g p', 'g s', 'g h']
const openers = ['n', 'e', 'Enter', 'd', 'f', 'l', 'Control+k', 'Shift+S', '/', 'g e n', 'g p n']
const sizes = [
  [1280, 800],
  [1280, 800],
  [900, 700],
  [640, 400],
  [360, 640],
] as const
const numbers = [
  '1:30',
  '45m',
  '0:15',
  '9-10:30',
  '13:15',
  '2',
  '0',
  '90',
  '12,50',
  'soon',
  '23:50',
]

export function draw(situation: Situation): Step {
  const { random, look, nth, unsaved, isOffline, isConnected, hasSecond, window } = situation
  const { offers, focus } = look
  const here = window === 1 ? ({ window: 1 } as const) : {}
  const key = (name: string): Step => ({ ...here, do: 'key', key: name })
  const isWeek = look.path.startsWith('/week')
  const inCell = focus.role === 'gridcell'

  const press = (among: readonly Offer[]): Step | undefined => {
    // The list of a select is a window of its own.
    const pressable = among.filter(({ role }) => role !== 'select')
    const offer = pickWeighted(random, pressable, weightOf)
    if (!offer) return undefined
    const holding = random.percent(4) ? random.pick(['Control', 'Shift'] as const) : undefined
    return {
      ...{ ...here, do: 'press', at: targetOf(offer) },
      ...(holding ? { holding } : {}),
      ...(random.percent(4) ? { times: 2 as const } : {}),
    }
  }
  const type = (): Step => {
    const word = `zq${nth}x`
    switch (focus.takes) {
      case 'number':
        return { ...here, do: 'type', text: random.pick(numbers) }
      case 'search':
        return {
          ...here,
          do: 'type',
          text: random.pick(['web', 'des', 'a', `15m ${word} #WEB`, word]),
        }
      default:
        return { ...here, do: 'type', text: random.percent(8) ? ` ${word} #WEB` : ` ${word}` }
    }
  }
  const drag = (among: readonly Offer[]): Step | undefined => {
    const offer = pickWeighted(random, among, () => 1)
    if (!offer) return undefined
    const isEdge = offer.role === 'edge'
    const far = random.between(2, 12) * 12 * random.pick([1, 1, -1])
    const aside = isEdge || random.percent(60) ? 0 : random.between(-2, 2) * 150
    return {
      ...{ ...here, do: 'drag', at: targetOf(offer), by: [aside, far] },
      from: isEdge ? [0.5, 0.5] : [0.5, 0.1 + random.fraction() * 0.8],
      ...(random.percent(6) ? { escape: true as const } : {}),
    }
  }
  const draggable = isWeek
    ? offers.filter(({ role }) => ['edge', 'draft', 'block', 'day'].includes(role))
    : []
  const controls = offers.filter(({ over, takes }) => over && takes === undefined)
  const focusControl = (): Step | undefined => {
    const offer = pickWeighted(random, controls, () => 1)
    return offer && { ...here, do: 'focus', at: targetOf(offer) }
  }
  const edges = draggable.filter(({ role }) => role === 'edge')
  const elsewhere = (what: 'add' | 'change' | 'delete'): Step => ({
    ...{ do: 'elsewhere', what, nth: random.between(0, 29) },
    text: what === 'delete' ? '' : `there${nth}`,
  })

  const isTyping = focus.takes !== undefined && focus.takes !== 'date'
  const beside: Choice[] = [
    [2, () => ({ do: 'call', ...drawCall(situation) })],
    [hasSecond ? 0.5 : 0.7, () => ({ do: hasSecond ? 'close a window' : 'open a window' })],
    ...(isConnected
      ? ([
          [1.5, () => ({ do: 'sync' })],
          [isOffline ? 2 : 0.6, () => ({ do: isOffline ? 'come back' : 'go offline' })],
          [1, () => elsewhere(random.pick(['add', 'change', 'change', 'delete']))],
        ] satisfies Choice[])
      : []),
  ]
  return choose(random, [
    ...beside,
    [isTyping ? (unsaved ? 14 : 40) : 0, type],
    [isTyping ? 8 : 0, () => key('Tab')],
    [isTyping ? 6 : 0, () => key('Enter')],
    [isTyping ? 6 : 0, () => key('Control+Enter')],
    [isTyping ? 4 : 0, () => key(random.pick(['Backspace', 'Control+a', 'ArrowDown', 'ArrowUp']))],
    [isTyping ? 4 : 0, () => key('Escape')],
    [isTyping ? 3 : 0, () => ({ ...here, do: 'leave' })],
    [focus.takes === 'date' ? 10 : 0, () => key(random.pick(['ArrowUp', 'ArrowDown', 'Tab']))],
    [inCell ? 14 : 0, () => key(random.pick(['1', '2', '4', '9']))],
    [isTyping ? 3 : 26, () => key(drawKey(random))],
    [isTyping ? 1 : 5, () => key(random.pick(places))],
    [
      isTyping || focus.covered ? 0 : 4,
      () => ({ ...here, do: 'hurry', key: random.pick(openers) }),
    ],
    [16, () => press(offers.filter(({ takes }) => takes !== undefined))],
    [20, () => press(offers)],
    [controls.length > 0 ? 8 : 0, focusControl],
    [focus.owner !== undefined && !isTyping ? 20 : 0, () => key(drawKey(random))],
    [isWeek ? 6 : 0, () => drag(draggable)],
    [edges.length > 0 ? (unsaved ? 12 : 4) : 0, () => drag(edges)],
    [2, () => ({ ...here, do: 'wheel', by: random.pick([120, 400, -120, -400]) })],
    [
      1,
      () => {
        const [width, height] = random.pick(sizes)
        return { ...here, do: 'resize', width, height }
      },
    ],
  ])
}

const drawKey = (random: Chance): string => {
  const whole = keys.reduce((sum, [weight, names]) => sum + weight * names.length, 0)
  let at = random.fraction() * whole
  for (const [weight, names] of keys) {
    for (const name of names) if ((at -= weight) < 0) return name
  }
  return 'Escape'
}

function weightOf({ role, over }: Offer): number {
  const own = { option: 6, block: 3, edge: 2, row: 2, draft: 2, day: 2, menuitem: 3 }[role] ?? 1
  return over ? own * 3 : own
}

/** The actions of the command line beside the window. */
function drawCall({ random, nth, today }: Situation) {
  const local = random.between(1, 60)
  const notes = `cli${nth}`
  return random.pick([
    {
      call: 'times.create',
      input: {
        ...{ project: random.between(1, 4), task: random.between(1, 4), date: today },
        ...{ start: random.between(0, 90) * 15, quantity: random.between(1, 6), notes },
      },
    },
    { call: 'times.update', input: { local, set: { notes, quantity: random.between(1, 6) } } },
    { call: 'times.delete', input: { local } },
    { call: 'timer.start', input: { project: random.between(1, 4), task: 1, notes } },
    { call: 'timer.stop', input: {} },
    { call: 'history.undo', input: {} },
  ] as const)
}
