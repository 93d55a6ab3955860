/** A file on its way in: read, looked at, made, and taken back, each with a way out. */
import { onScopeDispose, reactive, ref, shallowRef, watch } from 'vue'
import type { ImportDone, ImportPlan } from '#shared/ipc/transfer.ts'
import { sourceOf, tableHead, type TableHead } from '#shared/rules/import-source.ts'
import { failureOf } from '../../app/failures.ts'
import { useApp } from '../../app/stores/app.ts'
import { changeOf } from '../../app/stores/mirror.ts'
import { useUsualCurrency } from '../../app/usual-currency.ts'
import { useClient } from '../../ipc/client.ts'
import { importOptions, usualChoices } from './choices.ts'
import { headOf, matchedColumns, textOf } from './source.ts'

export type Stage =
  | { is: 'empty' }
  /** How much of the file is read, 0 to 1. */
  | { is: 'reading'; part: number }
  /** The file cannot be read as it is chosen; the core's sentence. */
  | { is: 'stuck'; text: string }
  | { is: 'planned' }
  | { is: 'making'; done: number; of: number }
  | { is: 'made'; done: ImportDone; undone: boolean }

const noHead: TableHead = { columns: [], samples: [] }

export function useImport() {
  const client = useClient()
  const app = useApp()
  const currency = useUsualCurrency()
  const stage = shallowRef<Stage>({ is: 'empty' })
  const file = shallowRef<File>()
  const head = shallowRef(noHead)
  const plan = shallowRef<ImportPlan>()
  /** Whose lines the file has, where of several. */
  const people = ref<readonly string[]>([])
  const choices = reactive(usualChoices('csv', {}, app.rounding))
  const isChanged = ref(false)

  /** The import that the core has under way for what is on screen. */
  let running: number | undefined
  /** Goes up with every reading: what an older one finds out does not count any more. */
  let reading = 0

  const forget = (number: number) => client.call('import.end', { import: number }).catch(() => null)
  function giveUp() {
    reading += 1
    if (running !== undefined) void forget(running)
    running = undefined
  }

  /** Takes a file, with what it looks like chosen. */
  async function take(taken: File) {
    giveUp()
    const isOf = reading
    const text = await headOf(taken)
    if (isOf !== reading) return
    const from = sourceOf(text)
    head.value = from === 'stint' || from === 'timewarrior' ? noHead : tableHead(text)
    file.value = taken
    plan.value = undefined
    people.value = []
    Object.assign(choices, usualChoices(from, matchedColumns(head.value.columns), app.rounding))
    isChanged.value = false
    await read()
  }

  /** Reads the file by what is chosen, and looks at what would be made of it. */
  async function read() {
    const read = file.value
    if (!read) return
    giveUp()
    const isOf = reading
    stage.value = { is: 'reading', part: 0 }
    let number: number | undefined
    try {
      const begun = await client.call('import.begin', importOptions(choices, read.name, currency()))
      number = begun.import
      for await (const { text, bytes } of textOf(read)) {
        if (isOf !== reading) return void forget(number)
        await client.call('import.feed', { import: number, text })
        if (isOf === reading) stage.value = { is: 'reading', part: bytes / read.size }
      }
      const planned = await client.call('import.plan', { import: number })
      if (isOf !== reading) return void forget(number)
      running = number
      plan.value = planned
      // Once one is named, the others are not told any more.
      if (planned.people.length > 0) people.value = planned.people
      stage.value = { is: 'planned' }
    } catch (thrown) {
      if (number !== undefined) void forget(number)
      if (isOf !== reading) return
      plan.value = undefined
      stage.value = { is: 'stuck', text: unreadable(thrown) ?? failureOf(thrown).message }
    }
  }
  watch(choices, () => {
    if (stage.value.is !== 'empty' && stage.value.is !== 'made' && isChanged.value) void read()
  })

  /** A choice of the person's: the file is read anew by it. */
  function choose(chosen: Partial<typeof choices>) {
    isChanged.value = true
    Object.assign(choices, chosen)
  }

  /** Makes what was looked at. */
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
      stage.value = { is: 'stuck', text: failureOf(thrown).message }
      return false
    }
  }

  /** Stops what is under way: an import that is being made leaves nothing, and is looked at anew. */
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

  /** Whether what was made still stands: it may be taken back anywhere. */
  async function follow() {
    const now = stage.value
    if (now.is !== 'made' || now.done.change === null) return
    const changes = await client.call('history.list', { limit: 50 }).catch(() => [])
    const made = changes.find(({ change }) => change === now.done.change)
    if (made && stage.value === now) stage.value = { ...now, undone: made.undone }
  }

  const isOfHistory = changeOf('history', 'time', 'expense')
  onScopeDispose(
    client.on((event) => {
      if (isOfHistory(event)) void follow()
      const now = stage.value
      if (event.event === 'import' && event.import === running && now.is === 'making') {
        stage.value = { is: 'making', done: event.done, of: event.of }
      }
    }),
  )
  // What is being made goes on when its page is left: one undo takes it back.
  onScopeDispose(() => {
    if (stage.value.is !== 'making') giveUp()
  })

  return { stage, file, head, plan, people, choices, take, choose, read, make, stop, clear }
}

/** The browser's reason why a file could not be read; undefined for anything else. */
const unreadable = (thrown: unknown): string | undefined =>
  thrown instanceof DOMException ? thrown.message : undefined
