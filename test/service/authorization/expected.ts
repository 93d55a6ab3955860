/** The status that the roles of an organisation give a request, by the record that it names. */
import type { Role } from './organisations.ts'
import { rules, type Route } from './routes.ts'

/** Of a record to the caller: there is none, another organisation has it, or their own has it. */
export const relations = [
  'absent',
  'foreign',
  'foreign deleted',
  'own',
  'colleague',
  'deleted',
] as const
export type Relation = (typeof relations)[number]

/** Must be indistinguishable from what is absent. */
export const isForeign = (by: Relation): boolean => by === 'foreign' || by === 'foreign deleted'

const isReading = ({ method }: Route): boolean => method === 'GET' || method === 'HEAD'

export function permissionFor(route: Route) {
  const { list, read, write } = rules[route.resource]!
  const permission = isReading(route) ? (route.hasId ? read : (list ?? read)) : write
  if (permission === undefined) throw new Error(`${route.name} has no rule`)
  return permission
}

/** The status of a request without a record that it could name wrongly. */
export function statusFor(route: Route, role: Role): number {
  if (permissionFor(route) === 'owners' && role !== 'owner') return 403
  return route.method === 'POST' && !route.hasId ? 201 : 200
}

/** The status by the record in the path. */
export function statusForRecord(route: Route, role: Role, by: Relation): number {
  const status = statusFor(route, role)
  if (status !== 200) return status
  if (by === 'absent' || isForeign(by)) return 404
  if (by === 'deleted') return remains(route) ? 200 : 404
  const isProtected = permissionFor(route) === 'holder' && role !== 'owner'
  return by === 'colleague' && isProtected ? 403 : 200
}

function remains(route: Route): boolean {
  const { deleted } = rules[route.resource]!
  return deleted === 'read' ? isReading(route) : isRestore(route) && deleted === 'restore'
}

const isRestore = ({ path }: Route): boolean => path.endsWith('/restore')

/** The status by the record that a field of the body names. */
export function statusForField(route: Route, role: Role, by: Relation): number {
  const status = statusFor(route, role)
  return status < 300 && by !== 'own' && by !== 'colleague' ? 422 : status
}

/** The status by the record that has the uid of the body. */
export function statusForUid(route: Route, role: Role, by: Relation): number {
  const status = statusFor(route, role)
  if (status >= 300) return status
  // A record keeps its uid.
  if (route.method === 'PUT') return by === 'own' ? 200 : 422
  if (by === 'own') return 200
  if (by === 'colleague') return permissionFor(route) === 'holder' ? 409 : 200
  return by === 'deleted' ? 410 : 201
}
