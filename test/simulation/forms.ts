/**
 * The forms that a person has open. A form shows its record as it was read when it was opened, and
 * says so when it is saved. What somebody else changed in the meantime is shown then, and the person
 * decides, as in the app.
 */
import type { ActionContext } from '#core/actions/change.ts'
import { withCommittedChange } from '#core/store/committed-change.ts'
import type { Chance } from './chance.ts'
import { checkSaved, isSame, type FormOf } from './checks/forms.ts'
import { failFor, type Witness } from './checks/witness.ts'
import { entries, type Entry } from './entries.ts'
import { formSituation, type FormEnd } from './ledger.ts'
import type { World } from './world.ts'

/** The process that shows a form, and who stands beside it. */
export interface Seated {
  context: ActionContext
  witness: Witness
}

export interface Forms {
  /** Opens the form of a record, and types what it is to be set to. */
  open(context: ActionContext, form: Omit<FormOf, 'seen'>): Promise<void>
  /**
   * Saves one of the forms that are open, if there is one.
   * @param decides whose value it is to be where both changed one
   */
  save(seat: Seated, which: number, decides: Chance): Promise<void>
  /** The one that was opened last, of those that are open. */
  last(context: ActionContext): FormOf | undefined
}

export function makeForms(world: World, say: (what: string) => void): Forms {
  /** With the process that shows them: a form ends with it. */
  let forms: (FormOf & { context: ActionContext })[] = []

  const openIn = (context: ActionContext) => forms.filter((form) => form.context === context)

  function note({ kind }: FormOf, end: FormEnd): void {
    const { events } = world.tally
    const situation = formSituation(kind, end)
    events[situation] = (events[situation] ?? 0) + 1
  }

  /** Sends a form until it is taken, is refused for good, or has nothing of the person's left. */
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

  /** The form as the record stands now, with what the person still wants of it. */
  function decide(form: FormOf, now: Entry, decides: Chance): FormOf {
    const wanted = Object.entries(form.set).filter(([field, value]) => {
      // Members find their place beside those of others.
      if (Array.isArray(value) || isSame(field, now[field], form.seen[field])) return true
      if (isSame(field, now[field], value)) return false
      const end = decides.pick(['mine', 'theirs'] as const)
      say(`sees ${field} ${JSON.stringify(now[field])} and takes ${end}`)
      note(form, end)
      return end === 'mine'
    })
    // What is put in and taken out departs from the members that were there at first.
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
