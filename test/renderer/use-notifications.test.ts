import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { fullDesktop } from './support/records.ts'
import { now, setClock } from './support/clock.ts'
import { running, studio, type TestCore, wasAway } from './support/core.ts'
import { show } from './support/mount.ts'

interface Shown {
  title: string
  body: string | undefined
  click: () => void
}

let core: TestCore
let shown: Shown[]
/** The browser's notifications, as far as a person sees them. */
function stubNotifications(permission: NotificationPermission) {
  class Stub {
    static permission = permission
    constructor(title: string, { body }: NotificationOptions) {
      shown.push({ title, body, click: () => this.clicked?.() })
    }
    clicked?: () => void
    addEventListener(_name: 'click', listener: () => void) {
      this.clicked = listener
    }
    close() {
      shown.pop()
    }
  }
  vi.stubGlobal('Notification', Stub)
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
}
beforeEach(async () => {
  setClock()
  core = await studio()
  shown = []
})
const inFront = (is: boolean) => vi.spyOn(document, 'hasFocus').mockReturnValue(is)
const remind = async (screen: Awaited<ReturnType<typeof show>>) => {
  core.emit({ event: 'reminder', reminder: { is: 'nothing-runs', since: null } })
  await screen.settle()
}

describe('notifications of the browser', () => {
  it('show reminders and questions while Stint is in the background, and lead back to it', async () => {
    stubNotifications('granted')
    inFront(false)
    const focus = vi.spyOn(window, 'focus').mockImplementation(() => undefined)
    const screen = await show(core)
    await remind(screen)
    expect(shown).toMatchObject([{ title: 'No timer running' }])
    shown[0]!.click()
    expect(focus).toHaveBeenCalledOnce()
    expect(shown).toEqual([])

    await running(core, 47)
    await wasAway(core, 'sleep', now - 20 * 60_000, now)
    await screen.settle()
    expect(shown).toMatchObject([{ title: 'Away for 0:20' }])
    expect(shown[0]!.body).toContain('Your computer was asleep from 14:27 to 14:47')
  })

  it.each([
    ['Stint is in front', 'granted', true, {}, true],
    ['the browser does not allow them', 'denied', false, {}, true],
    ['they are switched off', 'granted', false, {}, false],
    [
      'the desktop shows its own',
      ...(['granted', false, { host: 'electron', desktop: fullDesktop }, true] as const),
    ],
  ] as const)('are not shown while %s', async (_why, permission, front, on, notifications) => {
    core = await studio(on)
    await core.do('settings.set', { notifications })
    stubNotifications(permission)
    inFront(front)
    await remind(await show(core))
    expect(shown).toEqual([])
  })
})
