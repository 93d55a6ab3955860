import { failField, ok, type Result } from '#shared/errors.ts'
import type { ChangeSummary } from '#shared/ipc/views.ts'
import { withCore } from '../client.ts'
import type { Answer, Command } from '../command.ts'
import { harmless, table } from '../table.ts'
import { noWords, numberFlag } from '../values.ts'

export const history: Command = {
  help: 'stint history [--limit N]\n\nLists the latest changes, newest first.',
  flags: { limit: { type: 'string' } },
  run: (context) =>
    withCore(context, async (client) => {
      const words = noWords(context.words)
      if (!words.ok) return words
      const limit = numberFlag(context, 'limit')
      if (!limit.ok) return limit
      const changes = await client.call(
        'history.list',
        limit.value === undefined ? {} : { limit: limit.value },
      )
      if (!changes.ok) return changes
      const text = table(
        changes.value,
        [
          { title: 'Id', value: ({ change }) => String(change), align: 'right' },
          { title: 'When', value: ({ at }) => new Date(at).toLocaleString('sv') },
          { title: 'By', value: ({ actor }) => actor },
          { title: 'Change', value: ({ summary }) => summary, flexible: true },
          { title: '', value: ({ undone }) => (undone ? 'undone' : '') },
        ],
        context.width,
      )
      return ok({ json: changes.value, text: changes.value.length > 0 ? text : 'No changes yet' })
    }),
}

export const undo: Command = {
  help: 'stint undo [ID]\n\nTakes back the latest change, or the one with this id of `stint history`.',
  flags: {},
  run: (context) =>
    withCore(context, async (client) => {
      const [word, ...more] = context.words
      const words = noWords(more)
      if (!words.ok) return words
      if (word === undefined) return answered(await client.call('history.undo', {}))
      if (!/^[1-9]\d{0,14}$/.test(word)) return failField('id', `“${word}” is no id of a change`)
      return answered(await client.call('history.undo', { change: Number(word) }))
    }),
}

export const redo: Command = {
  help: 'stint redo\n\nBrings back what was undone last.',
  flags: {},
  run: (context) =>
    withCore(context, async (client) => {
      const words = noWords(context.words)
      return words.ok ? answered(await client.call('history.redo')) : words
    }),
}

const answered = (change: Result<ChangeSummary>): Result<Answer> =>
  change.ok ? ok({ json: change.value, text: harmless(change.value.summary) }) : change
