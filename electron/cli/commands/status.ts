import { ok } from '#shared/errors.ts'
import { withAccount } from '../core-client.ts'
import type { Command } from '../command.ts'
import { t } from '../language.ts'
import { rejectArguments } from '../words.ts'

export const statusCommand: Command = {
  help: 'stint status\n\nShow the running timer, anything it needs from you, and timers in other accounts.',
  flags: {},
  run: (context) =>
    withAccount(context, async (client) => {
      const words = rejectArguments(context.words)
      if (!words.ok) return words
      const timer = await client.call('timer.status')
      if (!timer.ok) return timer
      const state = await client.call('app.state')
      if (!state.ok) return state
      // Most prompts and status bars ask while no timer runs, which needs no calendar.
      if (!timer.value.running && state.value.otherTimers.length === 0)
        return ok({ json: timer.value, text: t('No timer is running') })
      const { otherTimersText, timerText } = await import('../timer-text.ts')
      const now = context.clock.now()
      const lines = [timerText(timer.value, now), ...otherTimersText(state.value, now)]
      return ok({ json: timer.value, text: lines.join('\n') })
    }),
}
