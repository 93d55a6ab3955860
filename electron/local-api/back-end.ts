/** The calls of a core behind the routes of a resource. */
import { notFound } from '#service/http/problem.ts'
import type { BackEnd, Reading } from '#service/http/record-routes.ts'
import type { CallArguments, CallValue } from '#shared/ipc/contract.ts'
import type { Page, PageSlice } from '#shared/resources/page.ts'
import { toLocalId, type ApiResource } from './api-ids.ts'
import type { CoreCalls } from './core-calls.ts'
import type { LocalApiEnv } from './request-guards.ts'

/** What requests read and write with. */
interface Calling extends Reading {
  readonly calls: CoreCalls
}

export type LocalBackEnd = BackEnd<LocalApiEnv, Calling, Calling>

/**
 * Capabilities that work here in full. Projects, clients, tasks, charges and users can be read
 * here, but not written, so `reference` is not offered.
 */
export const offered = ['restore', 'user'] as const

export const localBackEnd = (calls: CoreCalls): LocalBackEnd => ({
  capabilities: new Set(offered),
  baseUrl: null,
  read: () => ({ calls }),
  async write(context, work) {
    const { status, body } = await work({ calls })
    return context.json(body, status)
  },
})

type Path = `${Exclude<ApiResource, 'category'>}s` | 'categories'
type Query<Of extends Path> = CallArguments<`${Of}.list`>
type Listed<Of extends Path> = CallValue<`${Of}.list`>['data'][number]
type Shown<Of extends Path> = CallValue<`${Of}.show`>

/** How a resource is read by the calls that have its name. */
export const localReads = <Of extends Path>(path: Of, wrapper: ApiResource) => ({
  path,
  wrapper,
  async list({ calls }: Calling, query: Query<Of>): Promise<PageSlice<Listed<Of>>> {
    const page = await calls.run(`${path as 'times'}.list`, query as Query<'times'>)
    const { data, current_page, per_page, total } = page as Page<Listed<Of>>
    return { data, page: current_page, limit: per_page, total }
  },
  async find({ calls }: Calling, id: number | undefined): Promise<Shown<Of>> {
    const local = await toLocalId(calls, wrapper, id)
    if (local === undefined) throw notFound()
    return (await calls.run(`${path as 'times'}.show`, { local })) as Shown<Of>
  },
})

/** Whether an edit changes no field, and is not made. */
export const isEmpty = (set: object): boolean => Object.keys(set).length === 0
