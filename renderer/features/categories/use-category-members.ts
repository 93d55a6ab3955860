/** The tasks and charges that a category can have, and those that it has. */
import { computed, onMounted, type Ref, shallowRef } from 'vue'
import { FailureError } from '#shared/errors.ts'
import type { Category } from '#shared/resources/category.ts'
import { useAppStore } from '../../app/stores/app.ts'
import { useCatalogStore } from '../../app/stores/catalog.ts'
import { useChargesStore } from '../../app/stores/charges.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import type { MemberOption } from './member-options.ts'

type Named = { local: number; name: string; id: number | null }

/** @param projectsOf the projects in which each task and charge is used */
export function useCategoryMembers(
  kind: Ref<'tasks' | 'charges'>,
  category: Category | undefined,
  projectsOf: () => Record<'tasks' | 'charges', ReadonlyMap<number, readonly number[]>>,
) {
  const app = useAppStore()
  const client = useIpcClient()
  const catalog = useCatalogStore()
  const charges = useChargesStore()

  /** Deleted tasks and charges that are still members of the category; no list contains them. */
  const gone = shallowRef<{ tasks: MemberOption[]; charges: MemberOption[] }>({
    tasks: [],
    charges: [],
  })
  const members = computed<readonly MemberOption[]>(() => {
    const known: readonly Named[] = kind.value === 'tasks' ? catalog.openTasks : charges.charges
    const listed = known.map(({ local, name: called, id }) => ({
      local,
      name: called,
      projects: projectsOf()[kind.value].get(local)?.length ?? 0,
      held: id === null && app.account?.kind !== 'local',
    }))
    const there = new Set(listed.map(({ local }) => local))
    return [...listed, ...gone.value[kind.value].filter(({ local }) => !there.has(local))]
  })
  async function readGone() {
    const missing = (locals: readonly number[], known: readonly { local: number }[]) =>
      locals.filter((local) => !known.some((one) => one.local === local))
    const memberOf = ({ local, name: called }: Named): MemberOption => {
      return { local, name: called, projects: 0, held: false }
    }
    try {
      const [tasks, others] = await Promise.all([
        Promise.all(
          missing(category?.tasks ?? [], catalog.openTasks).map((local) =>
            client.call('tasks.show', { local }),
          ),
        ),
        Promise.all(
          missing(category?.charges ?? [], charges.charges).map((local) =>
            client.call('charges.show', { local }),
          ),
        ),
      ])
      gone.value = { tasks: tasks.map(memberOf), charges: others.map(memberOf) }
    } catch (thrown) {
      // They stay in the category; only their names are missing.
      if (!(thrown instanceof FailureError)) throw thrown
    }
  }
  onMounted(readGone)

  return members
}
