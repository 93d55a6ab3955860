/** What the rules of a write say and do where a person enters something in the app. */
import { failFields, unwrap } from '#shared/errors.ts'
import type { WritePolicy } from '../write/writer.ts'

export const personPolicy: WritePolicy = {
  missing: (noun, id) => `Can’t find ${noun} ${id}. Choose another`,
  deleted: (noun) => `This ${noun} was deleted. Choose another`,
  fromCharge: 'Set by the price list item. Remove the item to make this a one-off',
  // The whole change is rolled back.
  refuse(problems) {
    const [text] = Object.values(problems).flat()
    if (text !== undefined) unwrap(failFields('validation', text, problems))
  },
}
