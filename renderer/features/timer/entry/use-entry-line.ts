/** State of an entry line: its text, its caret, and its completions. */
import { computed, nextTick, reactive, ref, shallowRef, watch } from 'vue'
import type { Project } from '#shared/resources/project.ts'
import type { Task } from '#shared/resources/task.ts'
import type { EntryPurpose } from '#shared/rules/entry-text.ts'
import { useAppStore } from '../../../app/stores/app.ts'
import { useCatalogStore } from '../../../app/stores/catalog.ts'
import { useClockStore } from '../../../app/stores/clock.ts'
import { useRecentWorkStore } from '../../../app/stores/recent-work.ts'
import { currentTextStyle } from '../../../ui/format.ts'
import { type HueMark, hueOf } from '../../../ui/project-hue.ts'
import { findTokenCompletions, namedExactly, type NamedRecord, tokenAt } from '../parse-work.ts'
import {
  applyCompletion,
  markEntryLine,
  type EntryLineNames,
  parseEntryLine,
  type ParsedWork,
  workOfLine,
} from './parse-entry-line.ts'
import { useSameCode } from './use-same-code.ts'

export interface NameCompletion {
  local: number
  name: string
  /** Empty for a task. */
  code: string
  /** The project's client; empty for none. */
  client: string
  hue: HueMark
  /** Epoch milliseconds; null if it was never used, as far as is known. */
  lastUsed: number | null
}

/** @param purpose what Enter does with the line */
export function useEntryLine(purpose: EntryPurpose = 'log') {
  const app = useAppStore()
  const clock = useClockStore()
  const catalog = useCatalogStore()
  const recents = useRecentWorkStore()

  const text = ref('')
  const caret = ref(0)
  const active = ref(0)
  const dismissed = ref(false)
  const input = shallowRef<HTMLInputElement>()
  const chosen = shallowRef<ReadonlyMap<string, number>>(new Map())

  const names = computed<EntryLineNames<Project, Task>>(() => ({
    projects: recents.byLastUse('project', catalog.openProjects),
    tasks: recents.byLastUse('task', catalog.openTasks),
    chosen: chosen.value,
  }))
  const context = computed(() => ({
    today: clock.today,
    minute: clock.minute,
    style: currentTextStyle(),
    purpose,
  }))
  const read = computed(() => parseEntryLine(text.value, names.value, context.value))
  const token = computed(() => tokenAt(text.value, caret.value))

  const offered = computed<NameCompletion[]>(() => {
    if (!token.value || dismissed.value) return []
    const { sign, query } = token.value
    const known =
      sign === '#'
        ? names.value.projects.map((project) => ({
            local: project.local,
            name: project.name,
            code: project.code,
            client: project.client?.name ?? '',
            hue: hueOf(project),
            lastUsed: recents.lastUse('project', project.local),
          }))
        : names.value.tasks.map(({ local, name }) => ({
            local,
            name,
            code: '',
            client: '',
            hue: hueOf(null),
            lastUsed: recents.lastUse('task', local),
          }))
    return findTokenCompletions(known, query, 6)
  })
  watch(token, () => (active.value = 0))

  function follow() {
    caret.value = input.value?.selectionStart ?? text.value.length
  }
  function typed() {
    dismissed.value = false
    follow()
  }
  async function accept({ local, name, code }: NameCompletion) {
    if (!token.value) return
    const { sign } = token.value
    const done = applyCompletion(text.value, token.value, code || name)
    chosen.value = new Map(chosen.value).set(sign + done.name, local)
    text.value = done.text
    await nextTick()
    input.value?.focus()
    input.value?.setSelectionRange(done.caret, done.caret)
    follow()
  }
  /** True where Enter has all it needs, so that it does not only complete a name. */
  const isWhole = computed(() => {
    if (!token.value || active.value > 0) return false
    const { sign, query } = token.value
    const named = namedExactly<NamedRecord>(
      sign === '#' ? names.value.projects : names.value.tasks,
      query,
    )
    const isUnknown = marks.value.some(({ is }) => is === 'unknown')
    return (
      named.length > 0 && !isUnknown && (purpose === 'start' || read.value.minutes !== undefined)
    )
  })
  /** Keys of the list: arrows, Tab, Enter, Esc. Other keys go on to other listeners. */
  function pressed(event: KeyboardEvent) {
    if (event.key === 'Enter' && isWhole.value) return
    const choice = offered.value[active.value]
    if (!choice || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const count = offered.value.length
    if (event.key === 'ArrowDown') active.value = (active.value + 1) % count
    else if (event.key === 'ArrowUp') active.value = (active.value - 1 + count) % count
    else if (event.key === 'Escape') dismissed.value = true
    else if (event.key === 'Tab' || event.key === 'Enter') void accept(choice)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  /** The line as one that starts a timer. */
  const starting = computed(() =>
    parseEntryLine(text.value, names.value, { ...context.value, purpose: 'start' }),
  )
  const work = (): ParsedWork => workOfLine(starting.value, clock.now, app.zone)
  /** True for a line that says what was done, and not since when it goes on. */
  const isLogOnly = computed(() => {
    const { from, day } = read.value
    return (from !== undefined || day !== undefined) && starting.value.from === undefined
  })
  function clear() {
    text.value = ''
    chosen.value = new Map()
  }

  const marks = computed(() => {
    const typing = offered.value.length > 0 ? token.value?.from : undefined
    return markEntryLine(text.value, names.value, context.value, typing)
  })
  const sameCode = useSameCode(text, names, context)
  /**
   * A warning about parts that Enter ignores, or that stay in the notes although they look special.
   */
  const doubt = computed(() => {
    const { minutes, otherMinutes } = read.value
    if (minutes !== undefined && otherMinutes !== undefined) {
      return { is: 'contradiction', minutes, otherMinutes } as const
    }
    const unknown = marks.value.filter(({ is }) => is === 'unknown').map((mark) => mark.text)
    return unknown.length > 0 ? ({ is: 'unknown', words: unknown } as const) : undefined
  })

  return reactive({
    text,
    input,
    active,
    token,
    offered,
    read,
    marks,
    doubt,
    follow,
    typed,
    pressed,
    accept,
    dismiss: () => (dismissed.value = true),
    work,
    isLogOnly,
    sameCode,
    clear,
  })
}

export type EntryLine = ReturnType<typeof useEntryLine>
