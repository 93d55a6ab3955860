/** The thread beside the main one: its queue, giving up, and what happens when it dies. */
import { spawnSync } from 'node:child_process'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createOffThread } from '#core/node/run-off-thread.ts'
import { abortTask, taskSignal, taskState } from '#core/thread.ts'
import { until } from '../../support/until.ts'

/** A thread with tasks that show what it does, written against thread.ts. */
const thread = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from 'node:fs'
  import { parentPort, threadId } from 'node:worker_threads'
  const log = []
  const tasks = {
    where: () => threadId,
    log: (name) => { log.push(name); return log },
    fail: () => { throw Object.assign(new Error('no space'), { code: 'ENOSPC', path: '/full' }) },
    exit: () => process.exit(3),
    throwLater: () => { setImmediate(() => { throw new Error('boom') }); return new Promise(() => {}) },
    // Ends when it is aborted, as a task does that looks at its signal.
    obey: (gate, state) => {
      open(gate)
      while (Atomics.load(new Int32Array(state), 0) === 0) Atomics.wait(new Int32Array(state), 0, 0, 1)
      throw Object.assign(new Error('looked'), { name: 'AbortError' })
    },
    obeyAloud: (gate, state) => {
      try { tasks.obey(gate, state) } finally { writeSync(1, 'obeyed') }
    },
    // Ends when the gate is opened, whatever its signal says.
    hang: (gate) => { open(gate); Atomics.wait(new Int32Array(gate), 0, 1); return 'hung' },
    commit: (gate, state) => { Atomics.store(new Int32Array(state), 0, 2); return tasks.hang(gate) },
  }
  // A gate that the test has opened already stays open.
  function open(gate) { Atomics.compareExchange(new Int32Array(gate), 0, 0, 1); Atomics.notify(new Int32Array(gate), 0) }
  parentPort.on('message', async ({ task, input, state }) => {
    try {
      parentPort.postMessage({ value: await tasks[task](input, state) })
    } catch ({ name, message, code, path }) {
      parentPort.postMessage({ thrown: { name, message, code, path } })
    } finally {
      Atomics.store(new Int32Array(state), 0, 3)
      Atomics.notify(new Int32Array(state), 0)
    }
  })
`)}`,
)

/** Signals when a task is under way, and lets it end. */
function gate() {
  const shared = new SharedArrayBuffer(4)
  const view = new Int32Array(shared)
  return {
    shared,
    underWay: () => until(() => expect(Atomics.load(view, 0)).toBe(1)),
    open() {
      Atomics.store(view, 0, 2)
      Atomics.notify(view, 0)
    },
  }
}

const run = createOffThread(() => thread)

describe('tasks', () => {
  it('run in one thread, in the order in which they were asked for', async () => {
    const all = await Promise.all([
      run('where', null),
      run('log', 'first'),
      run('log', 'second'),
      run('where', null),
    ])
    expect(all[3]).toBe(all[0])
    expect(all[2]).toEqual(['first', 'second'])
  })

  it('reject with what they threw, and the next one runs', async () => {
    const failed = run('fail', null)
    const next = run('where', null)
    await expect(failed).rejects.toMatchObject({
      message: 'no space',
      code: 'ENOSPC',
      path: '/full',
    })
    await expect(next).resolves.toEqual(expect.any(Number))
  })

  it('reject when their input cannot be copied, and the next one runs', async () => {
    const failed = run('log', () => {})
    const next = run('where', null)
    await expect(failed).rejects.toThrow('could not be cloned')
    await expect(next).resolves.toEqual(expect.any(Number))
  })

  it('reject when there is no module for the thread', async () => {
    const nowhere = createOffThread(() => new URL('./no-such-module.mjs', import.meta.url))
    await expect(nowhere('where', null)).rejects.toThrow(/ended during where: .*no-such-module/)
  })
})

