/** A service, a machine connected to it, and the machine's local interface, over real HTTP. */
import { onTestFinished } from 'vitest'
import { createCore, type Core } from '#core/core.ts'
import { createNodePorts } from '#core/node/node-ports.ts'
import { serverLimits, type ServerLimits } from '#service/server.ts'
import { unwrap } from '#shared/errors.ts'
import type { CallInput, CallName, CallValue } from '#shared/ipc/contract.ts'
import { startLocalApi } from '../../electron/local-api/start-local-api.ts'
import {
  addReference,
  api,
  startFixture,
  store,
  type Api,
  type Fixture,
} from '../service/fixture.ts'
import { testFolder } from '../support/folder.ts'

export const log = { info() {}, warn() {} }

export interface Machine {
  home: string
  core: Core
  local: Api
  url: string
  call<Name extends CallName>(name: Name, input?: CallInput<Name>): Promise<CallValue<Name>>
  /** Whether the service can be reached. */
  online: boolean
  /** Runs on this machine right before the local interface makes a call. */
  justBefore(name: CallName): Promise<unknown>
}

/** A machine with a folder of its own; it ends with the test. */
export async function openMachine(limits: ServerLimits = serverLimits): Promise<Machine> {
  const home = testFolder()
  const startService = () => Promise.reject(new Error('no demo in this test'))
  const { openStream: _, ...ports } = createNodePorts({ home, startService })
  const machine = { home, online: true, justBefore: async () => {} } as Partial<Machine> as Machine
  machine.core = await createCore(
    {
      ...ports,
      log,
      // The sync limits its pace to protect services; this one is the test's own.
      clock: { ...ports.clock, sleep: (_, signal) => ports.clock.sleep(1, signal) },
      http: (request) =>
        machine.online ? ports.http(request) : Promise.resolve({ is: 'unreached', why: 'test' }),
    },
    { home, host: 'cli', version: '0', background: false },
  )
  const started = unwrap(
    await startLocalApi({
      ...{ home, port: 0, log, limits },
      call: async (name, ...given) => {
        await machine.justBefore(name as CallName)
        return machine.core.call(name, ...given)
      },
      clock: ports.clock,
    }),
  )
  onTestFinished(async () => {
    await started.close()
    await machine.core.close()
  })
  machine.url = started.url
  machine.local = api(started.url, started.token)
  machine.call = async (name, input) =>
    unwrap(await machine.core.call(name, input)) as CallValue<typeof name>
  return machine
}

/** Records on both sides: projects of two currencies, tasks, charges, one of each deleted. */
export interface Known extends Awaited<ReturnType<typeof addReference>> {
  ferry: number
  gone: { project: number; task: number; charge: number }
}

export interface World extends Machine {
  service: Fixture
  known: Known
  sync(): Promise<void>
}

export async function openWorld(): Promise<World> {
  const service = await startFixture({ capabilities: ['reference', 'user', 'restore', 'webhooks'] })
  onTestFinished(() => service.close())
  const { owner } = service
  const reference = await addReference(owner)
  const charge = { charge: 450, unit: 'trip', currency: 'NZD' }
  const ferry = await store(owner, 'charges', { name: 'Ferry', ...charge })
  const gone = {
    project: await store(owner, 'projects', { name: 'Old', currency: 'NZD' }),
    task: await store(owner, 'tasks', { name: 'Old' }),
    charge: await store(owner, 'charges', { name: 'Old', ...charge }),
  }

  const machine = await openMachine()
  await machine.call('account.connect', { url: service.url, token: owner.token })
  const sync = async () => {
    await machine.call('sync.now', {})
  }
  await sync()
  // The machine learns of these deletions; it would not know records deleted before it connected.
  for (const [kind, id] of Object.entries(gone)) await owner.delete(`/api/v1/${kind}s/${id}`)
  await sync()
  return Object.assign(machine, { service, known: { ...reference, ferry, gone }, sync })
}
