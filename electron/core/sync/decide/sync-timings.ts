/** Durations and intervals of sync, in milliseconds: the only place for these numbers. */

const second = 1_000
const minute = 60 * second

/** Timeout of one whole exchange. */
export const requestTimeout = 30 * second
/** How long after it was sent a request with a lost reply can still be carried out. */
export const quarantineLength = requestTimeout + 30 * second
/** Pause between the look that found nothing and the one that settles it. */
export const secondProbeDelay = 10 * second
/**
 * How long after a create a probe keeps waiting for a complete list. An incomplete one may hide a
 * better match, or a duplicate.
 */
export const completeListTimeout = 5 * minute
/** How long a create that was sent twice is watched for a duplicate. */
export const duplicateWatchLength = 24 * 60 * minute

/**
 * A record that was read later than this after its `updated_at` had its last version with that
 * stamp: a later change gets another one. Stamps have whole seconds, and the service's clock is
 * known to within a few.
 */
export const stampSettles = 5 * second
/** Smaller differences between the two clocks are not reported; no decision depends on them. */
export const clockTolerance = 2 * minute
/**
 * A larger jump between wall clock and monotonic clock means that the machine slept or its clock
 * was set.
 */
export const clockJumpThreshold = 5 * second
/** How often a waiting loop checks whether the computer slept. */
export const waitSlice = 10 * second

/** How often passes that find nothing are written, as one. */
export const quietPassFlushInterval = 10 * minute

/** How often a stream that the service refuses is requested again. */
export const refusedStreamDelay = 10 * minute

/** A stream that is silent this long is dead: a working one sends something every 15 seconds. */
export const streamIdleTimeout = 45 * second

/**
 * What an act created and what was not sent for this long is sent only once its days were read:
 * another computer may have done the same.
 */
export const actSettles = minute

/** Edits that follow each other within this time are sent together. */
export const editDebounce = 300

/** Maximum age of what is shown, by window. */
export const watchedInterval = 5 * second
/** The watched days, when nothing has been found for a while. */
export const watchedAtMost = 30 * second
export const nearInterval = 2 * minute
export const recentInterval = 30 * minute
export const expensesInterval = 2 * minute
export const categoriesInterval = 30 * minute
export const webhooksInterval = 60 * minute
export const eachCategoryInterval = 24 * 60 * minute
export const positionCheckInterval = 24 * 60 * minute
export const fullPullInterval = 7 * 24 * 60 * minute
/** How often lists are read where the service has a feed of changes. */
export const referenceIntervalWithFeed = 60 * minute
/** Sums of days that were read longer ago than this are shown with the time of that read. */
export const staleAfter = 60 * minute
/** An interrupted read of everything is continued for this long; after that it starts again. */
export const fullPullRestartAfter = 60 * minute
/** Pause before a list is read again that moved while it was read. */
export const fullPullRetryDelay = 10 * minute
export const referenceInterval = 5 * minute
export const serviceInfoInterval = 60 * minute
/** Pause before a service's information is requested again that could not be read. */
export const serviceInfoRetryDelay = 10 * minute

/** Shortest wait after a failure before an edit causes the next try, and before a repetition. */
export const retryPause = 2 * second
export const shortestBackoff = second
/** Short, because a service that cannot be reached may just have been started. */
export const longestOfflineBackoff = 10 * second
export const longestBackoff = 5 * minute

/** Target for one batch applied without yielding: half a frame. */
export const applyBatchSize = { targetMilliseconds: 8, minimumItems: 16 }
/**
 * Target for one commit. It spans several batches, and queries of windows wait until it is done.
 */
export const commitBatchSize = { targetMilliseconds: 20, minimumItems: 64 }
