/** The steps of an import: parse, preview, write, and undo; each can be canceled. */
import { onScopeDispose, reactive, ref, shallowRef, watch } from 'vue'
import type { ImportOutcome, ImportPlan } from '#shared/ipc/transfer.ts'
import { detectImportSource, readTableHead, type TableHead } from '#shared/rules/import-source.ts'
import type { Sentence } from '#shared/sentences/sentence.ts'
import { toFailure } from '../../app/stores/use-failure-toast.ts'
import { useAppStore } from '../../app/stores/app.ts'
import { isChangeOf } from '../../app/stores/live-query.ts'
import { useUsualCurrency } from '../../app/forms/use-usual-currency.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { toImportOptions, defaultImportChoices } from './transfer-choices.ts'
import { readFileHead, detectColumnMapping, readFileChunks } from './detect-source.ts'

export type ImportStage =
  | { is: 'empty' }
  /** Fraction of the file that is read, 0 to 1. */
  | { is: 'reading'; part: number }
  /** The file cannot be read with these choices. */
  | { is: 'stuck'; text: string; why: Sentence | undefined }
  | { is: 'planned' }
  | { is: 'making'; done: number; of: number }
  | { is: 'made'; done: ImportOutcome; undone: boolean }

const noHead: TableHead = { columns: [], samples: [] }

export function useImport() {
  const client = useIpcClient()
  const app = useAppStore()
  const currency = useUsualCurrency()
  const stage = shallowRef<ImportStage>({ is: 'empty' })
  const file = shallowRef<File>()
  const head = shallowRef(noHead)
  const plan = shallowRef<ImportPlan>()
  /** The people in the file, if there are several. */
  const people = ref<readonly string[]>([])
  const choices = reactive(defaultImportChoices('csv', {}, app.rounding))
  const isChanged = ref(false)

  /** The core's number of the import on screen. */
  let running: number | undefined
  /** Counts parses, so that results of an older one are ignored. */
  let reading = 0

  const forget = (number: number) => client.call('import.end', { import: number }).catch(() => null)
  function giveUp() {
    reading += 1
    if (running !== undefined) void forget(running)
    running = undefined
  }

  /** Accepts a file and detects its program. */
  async function take(taken: File) {
    giveUp()
    const isOf = reading
    const text = await readFileHead(taken)
    if (isOf !== reading) return
    const from = detectImportSource(text)
    head.value = from === 'stint' || from === 'timewarrior' ? noHead : readTableHead(text)
    file.value = taken
    plan.value = undefined
    people.value = []
    Object.assign(
      choices,
      defaultImportChoices(from, detectColumnMapping(head.value.columns), app.rounding),
    )
    isChanged.value = false
    await read()
  }

  /** Parses the file with the present choices, and gets the preview. */
  async function read() {
    const read = file.value
    if (!read) return
    giveUp()
    const isOf = reading
    stage.value = { is: 'reading', part: 0 }
    let number: number | undefined
    try {
      const begun = await client.call(
        'import.begin',
        toImportOptions(choices, read.name, currency()),
      )
      number = begun.import
      for await (const { text, bytes } of readFileChunks(read)) {
        if (isOf !== reading) return void forget(number)
        await client.call('import.append', { import: number, text })
        if (isOf === reading) stage.value = { is: 'reading', part: bytes / read.size }
      }
      const planned = await client.call('import.preview', { import: number })
      if (isOf !== reading) return void forget(number)
      running = number
      plan.value = planned
      // Once a person is chosen, the core no longer lists the others.
      if (planned.people.length > 0) people.value = planned.people
      stage.value = { is: 'planned' }
    } catch (thrown) {
      if (number !== undefined) void forget(number)
      if (isOf !== reading) return
      plan.value = undefined
      stage.value = stuckBy(thrown)
    }
  }
  watch(choices, () => {
    if (stage.value.is !== 'empty' && stage.value.is !== 'made' && isChanged.value) void read()
  })

  /** Changes the choices, and parses the file again. */
  function choose(chosen: Partial<typeof choices>) {
    isChanged.value = true
    Object.assign(choices, chosen)
  }

  /** Writes the import that is previewed. */
  async function make(): Promise<boolean> {
    const number = running
    if (number === undefined || stage.value.is !== 'planned' || !plan.value) return false
    const { times, expenses } = plan.value
    const isOf = reading
    stage.value = { is: 'making', done: 0, of: times + expenses }
    try {
      const done = await client.call('import.apply', { import: number })
      if (isOf !== reading) return false
      running = undefined
      stage.value = { is: 'made', done, undone: false }
      return true
    } catch (thrown) {
      if (isOf !== reading) return false
      stage.value = stuckBy(thrown)
      return false
    }
  }

  /**
   * Cancels the running step: a canceled write leaves nothing behind, and returns to the preview.
   */
  async function stop() {
    const wasMaking = stage.value.is === 'making'
    giveUp()
    if (wasMaking) await read()
    else clear()
  }
  function clear() {
    giveUp()
    file.value = undefined
    plan.value = undefined
    stage.value = { is: 'empty' }
  }

  /** Checks whether the import was undone, which can happen anywhere. */
  async function follow() {
    const now = stage.value
    if (now.is !== 'made' || now.done.change === null) return
    const changes = await client.call('history.list', { limit: 50 }).catch(() => [])
    const made = changes.find(({ change }) => change === now.done.change)
    if (made && stage.value === now) stage.value = { ...now, undone: made.undone }
  }

  const isOfHistory = isChangeOf('history', 'time', 'expense')
  onScopeDispose(
    client.on((event) => {
      if (isOfHistory(event)) void follow()
      const now = stage.value
      if (event.event === 'import' && event.import === running && now.is === 'making') {
        stage.value = { is: 'making', done: event.done, of: event.of }
      }
    }),
  )
  // Writing continues when the page is left: one undo reverts it.
  onScopeDispose(() => {
    if (stage.value.is !== 'making') giveUp()
  })

  return { stage, file, head, plan, people, choices, take, choose, read, make, stop, clear }
}

function stuckBy(thrown: unknown): ImportStage {
  // The browser's reason why a file could not be read.
  if (thrown instanceof DOMException) return { is: 'stuck', text: thrown.message, why: undefined }
  const { message, sentence } = toFailure(thrown)
  return { is: 'stuck', text: message, why: sentence }
}
