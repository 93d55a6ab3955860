/**
 * Where a project, client, task or charge stands between this machine and the service: what was
 * made here is `held` until the person says which of the service's it is.
 */
export type ReferenceState = 'synced' | 'held'
