/** How long things take and how often they happen, in milliseconds: the only place for these numbers. */

const second = 1_000
const minute = 60 * second

/** For one whole exchange. */
export const requestTimeout = 30 * second
/** A request that lost its answer can still be carried out this long after it was sent. */
export const quarantine = requestTimeout + 30 * second
/** Between the look that found nothing and the one that settles it. */
export const probeAgain = 10 * second
/**
 * So long after a create was sent a look waits for a list that shows everything: one that does not
 * may hide what fits better, or a second one.
 */
export const wholeListAwaited = 5 * minute
/** So long a create that was sent twice may still turn up twice. */
export const twinWatch = 24 * 60 * minute

/**
 * So long after the moment that a record is dated by its stamp says which version it is: stamps say
 * whole seconds, and the service's clock is known to a few.
 */
export const stampSettles = 5 * second
/** Clocks that differ by less are left unmentioned: nothing goes by them. */
export const clockTolerance = 2 * minute
/** A jump between the two clocks by more: the machine slept, or its clock was put. */
export const jumpNoticed = 5 * second
/** How often a resting loop looks whether the machine slept. */
export const restSlice = 10 * second

/** Passes that find nothing are written down as one, this often. */
export const quietPassesWritten = 10 * minute

/** A stream that the service refuses is asked for again this often. */
export const refusedStreamAgain = 10 * minute

/** A stream that says nothing for so long is dead: one that lives speaks every 15 seconds. */
export const streamSilence = 45 * second

/** Edits that follow each other quickly travel together. */
export const debounce = 300
/** A process that holds the lease says so this often, and loses it when silent this long. */
export const leaseRenewal = 5 * second
export const leaseLength = 15 * second
/** How long a cycle on request waits for another process to finish. */
export const leasePatience = 10 * second
export const leasePoll = 250

/** How old what is shown may get, by window. */
export const watchedEvery = 5 * second
/** The days on screen, when nothing has been found for long. */
export const watchedAtMost = 30 * second
export const nearEvery = 2 * minute
export const recentEvery = 30 * minute
export const expensesEvery = 2 * minute
export const categoriesEvery = 30 * minute
export const webhooksEvery = 60 * minute
export const eachCategoryEvery = 24 * 60 * minute
export const ranksEvery = 24 * 60 * minute
export const everythingEvery = 7 * 24 * 60 * minute
/** Where the service tells what changed, lists are read this seldom. */
export const referenceBesideChanges = 60 * minute
/** Sums of days that were read so long ago say as of when they are. */
export const staleAfter = 60 * minute
/** A reading of everything that was stopped goes on for so long, then it is begun again. */
export const beginAnew = 60 * minute
/** When the whole list moved while it was read. */
export const everythingAgain = 10 * minute
export const referenceEvery = 5 * minute
export const serviceInfoEvery = 60 * minute
/** When what it says of itself could not be read. */
export const serviceInfoAgain = 10 * minute

/** After a failure, edits do not make it tried again more often than this. */
export const retryPause = 2 * second
export const shortestBackoff = second
/** A service that cannot be reached is asked again soon: it may just have been started. */
export const longestUnreached = 10 * second
export const longestBackoff = 5 * minute

/** What is taken in without a breath: half a frame. */
export const pieceSize = { wanted: 8, fewest: 16 }
/** What is committed together, with breaths in between: the database answers nobody else meanwhile. */
export const batchSize = { wanted: 20, fewest: 64 }
