/** The steps of hands: each can be recorded, and replayed where the page offers the same. */
import type { CallInput, CallName } from '#shared/ipc/contract.ts'
import { timeValues, wasOf } from '#shared/rules/concurrent-edits.ts'
import type { Look, Offer } from './seen.ts'
import type { Elsewhere, Stage } from './stage.ts'

/** An element of the page, by its name rather than its position. */
export type Target = Pick<Offer, 'role' | 'name' | 'nth'>

type Act =
  | { do: 'press'; at: Target; holding?: 'Control' | 'Shift'; times?: 2 }
  | { do: 'type'; text: string }
  | { do: 'key'; key: string }
  /** As Tab would, to a control of a form. */
  | { do: 'focus'; at: Target }
  /** From a position within the target (shares of its size) by this many pixels; Esc may end it. */
  | { do: 'drag'; at: Target; from: [number, number]; by: [number, number]; escape?: true }
  | { do: 'wheel'; by: number }
  | { do: 'resize'; width: number; height: number }
  /** Presses Esc until no field has the focus, four times at most. */
  | { do: 'leave' }
  /** Presses keys that may open a form or dialog, and types at once, before it is there. */
  | { do: 'hurry'; key: string }

/** In the first window unless it says the second. */
export type Step = (Act & { window?: 1 }) | Beside

/** Actions around the windows. */
type Beside =
  | { do: 'sync' | 'go offline' | 'come back' | 'open a window' | 'close a window' }
  /** On the command line. */
  | { do: 'call'; call: CallName; input: CallInput<CallName> }
  /** By another machine of the same person, on the service. */
  | ({ do: 'elsewhere' } & Elsewhere)

/** What hurried hands type: letters that are no keys of any page. */
export const hurried = 'qiby'

export const targetOf = ({ role, name, nth }: Offer): Target => ({ role, name, nth })

const withoutNumbers = (name: string) => name.replace(/\d+/g, '#')

/** The same element where the page has it; else the one whose name differs only in numbers. */
function findTarget(look: Look, { role, name, nth }: Target): Offer | undefined {
  const alike = look.offers.filter((offer) => offer.role === role)
  return (
    alike.find((offer) => offer.name === name && offer.nth === nth) ??
    alike.find((offer) => withoutNumbers(offer.name) === withoutNumbers(name))
  )
}

export function describe(step: Step): string {
  const at = ({ role, name, nth }: Target) => `${role} “${name}”${nth > 0 ? ` (${nth + 1})` : ''}`
  const where = 'window' in step && step.window ? ' in the second window' : ''
  switch (step.do) {
    case 'press': {
      const how =
        step.times === 2 ? 'press twice' : step.holding ? `${step.holding}-press` : 'press'
      return `${how} ${at(step.at)}${where}`
    }
    case 'type':
      return `type “${step.text}”${where}`
    case 'key':
      return `key ${step.key}${where}`
    case 'focus':
      return `focus ${at(step.at)}${where}`
    case 'drag':
      return `drag ${at(step.at)} from ${step.from.map((share) => share.toFixed(2)).join(', ')} by ${step.by.join(', ')}${step.escape ? ', then Esc' : ''}${where}`
    case 'wheel':
      return `wheel ${step.by}${where}`
    case 'resize':
      return `resize to ${step.width} × ${step.height}${where}`
    case 'leave':
      return `Esc until no field has the focus${where}`
    case 'hurry':
      return `key ${step.key}, and at once “${hurried}”${where}`
    case 'call':
      return `beside it: ${step.call} ${JSON.stringify(step.input)}`
    case 'elsewhere':
      return `on another machine: ${step.what} entry ${step.nth}${step.text ? ` “${step.text}”` : ''}`
    default:
      return step.do
  }
}

/** The command line sends the values that it saw just before. */
async function asSeen({ core }: Stage, { call, input }: Step & { do: 'call' }) {
  if (call !== 'times.update') return input
  const { local, set } = input as Pick<CallInput<'times.update'>, 'local' | 'set'>
  const seen = await core.attempt('times.show', { local })
  return { local, set, was: seen ? wasOf(set, timeValues(seen)) : set }
}

/**
 * Does a step. Returns false where the page does not offer its target: then nothing was done.
 * @param look the current state of the step's window
 */
export async function perform(step: Step, stage: Stage, look: Look): Promise<boolean> {
  const page = stage.pages['window' in step && step.window ? 1 : 0]
  if (!page) return false
  await stage.toFront(page)
  switch (step.do) {
    case 'press': {
      const offer = findTarget(look, step.at)
      if (!offer) return false
      if (step.holding) await page.keyboard.down(step.holding)
      await page.mouse.click(offer.x, offer.y, { clickCount: step.times ?? 1 })
      if (step.holding) await page.keyboard.up(step.holding)
      return true
    }
    case 'type':
      if (!look.focus.takes || look.focus.takes === 'date') return false
      await page.keyboard.insertText(step.text)
      return true
    case 'key':
      for (const key of step.key.split(' ')) await page.keyboard.press(key)
      return true
    case 'focus': {
      const offer = findTarget(look, step.at)
      if (!offer) return false
      await page.evaluate(({ x, y }) => {
        const control = document
          .elementFromPoint(x, y)
          ?.closest<HTMLElement>('button, a, input, select, textarea, [tabindex]')
        control?.focus()
      }, offer)
      return true
    }
    case 'hurry':
      if (look.focus.takes || look.focus.covered) return false
      for (const key of [...step.key.split(' '), ...hurried]) await page.keyboard.press(key)
      return true
    case 'drag': {
      const offer = findTarget(look, step.at)
      if (!offer) return false
      const [across, down] = step.from
      const x = offer.x + (across - 0.5) * offer.width
      const y = offer.y + (down - 0.5) * offer.height
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x + step.by[0] / 2, y + step.by[1] / 2)
      await page.mouse.move(x + step.by[0], y + step.by[1])
      if (step.escape) await page.keyboard.press('Escape')
      await page.mouse.up()
      return true
    }
    case 'wheel':
      await page.mouse.move(look.width / 2, look.height / 2)
      await page.mouse.wheel(0, step.by)
      return true
    case 'resize':
      await page.setViewportSize({ width: step.width, height: step.height })
      return true
    case 'leave':
      for (let times = 0; times < 4; times++) {
        await page.keyboard.press('Escape')
        const { focus } = await stage.look(page)
        if (!focus.takes) break
      }
      return true
    case 'sync':
      await stage.core.attempt('sync.now')
      return true
    case 'go offline':
      stage.door.shut()
      return true
    case 'come back':
      stage.door.open()
      return true
    case 'open a window':
      if (stage.pages.length > 1) return false
      await stage.openWindow()
      return true
    case 'close a window':
      if (stage.pages.length < 2) return false
      await stage.pages.pop()!.close()
      return true
    case 'call':
      await stage.core.attempt(step.call, await asSeen(stage, step))
      return true
    case 'elsewhere':
      await stage.elsewhere(step)
      return true
  }
}
