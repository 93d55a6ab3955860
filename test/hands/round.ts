/** Plays steps on a stage, and checks after each whether the promises still hold. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { inEnglish } from '#shared/sentences/sentence.ts'
import type { Chance } from '../simulation/chance.ts'
import { draw } from './draw.ts'
import type { Prepared } from './prepared.ts'
import type { Focus, Look } from './seen.ts'
import { openStage, type Setting, type Stage } from './stage.ts'
import { hurried, perform, type Step } from './steps.ts'
import { wrongSum } from './totals.ts'
import { isErased, isKept, wordsIn, wordsInFields } from './typed.ts'

export interface Failure {
  invariant: 'typed' | 'totals' | 'focus' | 'keys' | 'quiet'
  what: string
}

export interface Played {
  /** The steps that were done, without those that the page did not offer. */
  steps: Step[]
  failure?: Failure
}

/** Milliseconds that the app has to show the expected state. */
const patience = 10_000

/** Keys that press a control, leave it or close its form, and those that work everywhere. */
const ownKeys = /^(Enter|Space|Escape|(Shift\+)?Tab|(Shift\+)?F6|Control\+(Enter|k|\\))$/

/** Whether two failures are the same one: alike except for numbers and names. */
export const sameFailure = (one: Failure, other: Failure): boolean =>
  one.invariant === other.invariant && kindOf(one) === kindOf(other)

const kindOf = ({ what }: Failure): string =>
  what
    .replace(/“[^”]*”/g, '“…”')
    .replace(/[\d:.,]+/g, '#')
    .slice(0, 120)

interface Watching {
  /** Receives each step that was done. */
  told?: (step: Step, look: Look) => void
  /** The file for a picture of the windows of a failing round. */
  picture?: string
  /** Waits for what a step acts on, as a page that is still loading shows it later. */
  waits?: boolean
}

/** @param source steps to be replayed, or chance and how many are drawn */
export async function playRound(
  browser: Browser,
  prepared: Prepared,
  setting: Setting,
  source: { steps: readonly Step[] } | { random: Chance; count: number },
  { told = () => undefined, picture, waits = false }: Watching = {},
): Promise<Played> {
  const stage = await openStage(browser, prepared, setting)
  try {
    const steps: Step[] = []
    const note = (step: Step, look: Look) => {
      steps.push(step)
      told(step, look)
    }
    const failure = await play(stage, prepared, setting, source, { told: note, waits }).catch(
      (thrown: unknown): Failure => ({
        invariant: 'quiet',
        what: [String(thrown), ...stage.complaints()].join('\n'),
      }),
    )
    if (failure && picture) {
      for (const [nth, page] of stage.pages.entries()) {
        const path = nth === 0 ? picture : picture.replace('.png', '-2.png')
        // A crashed page has no picture; the finding is kept without one.
        await page.screenshot({ path }).catch(() => undefined)
      }
    }
    return { steps, ...(failure ? { failure } : {}) }
  } finally {
    await stage.close()
  }
}

async function play(
  stage: Stage,
  { today }: Prepared,
  setting: Setting,
  source: { steps: readonly Step[] } | { random: Chance; count: number },
  { told, waits }: { told: (step: Step, look: Look) => void; waits: boolean },
): Promise<Failure | undefined> {
  const watch = watchOver(stage)
  let looks = await watch.lookAround()
  const count = 'steps' in source ? source.steps.length : source.count
  for (let nth = 0; nth < count; nth++) {
    let step: Step
    if ('steps' in source) step = source.steps[nth]!
    else {
      const { random } = source
      const window = looks.length > 1 && random.percent(30) ? 1 : 0
      step = draw({
        ...{ random, window, nth, today, look: looks[window]! },
        unsaved: watch.hasUnsaved(),
        hasSecond: looks.length > 1,
        isOffline: stage.door.isShut(),
        isConnected: setting.home === 'connected',
      })
    }
    let before = looks[windowOf(step)]
    if (!before) continue
    await watch.before()
    let isDone = await perform(step, stage, before)
    const end = performance.now() + (waits ? patience : 0)
    while (!isDone && performance.now() < end) {
      await pause(25)
      looks = await watch.lookAround()
      before = looks[windowOf(step)] ?? before
      isDone = await perform(step, stage, before)
    }
    if (!isDone) continue
    told(step, before)
    looks = await watch.lookAround()
    const failure = await watch.after(step, before, looks)
    if (failure) return failure
    if (watch.hasActed()) looks = await watch.lookAround()
  }
  return watch.atTheEnd()
}

const windowOf = (step: Step): 0 | 1 => ('window' in step && step.window ? 1 : 0)

