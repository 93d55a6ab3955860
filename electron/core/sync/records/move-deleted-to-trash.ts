/**
 * Puts a removed row in the trash, and takes one that is back out of it. An archived row needs
 * neither: it stays in its table.
 */
import { moveToTrash, removeFromTrash } from '../../store/history/trash.ts'
import { syncAdapters } from './sync-adapters.ts'
import type { RecordedRowChange, SyncTransaction } from './sync-transaction.ts'

export async function moveDeletedToTrash(
  tx: SyncTransaction,
  { resource, local, before, after }: RecordedRowChange,
  { change, actor }: { change: number; actor: 'sync' | 'person' },
): Promise<void> {
  if (before && !after) {
    await moveToTrash(tx.trx, {
      resource,
      local,
      row: before,
      title: syncAdapters[resource].title(before),
      at: tx.now,
      actor,
      change,
    })
  } else if (!before) {
    await removeFromTrash(tx.trx, resource, local)
  }
}
