/** Logs an entry from an entry line. */
import type { Project } from '#shared/resources/project.ts'
import type { Task } from '#shared/resources/task.ts'
import type { EntryTime } from '#shared/rules/entry-text.ts'
import { countIncrements, defaultIncrement } from '#shared/rules/increments.ts'
import { useFailureToast } from '../../../app/stores/use-failure-toast.ts'
import { useTranslate } from '../../../app/messages/index.ts'
import { useAppStore } from '../../../app/stores/app.ts'
import { useAnnouncerStore } from '../../../app/stores/announcer.ts'
import { useToastStore } from '../../../app/stores/toasts.ts'
import { useUndo } from '../../../app/notices/use-undo.ts'
import { useIpcClient } from '../../../ipc/ipc-client.ts'
import { formatLength } from '../../../ui/format.ts'
import type { ParsedEntryLine } from './parse-entry-line.ts'

export function useLogEntry() {
  const t = useTranslate()
  const app = useAppStore()
  const client = useIpcClient()
  const toasts = useToastStore()
  const live = useAnnouncerStore()
  const attempt = useFailureToast()
  const { wayBack } = useUndo()
  let busy = false

  /** The number of increments that these minutes count as, and the minutes of one. */
  const counted = (minutes: number, project: Project | undefined) => {
    const increment = project?.increment ?? defaultIncrement
    return { increment, quantity: countIncrements(minutes * 60, increment, app.rounding) }
  }

  /**
   * Creates the entry and shows a toast with Undo. Pressing the same keys twice creates only one.
   * @returns whether it was created
   */
  async function log(line: ParsedEntryLine<Project, Task>, when: EntryTime): Promise<boolean> {
    if (busy) return false
    busy = true
    const { project, task, notes } = line
    const made = await attempt(() =>
      client.write('times.create', {
        project: project?.local ?? null,
        task: task?.local ?? null,
        date: when.date,
        start: when.from,
        quantity: counted(when.minutes, project).quantity,
        worked: when.minutes,
        notes: notes === '' ? null : notes,
      }),
    )
    busy = false
    if (!made) return false
    const { value: entry, change } = made
    const text = t('timer.loggedLength', { length: formatLength(entry.total) })
    toasts.show({
      text,
      detail: [entry.project?.code, entry.task?.name].filter(Boolean).join(' '),
      action: wayBack(change),
    })
    live.say(text)
    return true
  }

  return { counted, log }
}