describe('a thread that dies', () => {
  it.for([
    ['exit', 'exit code 3'],
    ['throwLater', 'boom'],
  ])(
    'killed by %s rejects its task in plain words; waiting ones run in a new thread',
    async ([task, why]) => {
      const before = await run('where', null)
      const died = run(task!, null)
      const next = run('where', null)
      await expect(died).rejects.toThrow(`The thread ended during ${task}: ${why}`)
      expect(await next).not.toBe(before)
      expect(await run('where', null)).toBe(await next)
    },
  )
})

describe('an aborted task', () => {
  afterEach(() => vi.useRealTimers())

  it('never begins when it was aborted before', async () => {
    const reason = run('exit', null, AbortSignal.abort())
    await expect(reason).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('never begins when it is still queued, and rejects at once', async () => {
    const hanging = gate()
    const first = run('hang', hanging.shared)
    const abort = new AbortController()
    const second = run('log', 'aborted', abort.signal)
    abort.abort()
    await expect(second).rejects.toMatchObject({ name: 'AbortError' })
    hanging.open()
    expect(await first).toBe('hung')
    expect(await run('log', 'later')).not.toContain('aborted')
  })

  it('rejects when it has ended, where it looks at its signal', async () => {
    const before = await run('where', null)
    const obeying = gate()
    const abort = new AbortController()
    const given = run('obey', obeying.shared, abort.signal)
    await obeying.underWay()
    abort.abort()
    await expect(given).rejects.toThrow('looked')
    expect(await run('where', null)).toBe(before)
  })

  it('rejects after a second where it does not look at its signal; the next task waits for its end', async () => {
    const hanging = gate()
    const abort = new AbortController()
    const given = run('hang', hanging.shared, abort.signal)
    const next = run('where', null)
    const settled = vi.fn()
    void next.then(settled)
    await hanging.underWay()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    abort.abort()
    const refused = expect(given).rejects.toMatchObject({ name: 'AbortError' })
    await vi.advanceTimersByTimeAsync(1_000)
    await refused
    expect(settled).not.toHaveBeenCalled()
    hanging.open()
    await expect(next).resolves.toEqual(expect.any(Number))
  })

  it('still succeeds once it has committed', async () => {
    const committed = gate()
    const abort = new AbortController()
    const kept = run('commit', committed.shared, abort.signal)
    await committed.underWay()
    abort.abort()
    committed.open()
    expect(await kept).toBe('hung')
  })
})

describe('the signal of a task', () => {
  it('refuses to commit what was aborted', () => {
    const state = taskState()
    const signal = taskSignal(state)
    signal.throwIfAborted()
    expect(abortTask(state)).toBe(true)
    expect(() => signal.throwIfAborted()).toThrow('The task was aborted')
    expect(() => signal.commit()).toThrow('The task was aborted')
  })

  it('refuses to abort what has committed', () => {
    const state = taskState()
    const signal = taskSignal(state)
    signal.commit()
    expect(abortTask(state)).toBe(false)
    signal.throwIfAborted()
    signal.commit()
  })
})

/** A program that has `run`, in a process of its own. */
function program(text: string) {
  const module = new URL('../../../electron/core/node/run-off-thread.ts', import.meta.url)
  const whole = `
    import { createOffThread } from '${module.href}'
    const run = createOffThread(() => new URL(${JSON.stringify(thread.href)}))
    ${text}`
  const options = ['--input-type=module', '--eval', whole]
  return spawnSync(process.execPath, options, { encoding: 'utf8', timeout: 60_000 })
}

describe('a process', () => {
  it('ends when it has nothing to do besides', () => {
    const ended = program(`console.log(await run('log', 'ran'))`)
    expect(ended).toMatchObject({ status: 0, signal: null, stdout: "[ 'ran' ]\n" })
  })

  it('that is told to exit waits for a task that looks at its signal', () => {
    const ended = program(`
      const gate = new SharedArrayBuffer(4)
      run('obeyAloud', gate).catch(() => {})
      Atomics.wait(new Int32Array(gate), 0, 0)
      process.exit(7)`)
    expect(ended).toMatchObject({ status: 7, signal: null, stdout: 'obeyed' })
  })
})
