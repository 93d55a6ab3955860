/** An export, written by the real core and stopped by the person. */
import { mount } from '@vue/test-utils'
import { beforeEach, expect, it, vi } from 'vitest'
import { defineComponent } from 'vue'
import type { ActionContext } from '#core/actions/change.ts'
import { insertTime } from '#core/store/resources/times.ts'
import { createExportSessions } from '#core/transfer/export-sessions.ts'
import type { Result } from '#shared/errors.ts'
import { useExport } from '../../renderer/features/transfer/use-export.ts'
import { ipcClientKey, createIpcClient } from '../../renderer/ipc/ipc-client.ts'
import { organisation, testContext, type TestContext } from '../support/store.ts'

const rows = 2_000
const query = { what: 'times', format: 'csv' } as const

let context: TestContext
beforeEach(async () => {
  context = await testContext()
  await context.db.transaction().execute(async (trx) => {
    for (let nth = 0; nth < rows; nth++) {
      await insertTime(trx, {
        ...{ organisation_id: organisation, date: '2026-01-02', start: nth % 1440, quantity: 1 },
        ...{ increment: 15, rate: 0, notes: `${nth} ${'x'.repeat(100)}`, project_id: context.web },
        tie: nth + 1,
      })
    }
  })
  return () => context.store.close()
})

/** The export calls as a window has them; `onPiece` runs before each chunk is returned. */
function opened(core: ActionContext, onPiece: (nth: number) => void) {
  const exports = createExportSessions()
  let pieces = 0
  const asked: string[] = []
  const call = (name: string, input: unknown): Promise<Result<unknown>> => {
    asked.push(name)
    const { export: number } = input as { export: number }
    if (name === 'export.end') return exports.end(number)
    if (name === 'export.read') {
      onPiece(++pieces)
      return exports.read(number)
    }
    const mine = { me: null, everything: true }
    return exports.begin(core, { ...query, user: undefined, mine, rate: null })
  }
  const client = createIpcClient({ call, on: () => () => {} })
  let made!: ReturnType<typeof useExport>
  const page = mount(
    defineComponent({
      setup() {
        made = useExport()
        return () => null
      },
    }),
    { global: { provide: { [ipcClientKey as symbol]: client } } },
  )
  return { ...made, page, asked, exports }
}

/** The file that the browser gets to save. */
function downloads(): Blob[] {
  const given: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    given.push(blob as Blob)
    return 'blob:here'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  return given
}

it('stopped between two chunks leaves no file, notifies the core, and can be started again', async () => {
  const given = downloads()
  const { writing, write, stop, asked, exports } = opened(context, (nth) => {
    if (nth === 2) stop()
  })
  await write([query])
  expect(writing.value).toEqual({ is: 'idle' })
  expect(given).toEqual([])
  expect(asked).toEqual(['export.begin', 'export.read', 'export.read', 'export.end'])
  expect(await exports.read(1)).toMatchObject({ ok: false, error: { code: 'not-found' } })

  await write([query])
  expect(writing.value).toMatchObject({ is: 'written', rows })
  expect((await given[0]!.text()).match(/^2026-01-02,/gm)).toHaveLength(rows)
})

it('ends when its page is left', async () => {
  const given = downloads()
  const { page, write, exports } = opened(context, (nth) => {
    if (nth === 2) page.unmount()
  })
  await write([query])
  expect(given).toEqual([])
  expect(await exports.read(1)).toMatchObject({ ok: false, error: { code: 'not-found' } })
})
