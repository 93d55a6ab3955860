/**
 * Two organisations with the same records: of each resource two that exist and two that were
 * deleted, one of the owner and one of the member.
 */
import { unwrap } from '#shared/errors.ts'
import { updateUser } from '#core/store/resources/users.ts'
import { openAdministration } from '#service/index.ts'
import { capabilities } from '#shared/resources/service-info.ts'
import { startFixture, type Answer, type Fixture } from '../fixture.ts'
import { openSender } from '../fuzz/send.ts'
import { rules, type IdField, type Route } from './routes.ts'

export type Role = 'owner' | 'member'
export const roles: readonly Role[] = ['owner', 'member']

export interface StoredRecord {
  id: number
  uid: string | undefined
}

type ByRole<Value> = { [Name in Role]: Value }

export interface Organisation {
  id: number
  name: string
  /** In every text that its people write. */
  marker: string
  tokens: ByRole<string>
  /** Their ids. */
  people: ByRole<number>
  live: Map<string, ByRole<StoredRecord>>
  deleted: Map<string, ByRole<StoredRecord>>
}

export interface World {
  fixture: Fixture
  organisations: { Here: Organisation; There: Organisation }
  /** A token of the organisation Here that was revoked. */
  revoked: string
  /** Sends JSON with a token; null sends none. */
  request(
    token: string | null,
    method: string,
    path: string,
    body?: object | undefined,
    headers?: { [name: string]: string },
  ): Promise<Answer>
  /** A new record, made by the person with this role. */
  create(of: Organisation, role: Role, resource: string, more?: object): Promise<StoredRecord>
  close(): Promise<void>
}

/** An id that no record has, of as many digits as the others. */
export const absentId = 987_654

let made = 0

/** The example of the document with ids of the organisation and its marker. */
export function bodyFor(of: Organisation, role: Role, route: Route): { [name: string]: unknown } {
  made += 1
  const body: { [name: string]: unknown } = { ...route.example }
  for (const field of route.fields) {
    if (!Object.hasOwn(body, field.name)) continue
    body[field.name] = fieldValue(field, of.live.get(field.resource)![role].id)
  }
  for (const name of ['name', 'notes', 'description']) {
    if (Object.hasOwn(body, name)) body[name] = `${of.marker} ${made}`
  }
  // Only one rate of a pair; and no delivery is queued for the records of a new organisation.
  if (Object.hasOwn(body, 'from')) body['from'] = currencyOf(made)
  if (Object.hasOwn(body, 'events')) body['events'] = ['times.updated']
  if (Object.hasOwn(body, 'uri')) body['uri'] = `https://${of.marker.toLowerCase()}.example`
  return body
}

export const fieldValue = ({ isList }: IdField, id: number): number | number[] =>
  isList ? [id] : id

const letter = (number: number) => String.fromCodePoint(65 + (number % 26))
const currencyOf = (number: number) =>
  `${letter(20 + Math.floor(number / 676))}${letter(Math.floor(number / 26))}${letter(number)}`

/** Starts a service with both organisations. */
export async function createWorld(routes: readonly Route[]): Promise<World> {
  const fixture = await startFixture({
    capabilities: [...capabilities],
    resolveHost: () => Promise.resolve({ is: 'unresolved', why: 'No name server responded' }),
  })
  const sender = openSender(fixture.url)
  const stores = routes.filter(
    ({ method, hasId, example }) => method === 'POST' && !hasId && example !== undefined,
  )
  const request: World['request'] = (token, method, path, body, headers = {}) => {
    const json = body && Buffer.from(JSON.stringify(body))
    return sender.send(
      method,
      path,
      {
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(json && { 'Content-Type': 'application/json', 'Content-Length': String(json.length) }),
        ...headers,
      },
      json,
    )
  }
  const create: World['create'] = async (of, role, resource, more) => {
    const route = stores.find((store) => store.resource === resource)!
    const by = rules[resource]!.write === 'owners' ? 'owner' : role
    const uid = route.hasUid ? `uid-${(made += 1)}` : undefined
    const body = { ...bodyFor(of, role, route), ...(uid && { uid }), ...more }
    const answer = await request(of.tokens[by], 'POST', route.path, body)
    if (answer.status !== 201) throw new Error(`${route.name}: ${answer.status} ${answer.text}`)
    return { id: createdId(answer), uid }
  }

  const administration = unwrap(
    await openAdministration(fixture.database, { now: () => fixture.clock.at }),
  )
  // Ids of six digits, which occur in no text by chance.
  unwrap(await administration.epoch({ renew: true }))
  const addPerson = async (organisation: string, name: string, owner: boolean) => {
    const email = `${name}@${organisation}.example`
    const { id } = unwrap(await administration.addUser({ organisation, name, email, owner }))
    return { id, token: unwrap(await administration.issueToken({ email })).token }
  }
  const addOrganisation = async (name: string, marker: string): Promise<Organisation> => {
    const owner = await addPerson(name, `${marker}-owner`, true)
    const member = await addPerson(name, `${marker}-member`, false)
    const left = await addPerson(name, `${marker}-left`, false)
    const { db } = fixture.store
    await db.transaction().execute((trx) => updateUser(trx, left.id, { current: false }))
    const gone = { id: left.id, uid: undefined }
    const people = { owner: owner.id, member: member.id }
    return {
      id: (
        await db
          .selectFrom('organisation')
          .select('id')
          .where('name', '=', name)
          .executeTakeFirstOrThrow()
      ).id,
      name,
      marker,
      tokens: { owner: owner.token, member: member.token },
      people,
      live: new Map([
        [
          'users',
          { owner: { id: owner.id, uid: undefined }, member: { id: member.id, uid: undefined } },
        ],
      ]),
      deleted: new Map([['users', { owner: gone, member: gone }]]),
    }
  }
  const organisations = {
    Here: await addOrganisation('Here', 'Hoorn'),
    There: await addOrganisation('There', 'Zwolle'),
  }
  const { token: revoked } = await addPerson('Here', 'Revoked', true)
  unwrap(await administration.revokeToken(revoked))
  await administration.close()

  for (const of of Object.values(organisations)) {
    const waiting = [...stores]
    while (waiting.length > 0) {
      const next = waiting.findIndex(({ fields }) =>
        fields.every(({ resource }) => of.live.has(resource)),
      )
      const [{ resource }] = waiting.splice(next, 1) as [Route]
      const both = async () => ({
        owner: await create(of, 'owner', resource),
        member: await create(of, 'member', resource),
      })
      const deleted = await both()
      for (const { id } of Object.values(deleted)) {
        const answer = await request(of.tokens.owner, 'DELETE', `/api/v1/${resource}/${id}`)
        if (answer.status !== 200) throw new Error(`${resource}: ${answer.text}`)
      }
      of.deleted.set(resource, deleted)
      of.live.set(resource, await both())
    }
  }
  return {
    fixture,
    organisations,
    revoked,
    request,
    create,
    async close() {
      sender.close()
      await fixture.close()
    },
  }
}

/** The id of the record that a write returns. */
export const createdId = ({ body }: Answer): number =>
  (Object.values(body as object).find((value) => typeof value === 'object') as { id: number }).id
