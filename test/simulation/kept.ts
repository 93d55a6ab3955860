/**
 * Kept from before people had forms open: these worlds have none, so that they play as they did.
 */
export const keptWithoutForms: readonly number[] = [
  // Failed once. Of those that are more than a mistake of a check, why:
  // 8003525: a repeated create got its first response, although the record was deleted since.
  // 63335565: one rejection had two cards.
  // 141693130: an entry arrived late, after it had been deleted.
  // 141697742: "theirs" meant the archive.
  // 141697777: members were swapped within one second, which no timestamp shows.
  // 184833355: three records that could not be sent blocked the rest.
  // 219001754: a deletion was under way when the answer that had caused it was undone.
  // 400015570, 400020680: a conflict was reverted here, and the service's side never arrived.
  // 500020424: one open create kept the following pages of the feed from being read.
  // 600002884: the user was asked about many removals that one read alone had shown.
  // 700023684: a removal went over what had changed on the service since.
  6542513, 7004617, 7007456, 7007947, 7016552, 7017983, 7018683, 7018816, 7019012, 7100174, 7100253,
  7200892, 7600502, 8003525, 18508660, 63335565, 141693130, 141697742, 141697777, 184833355,
  219001754, 400015570, 400020592, 400020680, 500020424, 500027084, 600002884, 700023684,
  // Together they met most of what 2,500 worlds met.
  7500015, 7500020, 7500058, 7500059, 7500079, 7500100, 7500161, 7500197, 7500209, 7500269, 7500271,
  7500311, 7500423, 7500434, 7500454, 7500462, 7500540, 7500625, 7500639, 7500644, 7500651, 7500676,
  7500678, 7500731, 7500732, 7500745, 7500772, 7500867, 7500876, 7500887, 7500889, 7500927, 7500960,
  7501003, 7501011, 7501016, 7501018, 7501061, 7501081, 7501094, 7501095, 7501165, 7501279, 7501288,
  7501317, 7501332, 7501440, 7501443, 7501512, 7501572, 7501603, 7501624, 7501646, 7501802, 7501865,
  7501892, 7501904, 7502030, 7502046, 7502102, 7502112, 7502238, 7502260, 7502275, 7502330, 7502354,
  7502356, 7502362, 7502403, 7502418,
]

/**
 * Kept from before people changed prices and costs: these worlds have no such changes, so that they
 * play as they did.
 */
export const keptWithoutAmounts: readonly number[] = [
  ...keptWithoutForms,
  // Failed since: a conflict about a deletion was asked about again after the record was deleted.
  940005013,
  // Together they met most of the ways in which a form ends whose record a colleague changed.
  910000093,
  910000153,
  910000654,
  910000724,
]

/** Kept from before data folders were copied: none is, so that these worlds play as they did. */
export const keptWithoutCopies: readonly number[] = [
  ...keptWithoutAmounts,
  // With changes of amounts.
  41,
  354,
  // Failed since: a late duplicate of an equal entry passed for one that someone had changed.
  70013596,
  70014299,
  // The rejection of an entry was asked about once more after the entry was deleted.
  70019174,
]

/** Kept from before ids were given again: each is given once, so that these play as they did. */
export const keptWithIdsOnce: readonly number[] = [
  ...keptWithoutCopies,
  // With copies of data folders; in the first, a reverted conflict outlived its record.
  92002974,
  95002482,
  // Failed since: an answer was undone after it was sent, and the other one was not sent.
  95000752,
  902147,
]

/** Kept from before currencies changed: each project keeps its own, so that these play as they did. */
export const keptWithOneCurrency: readonly number[] = [...keptWithIdsOnce]

/** Kept from before entries were split: these play as they did. */
export const keptWithoutSplits: readonly number[] = [...keptWithOneCurrency]

/** Kept from before acts were repeated: these play as they did. */
export const keptWithoutSameActs: readonly number[] = [...keptWithoutSplits]

/** Kept from before deleted records returned: these play as they did. */
export const keptWithoutReturns: readonly number[] = [...keptWithoutSameActs]

/** Kept from before services were set back: these play as they did. */
export const keptWithoutSetBacks: readonly number[] = [...keptWithoutReturns]

