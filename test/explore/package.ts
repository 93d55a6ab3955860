/** The packages for people: made, installed and used, on Debian as root also with `apt`. */
import { runVitest } from '../support/run-vitest.ts'
import { foundIn } from './found.ts'
import type { Explored, Options, Stretch } from './options.ts'

export const explorePackage = async (_: Stretch, { files }: Options): Promise<Explored> =>
  foundIn(await runVitest(['--project=package', ...files]), 'package', 'npm run explore -- package')
