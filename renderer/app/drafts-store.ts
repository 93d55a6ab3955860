/**
 * Keeps the input of forms that were closed without saving, so that undo can reopen the form with
 * it. Drafts belong to this window and last as long as it is open.
 */
import { defineStore } from 'pinia'
import { nextTick, onBeforeUnmount, onScopeDispose } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useIpcClient } from '../ipc/ipc-client.ts'
import { useTranslate } from './messages/index.ts'
import { useAppStore } from './stores/app.ts'
import { useToastStore } from './stores/toasts.ts'

interface Draft {
  /** Names of the forms that can reopen it, in order of preference. */
  forms: readonly string[]
  account: string | undefined
  /** The path of the page that reopens it; null where every page can. */
  path: string | null
  typed: unknown
  /** `typed` as it was when the form was closed; a reopened form modifies `typed` itself. */
  text: string | undefined
  /** Id of the toast that reported it; undefined where another account was open by then. */
  toast: number | undefined
  /** The newest change when the form was closed: undo reverts later changes first. */
  after: Promise<number>
}
/** Returns false where it could not open the form, because another form cannot be closed. */
type Opener = (typed: never) => unknown

/** Maximum number of drafts in memory; the oldest are discarded first. */
const mostDrafts = 20

export const useDrafts = defineStore('drafts', () => {
  const client = useIpcClient()
  const app = useAppStore()
  const router = useRouter()
  const toasts = useToastStore()
  const t = useTranslate()

  let drafts: readonly Draft[] = []
  /** Drafts that were reopened. Reopening the next one may close the form of the previous one. */
  let reopened: readonly Draft[] = []
  const openers = new Map<string, Opener>()

  async function newestChange(): Promise<number> {
    const [newest] = await client.call('history.list', { limit: 1 })
    return newest?.change ?? 0
  }

  /** @param account the account that was open when the form was opened */
  function put(
    forms: readonly string[],
    path: string | null = null,
    typed?: unknown,
    account = app.account?.account,
  ) {
    const text = JSON.stringify(typed)
    const isHere = account === app.account?.account
    const again = reopened.find((before) => before.text === text)
    reopened = reopened.filter((before) => before !== again)
    // While the core is unreachable, or has another account open, this window changed nothing.
    const none = Number.MAX_SAFE_INTEGER
    const after =
      again?.after ?? (isHere ? newestChange().catch(() => none) : Promise.resolve(none))
    const toast = isHere
      ? toasts.show({
          text: t('undo.closedUnsaved'),
          action: {
            label: t('undo.undo'),
            // The key Z reopens the other drafts first.
            ...(again ? {} : { key: 'z' }),
            run: () => void open(draft),
          },
        })
      : undefined
    const draft: Draft = { forms, path, typed, text, toast, after, account }
    // A draft that was reopened and closed unchanged goes to the end of the undo order.
    drafts = again ? [draft, ...drafts] : [...drafts, draft].slice(-mostDrafts)
  }

  /** False where no page has its form, or it is already reopened. */
  async function open(draft: Draft): Promise<boolean> {
    if (!drafts.includes(draft)) return false
    drafts = drafts.filter((other) => other !== draft)
    if (draft.toast !== undefined) toasts.close(draft.toast)
    if (draft.path !== null && router.currentRoute.value.path !== draft.path) {
      await router.push(draft.path)
      await nextTick()
    }
    const opener = draft.forms.map((form) => openers.get(form)).find(Boolean)
    reopened = [...reopened, draft].slice(-mostDrafts)
    let isOpen = false
    try {
      isOpen = opener !== undefined && (await opener(draft.typed as never)) !== false
    } finally {
      if (!isOpen) {
        // It stays a draft, at the end of the undo order.
        reopened = reopened.filter((other) => other !== draft)
        drafts = [draft, ...drafts]
      }
    }
    return opener !== undefined
  }

  return {
    put,
    /** True when the newest draft is newer than this change, so that undo reopens a form. */
    async isNewerThan(change: number): Promise<boolean> {
      const newest = drafts.findLast(({ account }) => account === app.account?.account)
      return newest !== undefined && (await newest.after) >= change
    },
    /** Reopens the form of the newest draft; false where there is none. */
    async openNewest(): Promise<boolean> {
      const own = drafts.filter(({ account }) => account === app.account?.account)
      for (const draft of own.toReversed()) if (await open(draft)) return true
      return false
    },
    opens(form: string, opener: Opener): () => void {
      openers.set(form, opener)
      return () => openers.get(form) === opener && openers.delete(form)
    },
  }
})

/**
 * Call it in a form's setup. Returns the account that was open then. A form may outlive a change of
 * account, and its input does not belong to the new one.
 */
export function useOwnAccount() {
  const app = useAppStore()
  const account = app.account?.account
  return { account, isOpen: () => app.account?.account === account }
}

/**
 * Call it in a form's setup: stores the form's input as a draft when the form is unmounted.
 * @param forms names of the forms that can reopen it, in order of preference
 * @param typed returns the input; undefined where nothing was typed
 * @param path the page that reopens it, where it is not the current one; null: any
 */
export function useDraft(
  forms: readonly string[],
  typed: () => unknown,
  path: string | null = useRoute().path,
): { settled: () => void } {
  const drafts = useDrafts()
  const { account } = useOwnAccount()
  let isSettled = false
  onBeforeUnmount(() => {
    const left = isSettled ? undefined : typed()
    if (left !== undefined) drafts.put(forms, path, left, account)
  })
  return {
    /** Call it when the form was saved: no draft is stored. */
    settled: () => (isSettled = true),
  }
}

/** Call it in a page's setup: registers how the page reopens a form with its former input. */
export function useReopening<Typed>(form: string, open: (typed: Typed) => unknown): void {
  onScopeDispose(useDrafts().opens(form, open))
}
