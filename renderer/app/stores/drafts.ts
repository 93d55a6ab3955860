/**
 * Keeps the input of forms that were closed without saving, so that the form can be reopened with
 * it. Drafts belong to this window and last as long as it is open.
 */
import { defineStore } from 'pinia'
import { nextTick, onBeforeUnmount, onScopeDispose } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useTranslate } from '../messages/index.ts'
import { useAppStore } from './app.ts'
import { useToastStore } from './toasts.ts'

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
}
/** Returns false where it could not open the form, because another form cannot be closed. */
type Opener = (typed: never) => unknown

/** Maximum number of drafts in memory; the oldest are discarded first. */
const mostDrafts = 20

export const useDrafts = defineStore('drafts', () => {
  const app = useAppStore()
  const router = useRouter()
  const toasts = useToastStore()
  const t = useTranslate()

  let drafts: readonly Draft[] = []
  /** Drafts that were reopened. Reopening the next one may close the form of the previous one. */
  let reopened: readonly Draft[] = []
  const openers = new Map<string, Opener>()

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
    const toast = isHere
      ? toasts.show({
          text: t('undo.closedUnsaved'),
          action: {
            label: t('undo.reopen'),
            // The key reopens the other drafts first.
            ...(again ? {} : { key: 'u' }),
            run: () => void open(draft),
          },
        })
      : undefined
    const draft: Draft = { forms, path, typed, text, toast, account }
    // A draft that was reopened and closed unchanged is the last to be reopened again.
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
        // It stays a draft, the last to be reopened.
        reopened = reopened.filter((other) => other !== draft)
        drafts = [draft, ...drafts]
      }
    }
    return opener !== undefined
  }

  return {
    put,
    /** Reopens the form of the newest draft, or says that there is none. */
    async openNewest(): Promise<void> {
      const own = drafts.filter(({ account }) => account === app.account?.account)
      for (const draft of own.toReversed()) if (await open(draft)) return
      toasts.show({ text: t('undo.noneClosed') })
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
