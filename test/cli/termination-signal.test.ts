/** Which signals end a program in order, and which at once. */
import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, it } from 'vitest'
import { onTermination, type SignalPorts } from '../../electron/cli/termination-signal.ts'
import { onAnyDay } from '../support/test-day.ts'

onAnyDay()

describe('signals', () => {
  let source: EventEmitter
  let time: number
  let heard: string[]
  let stop: () => void

  beforeEach(() => {
    source = new EventEmitter()
    time = 1_000
    heard = []
    const ports: SignalPorts = {
      source,
      now: () => time,
      end: (name) => heard.push(`ends by ${name} (${source.listenerCount(name)} listen)`),
    }
    stop = onTermination(['SIGINT', 'SIGTERM'], (name) => heard.push(name), ports)
  })

  const signal = (name: NodeJS.Signals, after = 0) => {
    time += after
    source.emit(name, name)
  }

  it('that come together are one: the terminal’s, npm’s and the launcher’s', () => {
    signal('SIGINT')
    signal('SIGINT')
    signal('SIGTERM', 20)
    signal('SIGINT', 479)
    expect(heard).toEqual(['SIGINT'])
  })

  it('end the program at once when the second comes half a second later', () => {
    signal('SIGINT')
    signal('SIGINT', 3)
    signal('SIGINT', 497)
    expect(heard).toEqual(['SIGINT', 'ends by SIGINT (0 listen)'])
  })

  it('end the program by the one that came second', () => {
    signal('SIGINT')
    signal('SIGTERM', 5_000)
    expect(heard).toEqual(['SIGINT', 'ends by SIGTERM (0 listen)'])
  })

  it('are no longer listened for when the work is done', () => {
    stop()
    signal('SIGINT')
    expect(heard).toEqual([])
  })
})
