/**
 * What was typed into a form that went away without being saved. Nothing typed is lost: undo opens
 * the form again with it. Drafts belong to this window, and last as long as it is open.
 */
import { defineStore } from 'pinia'
import { nextTick, onBeforeUnmount, onScopeDispose } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useClient } from '../ipc/client.ts'
import { useWords } from './messages/index.ts'
import { useApp } from './stores/app.ts'
import { useToasts } from './stores/toasts.ts'

interface Draft {
  /** Names under which its form is opened again, the best first. */
  forms: readonly string[]
  account: string | undefined
  /** The page that opens it again; null where every page does. */
  path: string | null
  typed: unknown
  /** The same as it was when it was put away: a form goes on with `typed` itself. */
  text: string | undefined
  /** What told of it; undefined where another account was open by then. */
  toast: number | undefined
  /** The newest change when it was put away: undo takes later changes back first. */
  after: Promise<number>
}
/** Answers false where it did not open the form, since what is open cannot be left. */
type Opener = (typed: never) => unknown

/** More than anybody remembers. */
const mostDrafts = 20

export const useDrafts = defineStore('drafts', () => {
  const client = useClient()
  const app = useApp()
  const router = useRouter()
  const toasts = useToasts()
  const say = useWords()

  let drafts: readonly Draft[] = []
  /** What was opened again: the form of one may be closed only as the next one takes its place. */
  let reopened: readonly Draft[] = []
  const openers = new Map<string, Opener>()

  async function newestChange(): Promise<number> {
    const [newest] = await client.call('history.list', { limit: 1 })
    return newest?.change ?? 0
  }

  /** @param account the one that the form was opened in */
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
    // While the core is away, or has another account open, nothing was changed here either.
    const none = Number.MAX_SAFE_INTEGER
    const after =
      again?.after ?? (isHere ? newestChange().catch(() => none) : Promise.resolve(none))
    const toast = isHere
      ? toasts.show({
          text: say('undo.closedUnsaved'),
          action: {
            label: say('undo.undo'),
            // Z opens the others first.
            ...(again ? {} : { key: 'z' }),
            run: () => void open(draft),
          },
        })
      : undefined
    const draft: Draft = { forms, path, typed, text, toast, after, account }
    // Closed as it was when it was opened again, it makes way for the others.
    drafts = again ? [draft, ...drafts] : [...drafts, draft].slice(-mostDrafts)
  }

  /** False where no page has its form, or it is open again already. */
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
        // It stays a draft, and makes way for the others.
        reopened = reopened.filter((other) => other !== draft)
        drafts = [draft, ...drafts]
      }
    }
    return opener !== undefined
  }

  return {
    put,
    /** Whether undo is to open a form again: the newest draft is newer than this change. */
    async isNewerThan(change: number): Promise<boolean> {
      const newest = drafts.findLast(({ account }) => account === app.account?.account)
      return newest !== undefined && (await newest.after) >= change
    },
    /** Opens the form of the newest draft again; false where there is none. */
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
 * In a form: the account that it was opened in. A form goes away after another one was opened, and
 * nothing in it is the other one's.
 */
export function useOwnAccount() {
  const app = useApp()
  const account = app.account?.account
  return { account, isOpen: () => app.account?.account === account }
}

/**
 * In a form: what is typed in it becomes a draft when it goes away.
 * @param forms names under which it is opened again, the best first
 * @param typed what was typed; undefined where nothing was
 * @param path the page that opens it again, where that is not the one on which it is; null: any
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
    /** It was saved: nothing is left to be kept. */
    settled: () => (isSettled = true),
  }
}

/** On a page, for as long as it is there: opens a form again with what was typed in it. */
export function useReopening<Typed>(form: string, open: (typed: Typed) => unknown): void {
  onScopeDispose(useDrafts().opens(form, open))
}
