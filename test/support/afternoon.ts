/** A zone in which it is mid-afternoon at the moment, so that a day of work fits before now. */
export function afternoonZone(): string {
  const ahead = 15 - new Date().getUTCHours()
  const offset = ahead > 12 ? ahead - 24 : ahead
  // POSIX counts west of Greenwich.
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
}
