/** Formats a count with its English noun: `1 row`, `2 rows`. */
export const countWithNoun = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`
