/** An entry that changes while its form is open, in Day and in Week. */
import type { TimeEntry } from '#shared/resources/time.ts'
import { useClient } from '../../ipc/client.ts'
import { dayOf } from '../../ui/format.ts'
import { type RecordForm, useFormConflicts } from '../form-conflicts.ts'
import { useWords } from '../messages/index.ts'
import { useCatalogue } from '../stores/catalogue.ts'
import { useClock } from '../stores/clock.ts'
import { changeOf } from '../stores/mirror.ts'
import { draftOf, type EntryDraft } from './entry-draft.ts'

export type EditedEntry = RecordForm<TimeEntry, EntryDraft>

/** @param form the form that is open, if one is */
export function useEntryConflicts(form: () => EditedEntry | undefined) {
  const say = useWords()
  const client = useClient()
  const clock = useClock()
  const catalogue = useCatalogue()

  const nameOf = (known: readonly { local: number; name: string }[], local: number | null) =>
    known.find((one) => one.local === local)?.name
  return useFormConflicts<TimeEntry, EntryDraft>({
    form,
    fields: [
      {
        fields: ['project'],
        label: () => say('project.label'),
        text: ({ project }) => nameOf(catalogue.projects, project) ?? say('entry.noProject'),
      },
      {
        fields: ['task'],
        label: () => say('task.label'),
        text: ({ task }) => nameOf(catalogue.tasks, task) ?? say('entry.noTask'),
      },
      {
        fields: ['date'],
        label: () => say('entry.date'),
        text: ({ date }) => dayOf(date, clock.today),
      },
      {
        // They move each other, in the form too.
        fields: ['from', 'to', 'length'],
        label: () => say('entry.times'),
        text: ({ from, to, length }) => `${from} – ${to} (${length})`,
      },
      {
        fields: ['notes'],
        label: () => say('entry.notes'),
        text: ({ notes }) => notes || '–',
      },
    ],
    read: (local) => client.call('times.show', { local }),
    draftOf,
    concerns: changeOf('time'),
  })
}
