/** The services that are explored. */
import { offered } from '../service/beyond.ts'
import { plainProfile, type Profile } from '../service/profile.ts'

/** As most readers of the specification understand it: a name is free again with its category. */
const bare: Profile = { ...plainProfile, names: 'active', unchanged: 'dated' }

const profiles = {
  bare,
  keys: { ...bare, capabilities: ['idempotency'] },
  feed: { ...bare, capabilities: ['changes'] },
  full: { ...bare, capabilities: offered },
} satisfies Record<string, Profile>

export type ProfileName = keyof typeof profiles

export const profileNames = Object.keys(profiles) as ProfileName[]

export const isProfileName = (name: string): name is ProfileName =>
  profileNames.includes(name as ProfileName)

export const profileOf = (name: ProfileName): Profile => profiles[name]
