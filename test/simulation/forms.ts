/**
 * The forms that a person has open. A form shows its record as it was read when it was opened, and
 * sends those values when it is saved. Changes that others made in the meantime are shown then, and
 * the person decides, as in the app.
 */
import type { ActionContext } from '#core/actions/change.ts'
import { withCommittedChange } from '#core/store/history/committed-change.ts'
import type { Chance } from './chance.ts'
import { checkSaved, isSame, type FormOf } from './checks/forms.ts'
import { failFor, type Witness } from './checks/witness.ts'
import { entries, type Entry } from './entries.ts'
import { formSituation, type FormEnd } from './ledger.ts'
import type { World } from './world.ts'

/** The process that shows a form, and the witness of its account. */
export interface Seated {
  context: ActionContext
  witness: Witness
}

export interface Forms {
  /** Opens the form of a record, and types new values. */
  open(context: ActionContext, form: Omit<FormOf, 'seen'>): Promise<void>
  /**
   * Saves one of the open forms, if there is one.
   * @param decides whose value wins where both changed one
   */
  save(seat: Seated, which: number, decides: Chance): Promise<void>
  /** The form that was opened last, of those still open. */
  last(context: ActionContext): FormOf | undefined
}

export function makeForms(world: World, say: (what: string) => void): Forms {
  /** By the process that shows them: a form ends with it. */
  let forms: (FormOf & { context: ActionContext })[] = []

  const openIn = (context: ActionContext) => forms.filter((form) => form.context === context)

  function note({ kind }: FormOf, end: FormEnd): void {
    const { events } = world.tally
    const situation = formSituation(kind, end)
    events[situation] = (events[situation] ?? 0) + 1
  }

  /** Sends a form until it is saved, is refused for good, or has nothing of the person's left. */
  async function send(seat: Seated, form: FormOf, decides: Chance): Promise<void> {
    const { context, witness } = seat
    const { kind, local, set, seen } = form
    const { value: saved, change } = await withCommittedChange(() =>
      entries[kind].update(context, local, set as never, seen),
    )
    if (change !== undefined) checkSaved(witness, form, change, failFor(world, witness))
    if (saved.ok) return
    const { code, message } = saved.error
    say(`is told: ${message}`)
    if (code === 'not-found') note(form, 'gone')
    const now = code === 'stale' ? await entries[kind].shown(context, local) : undefined
    const decided = now && decide(form, now, decides)
    if (decided && Object.keys(decided.set).length > 0) await send(seat, decided, decides)
  }

  /** The form with the current record, and with what the person still wants of it. */
  function decide(form: FormOf, now: Entry, decides: Chance): FormOf {
    const wanted = Object.entries(form.set).filter(([field, value]) => {
      // Members are inserted among those of others.
      if (Array.isArray(value) || isSame(field, now[field], form.seen[field])) return true
      if (isSame(field, now[field], value)) return false
      const end = decides.pick(['mine', 'theirs'] as const)
      say(`sees ${field} ${JSON.stringify(now[field])} and takes ${end}`)
      note(form, end)
      return end === 'mine'
    })
    // Added and removed members are relative to the members that were there at first.
    const { tasks, charges } = form.seen
    return { ...form, set: Object.fromEntries(wanted), seen: { ...now, tasks, charges } }
  }

  return {
    async open(context, form) {
      const seen = await entries[form.kind].shown(context, form.local)
      if (seen) forms.push({ ...form, seen, context })
    },
    async save(seat, which, decides) {
      const { context } = seat
      forms = openIn(context)
      const [form] = forms.splice(which % forms.length, 1)
      if (!form) return
      say(`saves ${JSON.stringify(form.set)} to ${form.kind} ${form.local}`)
      await send(seat, form, decides)
    },
    last: (context) => openIn(context).at(-1),
  }
}
