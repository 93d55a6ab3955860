/** JavaScript for the two worlds of a page, as text: the preload's, and the page's own. */
import { pack, unpack } from './packing.ts'

export const preloadWorld = 'preload'
export const bindingName = 'standInInvoke'

const packing = `${pack.toString()}
${unpack.toString()}`

/**
 * Runs first in the page's own world: makes what the preload exposes, function by function.
 * Answers come while the event is dispatched, so that a function of the preload that answers at
 * once does so here too.
 */
export const pageWorldSource = `(() => {
  ${packing}
  // Chromium lets a page close only what it opened itself; Electron lets it close its window.
  window.close = () => window.dispatchEvent(new CustomEvent('stand-in:close'))
  const callbacks = new Map()
  const promises = new Map()
  let last = 0
  let returned
  const send = (message) =>
    window.dispatchEvent(new CustomEvent('stand-in:to-preload', { detail: pack(message) }))
  const packed = (value) => {
    if (typeof value !== 'function') return { value }
    callbacks.set(++last, value)
    return { callback: last }
  }
  const callInto = (path, args) => {
    const id = ++last
    send({ id, path, args: args.map(packed) })
    const { kind, value, error } = returned
    if (kind === 'promise') return new Promise((resolve, reject) => promises.set(id, { resolve, reject }))
    if (kind === 'function') return (...more) => callInto(value, more)
    if (kind === 'threw') throw new Error(error)
    return value
  }
  window.addEventListener('stand-in:to-page', ({ detail }) => {
    const message = unpack(detail)
    if (message.expose) {
      const functions = message.functions.map((name) => [
        name,
        (...args) => callInto(message.expose + '.' + name, args),
      ])
      Object.defineProperty(window, message.expose, { value: Object.freeze(Object.fromEntries(functions)) })
    } else if (message.returned) {
      returned = message.returned
    } else if (message.settled) {
      const { resolve, reject } = promises.get(message.settled)
      promises.delete(message.settled)
      if ('error' in message) reject(new Error(message.error))
      else resolve(message.value)
    } else if (message.callback) {
      callbacks.get(message.callback)(...message.args)
    }
  })
})()`

/** Runs in the preload's world: the two modules that a sandboxed preload has, then the preload. */
export const preloadWorldSource = (preload: string): string => `(() => {
  ${packing}
  const send = (message) =>
    window.dispatchEvent(new CustomEvent('stand-in:to-page', { detail: pack(message) }))
  const functions = new Map()
  const unpacked = ({ value, callback }) =>
    callback === undefined ? value : (...args) => send({ callback, args })
  let last = 0

  const call = (id, path, args) => {
    const value = functions.get(path)(...args.map(unpacked))
    if (value instanceof Promise) {
      value.then(
        (value) => send({ settled: id, value }),
        (reason) => send({ settled: id, error: String(reason && reason.message) }),
      )
      return { kind: 'promise' }
    }
    if (typeof value !== 'function') return { kind: 'value', value }
    const name = 'returned.' + ++last
    functions.set(name, value)
    return { kind: 'function', value: name }
  }
  window.addEventListener('stand-in:to-preload', ({ detail }) => {
    const { id, path, args } = unpack(detail)
    try {
      send({ returned: call(id, path, args) })
    } catch (reason) {
      send({ returned: { kind: 'threw', error: String(reason) } })
    }
  })
  window.addEventListener('stand-in:close', () => globalThis.${bindingName}('close'))
  const contextBridge = {
    exposeInMainWorld(name, api) {
      for (const key of Object.keys(api)) functions.set(name + '.' + key, api[key])
      send({ expose: name, functions: Object.keys(api) })
    },
  }

  const waiting = new Map()
  const listeners = new Map()
  const heardOn = (channel) => listeners.get(channel) ?? listeners.set(channel, new Set()).get(channel)
  globalThis.standInReply = (id, packed) => {
    const answer = unpack(packed)
    const { resolve, reject } = waiting.get(id)
    waiting.delete(id)
    if ('error' in answer) reject(new Error(answer.error))
    else resolve(answer.value)
  }
  globalThis.standInHear = (channel, packed) => {
    for (const listener of heardOn(channel)) listener({}, ...unpack(packed))
  }
  const ipcRenderer = {
    invoke(channel, ...args) {
      const id = ++last
      while (args.length > 0 && args.at(-1) === undefined) args.pop()
      return new Promise((resolve, reject) => {
        const packed = pack({ id, channel, args })
        waiting.set(id, { resolve, reject })
        globalThis.${bindingName}(packed)
      })
    },
    on(channel, listener) {
      heardOn(channel).add(listener)
      return ipcRenderer
    },
    off(channel, listener) {
      heardOn(channel).delete(listener)
      return ipcRenderer
    },
  }

  const require = (name) => {
    if (name === 'electron') return { contextBridge, ipcRenderer }
    throw new Error('A sandboxed preload cannot require ' + name)
  }
  const module = { exports: {} }
  ;(function (require, module, exports) {
${preload}
  })(require, module, module.exports)
})()`
