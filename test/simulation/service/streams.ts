/**
 * Long answers by which the service reports at once that something changed (capability `changes`).
 */
import type { HttpRequest } from '#core/ports.ts'
import { cursorIn, isForgotten } from './beyond.ts'
import { signedOut, type Desk } from './desk.ts'
import type { Organisation } from './held.ts'

export type Asked = Pick<HttpRequest, 'url' | 'headers'>

/** A client that follows the changes. */
export interface Follower {
  tell(): void
  end(): void
}

export interface Streams {
  status(asked: Asked): number
  /** Reports changes after the cursor, until the returned function is called. */
  follow(asked: Asked, follower: Follower): () => void
  /** Reports that something changed. */
  tell(organisation: Organisation): void
  /** Ends every stream, as a restart of the service does. */
  end(): void
}

/** @param organisationOf the one of the token, or undefined */
export function makeStreams(
  desk: Desk,
  organisationOf: (asked: Asked) => Organisation | undefined,
): Streams {
  const followers = new Map<Follower, Organisation>()
  return {
    status(asked) {
      const organisation = organisationOf(asked)
      if (!organisation) return signedOut(desk.profile).status
      if (!desk.profile.capabilities.includes('changes')) return 404
      return isForgotten(desk, organisation, cursorIn(desk, organisation, new URL(asked.url)))
        ? 410
        : 200
    },
    follow(asked, follower) {
      const organisation = organisationOf(asked)!
      followers.set(follower, organisation)
      if (organisation.log.length > cursorIn(desk, organisation, new URL(asked.url)))
        follower.tell()
      return () => void followers.delete(follower)
    },
    tell(organisation) {
      for (const [follower, of] of followers) if (of === organisation) follower.tell()
    },
    end() {
      for (const follower of [...followers.keys()]) follower.end()
    },
  }
}
