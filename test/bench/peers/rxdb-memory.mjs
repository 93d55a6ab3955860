import { getRxStorageMemory } from 'rxdb/plugins/storage-memory'
import { makeRxStore } from './rxdb.mjs'

/** @type {import('../peers-records.ts').MakePeerStore} */
export const makeStore = () =>
  makeRxStore({ guarantee: 'none: in memory', persists: false }, getRxStorageMemory, 5_000)
