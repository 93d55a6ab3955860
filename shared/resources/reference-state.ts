/**
 * State of a project, client, task or charge in relation to the service: one that was created
 * locally is `held` until the person matches it with one of the service's.
 */
export type ReferenceState = 'synced' | 'held'
