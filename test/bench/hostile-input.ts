/**
 * `npm run bench -- hostile-input`: every reader of text that comes from outside, on text that is
 * made to take long. Its length is doubled until it is as long as it may be, or takes a tenth of a
 * second of processor time; then the last doubling is measured. One that takes more than twice as
 * long for twice the text is what a single request or file brings everything to a stop with.
 *
 *     --quick               some short texts for each reader: shows that everything runs, measures nothing
 *     --only <words>        readers whose name has these words
 *     --output <file>       where the figures go as JSON; bench-results-hostile-input.json unless given
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readers, type Reader } from './hostile-input/readers.ts'
import { shapes } from './hostile-input/shapes.ts'
import { aligned } from './plain-table.ts'

interface Figure {
  reader: string
  /** The shape of text that took longest. */
  shape: string
  characters: number
  milliseconds: number
  /** Time of the last doubling; null where it takes too little to tell. */
  ratio: number | null
}

/** Twice the text takes twice the time; a higher factor is noise, up to here. */
const mostRatio = 2.8
/** Milliseconds below which a doubling proves nothing. */
const fewestMilliseconds = 20
const enoughMilliseconds = 100
const shortest = 2_048
/** Where nothing is measured, each reader takes one shape of so many; together they take all. */
const fewShapes = 10

const { values: given } = parseArgs({
  args: process.argv.slice(3),
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    output: { type: 'string', default: 'bench-results-hostile-input.json' },
  },
})

/** Milliseconds of processor time. */
async function cost(reader: Reader, text: string): Promise<number> {
  const before = process.cpuUsage()
  try {
    await reader.read(text)
  } catch {
    // A refusal is as good an answer as any.
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

async function measured(reader: Reader, shape: (length: number) => string): Promise<Figure> {
  const longest = given.quick ? shortest : reader.longest
  let characters = Math.min(shortest, longest)
  let milliseconds = await cost(reader, shape(characters))
  // In steps as long as the measured times allow, even if the time grows with the square.
  while (characters < longest && milliseconds < enoughMilliseconds) {
    const step = milliseconds < enoughMilliseconds / 64 ? 8 : 2
    characters = Math.min(characters * step, longest)
    milliseconds = await cost(reader, shape(characters))
  }
  const figure = { reader: reader.name, shape: '', characters, milliseconds }
  if (given.quick || milliseconds < fewestMilliseconds) return { ...figure, ratio: null }
  // Alternating, so that both meet the same noise.
  let [half, whole] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let turn = 0; turn < 3; turn += 1) {
    half = Math.min(half, await cost(reader, shape(characters / 2)))
    whole = Math.min(whole, await cost(reader, shape(characters)))
  }
  return { ...figure, milliseconds: whole, ratio: whole / half }
}

/** Suspicious first, then slow. */
const worse = (one: Figure, other: Figure): Figure => {
  const isBad = ({ ratio }: Figure) => (ratio ?? 0) > mostRatio
  if (isBad(one) !== isBad(other)) return isBad(one) ? one : other
  return one.milliseconds / one.characters >= other.milliseconds / other.characters ? one : other
}

export async function benchHostileInput(): Promise<number> {
  const figures: Figure[] = []
  for (const [at, reader] of readers.filter(({ name }) => name.includes(given.only)).entries()) {
    let worst: Figure | undefined
    const all = shapes(reader.around)
    const some = all.filter((_, place) => place % fewShapes === at % fewShapes)
    for (const [shape, make] of given.quick ? some : all) {
      const figure = { ...(await measured(reader, make)), shape }
      worst = worst ? worse(worst, figure) : figure
    }
    if (worst) figures.push(worst)
  }
  const rows = figures.map(({ reader, shape, characters, milliseconds, ratio }) => [
    reader,
    shape,
    String(characters),
    milliseconds.toFixed(1),
    ratio === null ? '' : ratio.toFixed(1),
  ])
  const bad = figures.filter(({ ratio }) => (ratio ?? 0) > mostRatio)
  console.log(aligned([['reader', 'worst text', 'characters', 'ms', 'doubling'], ...rows]))
  console.log(
    `\n${figures.length - bad.length} of ${figures.length} readers take at most twice as long for twice the text`,
  )
  for (const { reader, shape, ratio } of bad)
    console.log(`${reader}: ${shape}, ${ratio!.toFixed(1)}`)
  writeFileSync(given.output, `${JSON.stringify(figures, null, 2)}\n`)
  return bad.length
}
