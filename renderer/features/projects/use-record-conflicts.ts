/** Conflicts of a project, client, task or charge that changes elsewhere while its form is open. */
import {
  type ConflictField,
  type RecordForm,
  useFormConflicts,
} from '../../app/forms/use-form-conflicts.ts'
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
  const t = useTranslate()
  const client = useIpcClient()

  const orNone = (text: string) => text || '–'
  const fields: ConflictField<ReferenceDraft>[] = [
    { fields: ['name'], label: () => t('references.name'), text: ({ name }) => name },
    {
      fields: ['code'],
      label: () => t('references.code'),
      text: ({ code }) => orNone(code),
    },
    {
      fields: ['client', 'type'],
      label: () => t('references.client'),
      text: ({ type, client: local }) =>
        type === 'internal'
          ? t('references.internal')
          : (clients().find((one) => one.local === local)?.name ?? t('references.noClient')),
    },
    {
      fields: ['increment'],
      label: () => t('references.increment'),
      text: ({ increment }) => `${increment} ${t('unit.min')}`,
    },
    {
      // An amount depends on its currency and unit, so they are decided together.
      fields: ['rate', 'amount', 'currency', 'unit'],
      label: () => t(kind === 'projects' ? 'references.columns.rate' : 'references.amount'),
      text: ({ rate, amount, currency, unit }) =>
        `${orNone(kind === 'projects' ? rate : amount)} ${currency} ${unit}`.trim(),
    },
    {
      fields: ['status'],
      label: () => t('references.status'),
      text: ({ status }) => t(status === 'complete' ? 'references.complete' : 'references.open'),
    },
    { fields: ['phone'], label: () => t('references.phone'), text: ({ phone }) => orNone(phone) },
    {
      fields: ['contactName', 'contactEmail'],
      label: () => t('references.contactName'),
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
