/**
 * A live query of the projects and tasks: those that work can be logged on, and deleted ones, which
 * entries still show.
 */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { CallInput } from '#shared/ipc/contract.ts'
import type { Project } from '#shared/resources/project.ts'
import type { Task } from '#shared/resources/task.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { fetchAllPages } from '../../ipc/fetch-all-pages.ts'
import { isChangeOf, useLiveQuery } from './live-query.ts'

export const useCatalogStore = defineStore('catalog', () => {
  const client = useIpcClient()
  const projects = shallowRef<Project[]>([])
  const tasks = shallowRef<Task[]>([])

  const order = { sortKey: 'name', sortAsc: true, deleted: true, limit: 100 } as const
  async function readProjects() {
    projects.value = await fetchAllPages((page) => client.call('projects.list', { ...order, page }))
  }
  async function readTasks() {
    tasks.value = await fetchAllPages((page) => client.call('tasks.list', { ...order, page }))
  }
  const refreshProjects = useLiveQuery(readProjects, isChangeOf('project'))
  const refreshTasks = useLiveQuery(readTasks, isChangeOf('task'))

  async function addProject(project: CallInput<'projects.add'>) {
    const added = await client.call('projects.add', project)
    await refreshProjects()
    return added
  }
  async function addTask(task: CallInput<'tasks.add'>) {
    const added = await client.call('tasks.add', task)
    await refreshTasks()
    return added
  }

  return {
    projects,
    tasks,
    /** Those that can be chosen for new work. */
    openProjects: computed(() => projects.value.filter((project) => !project.deleted)),
    openTasks: computed(() => tasks.value.filter((task) => !task.deleted)),
    addProject,
    addTask,
  }
})