/** Kept from before addresses led elsewhere: these play as they did. */
export const keptWithoutElsewhere: readonly number[] = [...keptWithoutSetBacks]

/** Kept from before worlds took rare turns: these play as they did. */
export const keptWithoutTurns: readonly number[] = [...keptWithoutElsewhere]

/** Kept from before ids were given again at the moment of a change: these play as they did. */
export const keptWithoutReuses: readonly number[] = [
  ...keptWithoutTurns,
  // With rare turns. Failed since: an entry of a copied folder came back, and then counted as deleted
  // when the answer before that was undone.
  2427,
  // What was created again and changed was lost, and the first one came back in its place.
  2874,
]

/** Kept from before two machines met an id that was given again: these play as they did. */
export const keptWithoutReusesOnBoth: readonly number[] = [...keptWithoutReuses]

/** Kept from before two machines met the same deletions: these play as they did. */
export const keptWithoutDeletionsOnBoth: readonly number[] = [
  ...keptWithoutReusesOnBoth,
  // Failed since: another service, whose epoch began before the newest known record, was let in.
  700343,
  // What was created here under the ids of deleted records passed for another organization's.
  703105,
  // Failed since. 700721, 705380: the card about a currency ended when the service lost the expense.
  // 701950: it ended with a conflict about something else.
  // 706129: the expense was deleted before the reply told the currency, and then wanted again.
  // 706269: the answer was undone after it was sent.
  700721,
  701950,
  705380,
  706129,
  706269,
  // Failed once. Equal hours in a cell raised no card before the service had said who the person is.
  705732,
  // A record that was lost there, and sent again by another computer, was not recognized by its uid.
  700328,
  // The feed showed a change once, while a card asked whether the folder was moved.
  704115,
  // A check missed the notes that the second half of a split had taken from the first.
  703726,
  // A second half was discarded while it was not known whether the service has it.
  700658,
  // Creates without a uid were sent side by side to a service that recognizes only uids.
  700365,
  701543,
  // A token of another organization was taken for the own one, by an id that both have.
  701596,
  701936,
  // A quantity that was changed while it was sent counted in other increments than the person saw.
  701187,
  703350,
  // A record that returned was dropped here alone, as an answer still took it for one never sent.
  701885,
  // A check took a window for read once, because a day was read between two of its pages.
  723001,
  // At rest, one person deleted a record again and again that two others created again.
  726103,
  // An id was given to another record between the request that read it and the change that followed.
  720752,
  // A check expected a uid of what was sent before the service had said that it knows uids.
  725444,
  // A service that had lost all that was known, and given three ids again, passes for another one.
  720606,
  // A check missed that the person wanted a record again that had been back after its deletion.
  722905,
  724645,
  // An amount that was moved to another project while it was sent took the currency of the first one.
  721313,
  // An unsent duration was rounded up once more each time the increments of its project changed.
  725133,
  // A create that was changed elsewhere before its repetition was received as another record, because
  // nothing was known of the service's clock.
  731057,
  // A check took an amount for new that sync had left, in a project whose currency had changed.
  731914,
  // A check took an amount that undo brought back for one that was typed in the project's currency.
  731817,
  // Another organization was let in that showed one record, with a known id and its second.
  734131,
]

/**
 * Worlds that `npm test` and `npm run simulate` play first: those that failed once, and a few that
 * together meet every situation of the ledger (`npm run simulate -- --seeds N --few` finds them).
 */
export const keptSeeds: readonly number[] = [
  ...keptWithoutDeletionsOnBoth,
  // What an answer had sent was not changed by the other one, about what the same act created on both
  // computers, after the first was undone.
  734247,
  // An undone answer asked about a currency again in which the amount did not count any more.
  734859,
  // An amount that undo brought back was sent in the currency that its project had by then.
  397,
  // A deletion that the feed reported was forgotten when the one that waited here was undone unsent.
  741223,
  // A check asked for a question about what was changed before it was sent, and changed back after.
  743877,
  // A list of categories that could not be read kept the times from being read beside the feed.
  747465,
  // A check counted what the person had answered a card about among what was removed unasked.
  744942,
  // A check took the service's version, which an answer had taken, for an amount that was typed.
  745036,
]
