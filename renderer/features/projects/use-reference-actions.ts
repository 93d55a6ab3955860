/** Actions on a record: locally, or on the service at once. */
import type { CallInput } from '#shared/ipc/contract.ts'
import { referenceValues, wasOf } from '#shared/rules/concurrent-edits.ts'
import { referenceUsesText } from '../../app/labels/reference-uses-text.ts'
import { useFailureToast } from '../../app/stores/use-failure-toast.ts'
import { useTranslate } from '../../app/messages/index.ts'
import { useToastStore } from '../../app/stores/toasts.ts'
import { useUndo } from '../../app/notices/use-undo.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import type { ReferenceAccess } from './reference-access.ts'
import { type AnyReference, singularKinds, type WritableListKind } from './reference-lists.ts'

export function useReferenceActions() {
  const client = useIpcClient()
  const toasts = useToastStore()
  const t = useTranslate()
  const attempt = useFailureToast()
  const { wayBack } = useUndo()

  // The calls of the four kinds differ only in their fields, which the draft has validated.
  const add = (kind: WritableListKind, input: object): Promise<AnyReference> =>
    client.call(`${kind}.add` as 'tasks.add', input as CallInput<'tasks.add'>)
  /** @param before the record as the person saw it */
  function update(
    kind: WritableListKind,
    before: AnyReference,
    set: object,
  ): Promise<AnyReference> {
    const values: object = referenceValues[singularKinds[kind]](before as never)
    const was = wasOf(set as Record<string, unknown>, values as Record<string, unknown>)
    const edit = { local: before.local, set, was }
    return client.call(`${kind}.update` as 'tasks.update', edit)
  }

  /** What becomes of a record when it is deleted; empty where nothing refers to it. */
  async function staysText(kind: WritableListKind, local: number): Promise<string> {
    const counted = await attempt(() =>
      client.call('records.countUses', { kind: singularKinds[kind], local }),
    )
    const uses = counted ? referenceUsesText(counted, t) : ''
    return uses && t('references.staysIn', { uses })
  }

  async function remove(
    kind: WritableListKind,
    { local, name }: AnyReference,
    access: ReferenceAccess,
  ): Promise<boolean> {
    const detail = await staysText(kind, local)
    const gone = await attempt(() => client.write(`${kind}.delete` as 'tasks.delete', { local }))
    if (!gone) return false
    if (access.is === 'service') {
      toasts.show({ text: t('references.deletedOnService', { name }) })
      return true
    }
    toasts.show({ text: t('references.deleted', { name }), detail, action: wayBack(gone.change) })
    return true
  }

  async function publish(kind: WritableListKind, { local, name }: AnyReference): Promise<boolean> {
    const done = await attempt(() =>
      client.call('matching.publish', { kind: singularKinds[kind], local }),
    )
    if (done === undefined) return false
    toasts.show({ text: t('references.published', { name }), kind: 'published' })
    return true
  }

  return { add, update, staysText, remove, publish }
}
