/** Where the engine's files are, from the root of the project. */
export const sync = (file: string) => `electron/core/sync/${file}`
export const actions = (file: string) => `electron/core/actions/${file}`
export const write = (file: string) => `electron/core/write/${file}`
export const store = (file: string) => `electron/core/store/${file}`
export const accounts = (file: string) => `electron/core/accounts/${file}`
