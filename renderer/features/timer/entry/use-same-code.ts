/** Says that several projects have the code or name in a line, and which one it takes. */
import { computed, toValue, type ComputedRef, type MaybeRefOrGetter } from 'vue'
import type { Project } from '#shared/resources/project.ts'
import type { Task } from '#shared/resources/task.ts'
import type { LineContext } from '#shared/rules/entry-text.ts'
import { useTranslate } from '../../../app/messages/index.ts'
import { type EntryLineNames, findSameProjects } from './parse-entry-line.ts'

/** Returns the sentence, with the client of the project; empty where the name means one only. */
export function useSameCode(
  text: MaybeRefOrGetter<string>,
  names: MaybeRefOrGetter<EntryLineNames<Project, Task>>,
  context: MaybeRefOrGetter<LineContext>,
): ComputedRef<string> {
  const t = useTranslate()
  return computed(() => {
    const [taken, ...others] = findSameProjects(toValue(text), toValue(names), toValue(context))
    if (!taken || others.length === 0) return ''
    const said = t('quick.sameCode', {}, others.length + 1)
    return taken.client ? `${taken.client.name} · ${said}` : said
  })
}
