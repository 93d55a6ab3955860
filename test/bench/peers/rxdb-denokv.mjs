/**
 * RxDB on Deno KV, which is a SQLite file. The storage looks for Deno's global; the package for Node
 * hands on to that global where there is one, so it must not see it.
 */
import { join } from 'node:path'
import { openKv } from '@deno/kv'
import { makeRxStore } from './rxdb.mjs'

globalThis.Deno = {
  openKv(path) {
    const { Deno } = globalThis
    delete globalThis.Deno
    const opening = openKv(path)
    globalThis.Deno = Deno
    return opening
  },
}
const { getRxStorageDenoKV } = await import('rxdb/plugins/storage-denokv')

const about = {
  guarantee: 'file, every commit synced (SQLite below Deno KV)',
  persists: true,
}

/** @type {import('../peers-records.ts').MakePeerStore} */
export const makeStore = (folder) => {
  const settings = { consistencyLevel: 'strong', openKvPath: join(folder, 'kv.db') }
  return makeRxStore(about, () => getRxStorageDenoKV({ ...settings, batchSize: 100 }), 100)
}
