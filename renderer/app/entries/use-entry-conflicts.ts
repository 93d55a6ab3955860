/** Handles changes to an entry while its form is open, in Day and in Week. */
import type { TimeEntry } from '#shared/resources/time.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { formatDay } from '../../ui/format.ts'
import {
  type ConflictField,
  nameByLocal,
  type RecordForm,
  useFormConflicts,
} from '../forms/use-form-conflicts.ts'
import { useTranslate } from '../messages/index.ts'
import { useCatalogStore } from '../stores/catalog.ts'
import { useClockStore } from '../stores/clock.ts'
import { isChangeOf } from '../stores/live-query.ts'
import { toEntryDraft, type EntryDraft } from './entry-draft.ts'

export type EditedEntry = RecordForm<TimeEntry, EntryDraft>

/** The fields that an entry and a running timer have in common. */
interface WorkDraft {
  project: number | null
  task: number | null
  notes: string
}

/** How conflicts in these fields are shown. */
export function useWorkFields(): Record<'project' | 'task' | 'notes', ConflictField<WorkDraft>> {
  const t = useTranslate()
  const catalog = useCatalogStore()
  return {
    project: {
      fields: ['project'],
      label: () => t('project.label'),
      text: ({ project }) => nameByLocal(catalog.projects, project) ?? t('entry.noProject'),
    },
    task: {
      fields: ['task'],
      label: () => t('task.label'),
      text: ({ task }) => nameByLocal(catalog.tasks, task) ?? t('entry.noTask'),
    },
    notes: {
      fields: ['notes'],
      label: () => t('entry.notes'),
      text: ({ notes }) => notes || '–',
    },
  }
}

/** @param form the open form, if there is one */
export function useEntryConflicts(form: () => EditedEntry | undefined) {
  const t = useTranslate()
  const client = useIpcClient()
  const clock = useClockStore()
  const { project, task, notes } = useWorkFields()

  return useFormConflicts<TimeEntry, EntryDraft>({
    form,
    fields: [
      project,
      task,
      {
        fields: ['date'],
        label: () => t('entry.date'),
        text: ({ date }) => formatDay(date, clock.today),
      },
      {
        // Editing one of them changes the others, so they conflict together.
        fields: ['from', 'to', 'length'],
        label: () => t('entry.times'),
        text: ({ from, to, length }) => `${from} – ${to} (${length})`,
      },
      notes,
    ],
    read: (local) => client.call('times.show', { local }),
    draftOf: toEntryDraft,
    concerns: isChangeOf('time'),
  })
}
