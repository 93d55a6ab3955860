import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TimerQuestion } from '#shared/ipc/desktop.ts'
import { timerQuestionText } from '../../renderer/app/labels/timer-question-text.ts'
import { now, setClock } from './support/clock.ts'
import { running, studio, type TestCore, wasAway } from './support/core.ts'
import { show } from './support/mount.ts'

// The question is loaded when it is first needed: here before the first test.
beforeAll(() => import('../../renderer/features/timer/question/QuestionDialog.vue'))

let core: TestCore
beforeEach(async () => {
  setClock()
  core = await studio()
})

const minute = 60_000
/** It is 14:47. */
const [at1420, at1442] = [now - 27 * minute, now - 5 * minute]
/** The timer runs since 14:00, and asks about 14:20 to 14:42. */
async function asking(to: number | null = at1442) {
  await running(core, 47)
  await wasAway(core, 'idle', at1420, to)
}
const dialog = () => document.querySelector<HTMLElement>('[role=alertdialog]')
const answers = () =>
  [...dialog()!.querySelectorAll('button')].map((button) => button.textContent?.trim())
/** Texts with the message's values in them, for pure functions. */
const t = (key: string, values: Record<string, unknown> = {}) =>
  `${key} ${Object.values(values).join(' ')}`

describe('the question about an absence', () => {
  it('shows how long it was, and what each answer would leave', async () => {
    await asking()
    await show(core)
    expect(dialog()!.textContent).toContain('Away for 0:22')
    expect(dialog()!.textContent).toContain('No activity from 14:20 to 14:42')
    expect(answers()).toEqual([
      expect.stringMatching(/Keep it.*0:47/),
      expect.stringMatching(/Discard and continue.*0:25/),
      expect.stringMatching(/Discard and stop at 14:20.*0:20 logged/),
      expect.stringMatching(/Log as a separate entry.*0:25 \+ 0:22 logged/),
      expect.stringMatching(/Discard timer/),
    ])
  })

  it('has the focus on the first answer, and changes nothing before one is chosen', async () => {
    await asking()
    const screen = await show(core)
    expect(document.activeElement?.textContent).toContain('Keep it')
    await screen.settle(60 * minute)
    expect(core.allAsked('timer.answer')).toEqual([])
  })

  it.each([
    ['k', 'keep'],
    ['d', 'discard'],
    ['s', 'stop'],
    ['n', 'split'],
    ['x', 'drop'],
  ])('is answered by %s with %s', async (key, choice) => {
    await asking()
    const screen = await show(core)
    await screen.press(key)
    expect(core.allAsked('timer.answer')).toEqual([{ question: 1, choice }])
    expect(dialog()).toBeNull()
    expect(document.querySelector('.toast')?.textContent).toContain('Undo')
  })

  it('does not take a key as an answer while the person is typing', async () => {
    await running(core, 47)
    const screen = await show(core)
    await screen.press('/')
    expect(document.activeElement).toBe(screen.wrapper.get('input[type=search]').element)
    await screen.press('d')
    await wasAway(core, 'idle', at1420, at1442)
    await screen.settle()
    expect(dialog()).not.toBeNull()
    await screen.press('d')
    expect(core.allAsked('timer.answer')).toEqual([])
  })

  it('disappears when another window answers it', async () => {
    await asking()
    const screen = await show(core)
    await core.do('timer.answer', { question: 1, choice: 'keep' })
    await screen.settle()
    expect(dialog()).toBeNull()
  })

  it('waits in the timer bar when it is dismissed, and grows while the person is still away', async () => {
    await asking(null)
    const screen = await show(core)
    expect(dialog()!.textContent).toContain('Away since 14:20')
    expect(answers()[3]).toMatch(/0:20 \+ 0:27/)
    dialog()!.dispatchEvent(new Event('cancel'))
    await screen.settle()
    expect(dialog()).toBeNull()
    await screen.wrapper.get('.decide').trigger('click')
    await screen.settle()
    expect(dialog()!.textContent).toContain('Away since 14:20')
  })

  it('shows in the core’s words that it was answered already', async () => {
    await asking()
    const screen = await show(core)
    core.refuse('timer.answer', { code: 'conflict', message: 'This is already settled' })
    await screen.press('k')
    expect(document.querySelector('.toast')?.textContent).toContain('already settled')
  })
})

describe('the texts of a question', () => {
  const away: TimerQuestion = { id: 1, cause: 'idle', from: at1420, to: at1442 }

  it('offer the answers of the command line, for every cause, and set notes off', async () => {
    const run = await running(core, 47, { project: null, task: null, notes: 'before the crash' })
    for (const cause of ['restart', 'sleep'] as const) {
      const { text, answers } = timerQuestionText(run, { ...away, cause }, now, t)
      expect(text).toContain('question.noted before the crash')
      expect(answers.map(({ key, choice }) => [key, choice])).toEqual([
        ['k', 'keep'],
        ['d', 'discard'],
        ['s', 'stop'],
        ['n', 'split'],
        ['x', 'drop'],
      ])
    }
  })

  it('exclude former breaks from every length', async () => {
    const breaks = [{ from: now - 40 * minute, to: now - 30 * minute }]
    const { answers } = timerQuestionText({ ...(await running(core, 47)), breaks }, away, now, t)
    expect(answers.map(({ length }) => length)).toEqual([
      '0:37',
      '0:15',
      'question.logged 0:10',
      '0:15 + question.logged 0:22',
      '',
    ])
  })

  it('name the day of an absence that was not today', async () => {
    const question = { ...away, from: now - 20 * 60 * minute, cause: 'sleep' } as const
    const words = timerQuestionText(await running(core, 21 * 60), question, now, t)
    expect(words.text).toContain('18 Nov, 18:47')
  })
})