function watchOver(stage: Stage) {
  /** Words that are in fields only, with the field they were typed into. */
  const unsaved = new Map<string, { field: string; window: 0 | 1 }>()
  /** Words that the store has. */
  const kept = new Set<string>()
  /** Saved words that the hand overwrote later: names on the service have no history. */
  const erased = new Set<string>()

  /** Whether this step undid something, to see whether that can be done. */
  let acted = false

  const lookAround = () => Promise.all(stage.pages.map((page) => stage.look(page)))

  /** Looks again until it holds, or returns what does not. */
  async function until(
    holds: (looks: Look[]) => Promise<string | undefined> | string | undefined,
    looks: Look[],
  ): Promise<string | undefined> {
    const end = performance.now() + patience
    let now = looks
    for (;;) {
      const what = await holds(now)
      if (what === undefined || performance.now() > end) return what
      await pause(25)
      now = await lookAround()
    }
  }

  const isThere = async (word: string, looks: readonly Look[]) =>
    wordsInFields(looks).has(word) || isKept(stage.core, word)
  const untilThere = (word: string, looks: Look[]) =>
    until(async (now) => ((await isThere(word, now)) ? undefined : 'gone'), looks)

  /** @returns a typed word that is nowhere any more */
  async function typed(step: Step, before: Look, looks: Look[]): Promise<string | undefined> {
    if (step.do === 'type' && before.focus.takes === 'text') {
      for (const word of wordsIn(step.text)) {
        const field = `${before.focus.on} on ${before.path}`
        unsaved.set(word, { field, window: windowOf(step) })
      }
    }
    for (const word of kept) if (isErased(word, step, before)) erased.add(word)
    const inFields = wordsInFields(looks)
    for (const [word, { field, window }] of [...unsaved]) {
      if (inFields.has(word)) continue
      if (isErased(word, step, before) || step.do === 'close a window') unsaved.delete(word)
      else if (!(await untilThere(word, looks))) {
        if (wordsInFields(await lookAround()).has(word)) continue
        unsaved.delete(word)
        kept.add(word)
      } else {
        if (!(await comesBack(word, window))) {
          return `“${word}” was typed into ${field}, and is nowhere any more`
        }
        // It was seen to come back once; a later edit that drops it again is on purpose.
        unsaved.delete(word)
      }
    }
    return undefined
  }

  /**
   * Whether one of several alternatives, of which only the chosen one shows its fields, has it: a
   * charge of the list or a one-off one, a new project or one known to the service.
   */
  async function standsBehindAnotherWay(word: string, page: Page): Promise<boolean> {
    const { offers } = await stage.look(page)
    for (const { x, y } of offers.filter(({ role, over }) => role === 'radio' && over)) {
      await page.mouse.click(x, y)
      if (wordsInFields([await stage.look(page)]).has(word)) return true
    }
    return false
  }

  /** Reopens closed forms, as a person would who misses it. */
  async function comesBack(word: string, window: 0 | 1): Promise<boolean> {
    const page = stage.pages[window]
    if (!page) return false
    acted = true
    await stage.toFront(page)
    if (await standsBehindAnotherWay(word, page)) return true
    let reopened = false
    let shown = ''
    for (let tries = 0; tries < 8; tries++) {
      const { focus, undo, fields } = await stage.look(page)
      // A form with changes may have to be closed first.
      const stays = reopened && shown === JSON.stringify(fields)
      shown = JSON.stringify(fields)
      if (undo && !reopened) await page.mouse.click(undo.x, undo.y)
      else if (focus.covered || stays || (focus.takes && !reopened)) {
        await page.keyboard.press('Escape')
        continue
      } else {
        // While a form has the focus, keys of the page do nothing.
        if (focus.takes || focus.owner) {
          await page.evaluate(() => (document.activeElement as HTMLElement).blur())
        }
        await page.keyboard.press('u')
      }
      reopened = true
      if (await isThere(word, await lookAround())) return true
    }
    if (!(await untilThere(word, await lookAround()))) return true
    // A text for the timer waits in its line while another one runs. The key that stops that one is
    // a letter in the field of a form that was reopened.
    await perform({ do: 'leave' }, stage, await stage.look(page))
    await page.keyboard.press('x')
    return isThere(word, await lookAround())
  }

  /**
   * The element that had the focus in each window where a hand scrolled away from it; dialogs give
   * it back.
   */
  const leftBehind = new Map<0 | 1, { on: string; hidden: string }>()

  const focusTrouble = (step: Step, before: Focus, { focus, path }: Look, from: string) => {
    // A person who scrolls away from it, under the head of a list too, or makes the window smaller,
    // knows where it is.
    const left = leftBehind.get(windowOf(step))
    const isUnderWhatScrolls =
      (step.do === 'wheel' && focus.on === before.on) || focus.hidden === left?.hidden
    const stayed =
      [before.on, left?.on].includes(focus.on) &&
      (isUnderWhatScrolls || !focus.hidden?.includes('lies over'))
    if (focus.hidden && !stayed && step.do !== 'resize') {
      return `the focus is on ${focus.on}, and ${focus.hidden}`
    }
    const { on, hidden } = focus
    if (hidden) leftBehind.set(windowOf(step), { on, hidden })
    else if (!focus.covered) leftBehind.delete(windowOf(step))
    if (step.do === 'leave' && focus.takes) return `Esc does not lead out of ${focus.on}`
    // A press on an empty area moves it there, and Tab leaves the page at its end.
    const byHand =
      ['press', 'drag', 'wheel', 'resize'].includes(step.do) ||
      (step.do === 'key' && /Tab$/.test(step.key))
    if (focus.on === 'body' && before.on !== 'body' && !byHand && path === from) {
      return `the focus was on ${before.on}, and is on nothing now`
    }
    return undefined
  }

  /** @returns what is missing of the text that was typed before its field was there */
  const cutShort = (step: Step, { focus }: Look): string | undefined => {
    if (step.do !== 'hurry' || !focus.takes || focus.takes === 'date') return undefined
    if (focus.value?.includes(hurried)) return undefined
    return `“${hurried}” was typed after ${step.key}, and ${focus.on} has “${focus.value}”`
  }

  /** The newest change of the person. */
  const newestChange = async () => {
    const changes = await stage.core.call('history.list', { limit: 20 })
    return changes.find(({ actor }) => actor === 'person')
  }
  let newest: Awaited<ReturnType<typeof newestChange>>

  /** @returns what a key of the page did while the focus was in a form */
  async function reachedBeneath(step: Step, before: Look, now: Look): Promise<string | undefined> {
    const { owner, takes } = before.focus
    if (step.do !== 'key' || owner === undefined || takes || ownKeys.test(step.key))
      return undefined
    const changed = await newestChange()
    const differences = [
      changed?.change === newest?.change
        ? ''
        : `“${changed && inEnglish(changed.summary)}” was changed`,
      now.path === before.path ? '' : `${now.path} was opened`,
      now.focus.owner === owner ? '' : `the focus is on ${now.focus.on}`,
      String(now.chosen) === String(before.chosen) ? '' : `the list has ${now.chosen.join(', ')}`,
    ].filter(Boolean)
    return differences.length > 0
      ? `${step.key} on ${before.focus.on} in ${owner}: ${differences.join('; ')}`
      : undefined
  }

  return {
    lookAround,
    async before() {
      newest = await newestChange()
    },
    hasUnsaved: () => unsaved.size > 0,
    hasActed: () => acted,
    async after(step: Step, before: Look, looks: Look[]): Promise<Failure | undefined> {
      const at = windowOf(step)
      acted = false
      const complaints = [...stage.complaints(), ...looks.flatMap(({ broken }) => broken)]
      if (complaints.length > 0) return { invariant: 'quiet', what: complaints.join('\n') }
      const focus = await until((now) => {
        const look = now[at] ?? now[0]!
        return focusTrouble(step, before.focus, look, before.path)
      }, looks)
      if (focus) return { invariant: 'focus', what: focus }
      const beneath = await until((now) => reachedBeneath(step, before, now[at] ?? now[0]!), looks)
      if (beneath) return { invariant: 'keys', what: beneath }
      const crossed = await until((now) => now.flatMap((look) => look.crossed)[0], looks)
      if (crossed) return { invariant: 'totals', what: crossed }
      const sum = await until(async (now) => {
        for (const look of now) {
          const wrong = await wrongSum(look, stage.core)
          if (wrong) return `${look.path}: ${wrong}`
        }
        return undefined
      }, looks)
      if (sum) return { invariant: 'totals', what: sum }
      const cut = await until((now) => cutShort(step, now[at] ?? now[0]!), looks)
      const lost = cut ?? (await typed(step, before, looks))
      if (lost) return { invariant: 'typed', what: lost }
      return undefined
    },
    async atTheEnd(): Promise<Failure | undefined> {
      for (const word of kept) {
        if (!(await isKept(stage.core, word, 200)) && !erased.has(word)) {
          return { invariant: 'typed', what: `“${word}” was saved, and is nowhere any more` }
        }
      }
      return undefined
    },
  }
}
