/** Over HTTP the service answers every index query as the written rule says, on both databases. */
import { expect, it } from 'vitest'
import { asked } from '../core/store/parity/asked.ts'
import { answer, type Asked } from '../core/store/parity/model.ts'
import { createSide } from '../core/store/parity/side.ts'
import { world } from '../core/store/parity/world.ts'
import fc from 'fast-check'
import { startFixture } from './fixture.ts'

/** Users are left out: the fixture has its own. */
const overHttp = asked
  .filter(({ resource }) => resource !== 'users')
  .map((query) => ({ ...query, deleted: undefined }))

function addressOf({ resource, ...query }: Asked): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [[name, typeof value === 'boolean' ? String(Number(value)) : String(value)]],
  )
  return `/api/v1/${resource}?${new URLSearchParams(parameters).toString()}`
}

it('answers every query as the rule says', async () => {
  await fc.assert(
    fc.asyncProperty(
      world(40),
      fc.array(overHttp, { minLength: 60, maxLength: 60 }),
      async (records, queries) => {
        const fixture = await startFixture()
        try {
          await createSide(fixture.store.db, 'service').load(records, false)
          for (const query of queries) {
            const { status, body } = await fixture.owner.get(addressOf(query))
            expect(status, addressOf(query)).toBe(200)
            const { data, total } = body as { data: { id: number }[]; total: number }
            expect({ ids: data.map(({ id }) => id), total }, addressOf(query)).toEqual(
              answer(records, query),
            )
          }
        } finally {
          await fixture.close()
        }
      },
    ),
    { numRuns: 4, endOnFailure: true },
  )
})
