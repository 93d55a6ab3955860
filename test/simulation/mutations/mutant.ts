/** A known bug, as a text and its replacement in one file of the engine. */
export interface Mutant {
  name: string
  /** Relative to the root of the project. */
  file: string
  /** Occurs exactly once in the file. */
  find: string
  replace: string
}

/** The file with the bug in it. Throws unless the text is found exactly once. */
export function mutate(source: string, { name, file, find, replace }: Mutant): string {
  const found = source.split(find).length - 1
  if (found !== 1) throw new Error(`${name}: the text occurs ${found} times in ${file}, not once`)
  return source.replace(find, () => replace)
}
