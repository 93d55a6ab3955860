/** Conflicts of a project, client, task or charge that changes elsewhere while its form is open. */
import {
  type ConflictField,
  type RecordForm,
  useFormConflicts,
} from '../../app/use-form-conflicts.ts'
import { useTranslate } from '../../app/messages/index.ts'
import { isChangeOf } from '../../app/stores/live-query.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import type { Client } from '#shared/resources/client.ts'
import {
  type AnyReference,
  type ReferenceListItem,
  singularKinds,
  type WritableListKind,
} from './reference-lists.ts'
import { toReferenceDraft, type ReferenceDraft } from './reference-draft.ts'

export type EditedRecord = RecordForm<AnyReference, ReferenceDraft>

export function useRecordConflicts(
  kind: WritableListKind,
  form: EditedRecord,
  clients: () => readonly Client[],
) {
  const say = useTranslate()
  const client = useIpcClient()

  const orNone = (text: string) => text || '–'
  const fields: ConflictField<ReferenceDraft>[] = [
    { fields: ['name'], label: () => say('references.name'), text: ({ name }) => name },
    {
      fields: ['code'],
      label: () => say('references.code'),
      text: ({ code }) => orNone(code),
    },
    {
      fields: ['client', 'type'],
      label: () => say('references.client'),
      text: ({ type, client: local }) =>
        type === 'internal'
          ? say('references.internal')
          : (clients().find((one) => one.local === local)?.name ?? say('references.noClient')),
    },
    {
      fields: ['increment'],
      label: () => say('references.increment'),
      text: ({ increment }) => `${increment} ${say('unit.min')}`,
    },
    {
      // An amount depends on its currency and unit, so they are decided together.
      fields: ['rate', 'amount', 'currency', 'unit'],
      label: () => say(kind === 'projects' ? 'references.columns.rate' : 'references.amount'),
      text: ({ rate, amount, currency, unit }) =>
        `${orNone(kind === 'projects' ? rate : amount)} ${currency} ${unit}`.trim(),
    },
    {
      fields: ['status'],
      label: () => say('references.status'),
      text: ({ status }) => say(status === 'complete' ? 'references.complete' : 'references.open'),
    },
    { fields: ['phone'], label: () => say('references.phone'), text: ({ phone }) => orNone(phone) },
    {
      fields: ['contactName', 'contactEmail'],
      label: () => say('references.contactName'),
      text: ({ contactName, contactEmail }) => orNone(`${contactName} ${contactEmail}`.trim()),
    },
  ]
  return useFormConflicts<AnyReference, ReferenceDraft>({
    form: () => form,
    fields,
    read: (local) => client.call(`${kind}.show` as 'tasks.show', { local }),
    draftOf: (record) => toReferenceDraft({ kind, record } as ReferenceListItem),
    concerns: isChangeOf(singularKinds[kind]),
  })
}
