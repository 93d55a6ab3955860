/** A live query of the lists' records. */
import { computed, shallowRef } from 'vue'
import type { CategoryUses } from '#shared/resources/category.ts'
import type { Client } from '#shared/resources/client.ts'
import type { User } from '#shared/resources/user.ts'
import { useCatalogStore } from '../../app/stores/catalog.ts'
import { useChargesStore } from '../../app/stores/charges.ts'
import { isChangeOf, useLiveQuery } from '../../app/stores/live-query.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { fetchAllPages } from '../../ipc/fetch-all-pages.ts'
import type { CountProjects } from './reference-columns.ts'
import type { ReferenceListKind, ReferenceListItem } from './reference-lists.ts'

export function useReferenceLists() {
  const client = useIpcClient()
  const catalog = useCatalogStore()
  const charges = useChargesStore()
  const clients = shallowRef<Client[]>([])
  const people = shallowRef<User[]>([])
  const uses = shallowRef<CategoryUses>({ tasks: [], charges: [], categories: [] })
  /**
   * False until everything was read once, which distinguishes an empty list from one that is
   * loading.
   */
  const read = shallowRef(false)

  const order = { sortKey: 'name', sortAsc: true, limit: 100 } as const
  useLiveQuery(
    async () => {
      ;[clients.value, people.value] = await Promise.all([
        fetchAllPages((page) => client.call('clients.list', { ...order, page })),
        fetchAllPages((page) => client.call('users.list', { ...order, page })),
      ])
      read.value = true
    },
    isChangeOf('client', 'user', 'project'),
  )
  useLiveQuery(
    async () => {
      uses.value = await client.call('categories.uses')
    },
    isChangeOf('time', 'expense', 'project', 'task', 'charge'),
  )

  const listed = computed<Record<ReferenceListKind, ReferenceListItem[]>>(() => ({
    projects: catalog.openProjects.map((record) => ({ kind: 'projects', record })),
    clients: clients.value.map((record) => ({ kind: 'clients', record })),
    tasks: catalog.openTasks.map((record) => ({ kind: 'tasks', record })),
    charges: charges.charges.map((record) => ({ kind: 'charges', record })),
    people: people.value.map((record) => ({ kind: 'people', record })),
  }))

  const projectsOfClient = computed(() =>
    Map.groupBy(catalog.openProjects, (project) => project.client?.local ?? null),
  )
  const projectsOfTask = computed(
    () => new Map(uses.value.tasks.map(({ local, projects }) => [local, projects.length])),
  )
  const count: CountProjects = (kind, local) =>
    (kind === 'clients'
      ? projectsOfClient.value.get(local)?.length
      : projectsOfTask.value.get(local)) ?? 0

  return {
    listed,
    clients,
    count,
    read,
    find: (kind: ReferenceListKind, local: number | undefined): ReferenceListItem | undefined =>
      listed.value[kind].find(({ record }) => record.local === local),
  }
}
