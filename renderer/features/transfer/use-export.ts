/** Exports files chunk by chunk, into the person's downloads. */
import { onScopeDispose, shallowRef } from 'vue'
import type { CallInput } from '#shared/ipc/contract.ts'
import type { ExportFormat } from '#shared/ipc/transfer.ts'
import { toFailure } from '../../app/stores/use-failure-toast.ts'
import { saveFile } from '../../ui/save-file.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'

/** One file. */
export type ExportRequest =
  CallInput<'export.begin'> | (CallInput<'export.beginReport'> & { what: 'report' })

export type ExportProgress =
  | { is: 'idle' }
  | { is: 'writing'; rows: number; of: number }
  | { is: 'written'; what: ExportRequest['what']; rows: number; names: readonly string[] }
  | { is: 'stuck'; text: string }

const types: Record<ExportFormat, string> = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
  ics: 'text/calendar;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  html: 'text/html;charset=utf-8',
  pdf: 'application/pdf',
}

const toBytes = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.codePointAt(0)!)

export function useExport() {
  const client = useIpcClient()
  const writing = shallowRef<ExportProgress>({ is: 'idle' })
  let running: number | undefined
  /** Counts exports, so that replies to an older one are ignored. */
  let turn = 0

  function stop() {
    turn += 1
    if (running !== undefined) {
      void client.call('export.end', { export: running }).catch(() => null)
    }
    running = undefined
    writing.value = { is: 'idle' }
  }

  const begin = (request: ExportRequest) => {
    if (request.what !== 'report') return client.call('export.begin', request)
    const { what: _, ...report } = request
    return client.call('export.beginReport', report)
  }

  /** Writes one file; undefined where it was stopped. */
  async function writeOne(request: ExportRequest, own: number) {
    const begun = await begin(request)
    const number = begun.export
    if (own !== turn) return void client.call('export.end', { export: number })
    running = number
    // Each chunk becomes a Blob at once: the browser may keep large ones outside of memory.
    const parts: Blob[] = []
    for (;;) {
      const piece = await client.call('export.read', { export: number })
      if (own !== turn) return undefined
      const isText = begun.encoding === 'utf8'
      parts.push(new Blob([isText ? piece.text : toBytes(piece.text)]))
      writing.value = { is: 'writing', rows: piece.rows, of: begun.atMost }
      if (!piece.done) continue
      running = undefined
      saveFile(new Blob(parts, { type: types[request.format] }), begun.name)
      return { rows: piece.rows, name: begun.name }
    }
  }

  /** Writes files of one kind, one after the other. */
  async function write(requests: readonly [ExportRequest, ...ExportRequest[]]) {
    stop()
    const own = turn
    writing.value = { is: 'writing', rows: 0, of: 0 }
    const names: string[] = []
    let rows = 0
    try {
      for (const request of requests) {
        const written = await writeOne(request, own)
        if (!written) return
        names.push(written.name)
        rows += written.rows
      }
      writing.value = { is: 'written', what: requests[0].what, rows, names }
    } catch (thrown) {
      // After a cancellation the core reports that the export has ended.
      if (own !== turn) return
      running = undefined
      writing.value = { is: 'stuck', text: toFailure(thrown).message }
    }
  }

  onScopeDispose(stop)
  return { writing, write, stop }
}
