/** Days and zones, each of them at least once; four begin a minute before midnight. */
export const moments = [
  // A whole week.
  '2026-11-16T15:20[UTC]',
  '2026-11-17T23:59[Europe/Berlin]',
  '2026-11-18T15:20[Pacific/Auckland]',
  '2026-11-19T15:20[America/New_York]',
  '2026-11-20T15:20[Australia/Lord_Howe]',
  '2026-11-21T15:20[UTC]',
  '2026-11-22T15:20[Europe/Berlin]',
  // Clocks go back, the evening before and the day itself, and in the south; and forward, in
  // Lord Howe by half an hour.
  '2026-10-31T23:59[America/New_York]',
  '2026-11-01T15:20[America/New_York]',
  '2026-04-05T15:20[Pacific/Auckland]',
  '2026-03-29T15:20[Europe/Berlin]',
  '2026-10-04T15:20[Australia/Lord_Howe]',
  // Ends of a year and of both kinds of February.
  '2026-12-31T23:59[Pacific/Auckland]',
  '2027-01-01T15:20[UTC]',
  '2027-02-28T15:20[Australia/Lord_Howe]',
  '2028-02-29T23:59[UTC]',
] as const
