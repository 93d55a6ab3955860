import { chargeSortKeys, type Charge } from '#shared/resources/charge.ts'
import { referenceValues } from '#shared/rules/concurrent-edits.ts'
import { amountText, currencyHelp } from '../amount-flags.ts'
import { referenceCommand } from '../reference-command.ts'
import { t } from '../language.ts'

const priceOf = ({ charge, currency, unit }: Charge): string =>
  `${amountText(charge, currency)}${unit === '' ? '' : ` / ${unit}`}`

export const chargesCommand = referenceCommand<Charge>({
  one: 'charge',
  sortKeys: chargeSortKeys,
  fields: [
    { flag: 'name', help: 'TEXT', takes: 'text' },
    { flag: 'charge', help: 'AMOUNT             unit price', takes: 'amount' },
    { flag: 'unit', help: 'TEXT', takes: 'text' },
    { flag: 'currency', help: currencyHelp, takes: 'text' },
  ],
  columns: () => [
    { title: t('Name'), value: ({ name }) => name, flexible: true },
    { title: t('Unit price'), value: priceOf, align: 'right' },
  ],
  line: (charge) => `${charge.name}, ${priceOf(charge)}`,
  list: (client, input) => client.call('charges.list', input),
  show: (client, local) => client.call('charges.show', { local }),
  add: (client, input) => client.call('charges.add', input as never),
  values: referenceValues.charge,
  update: (client, edit) => client.call('charges.update', edit),
  remove: (client, local) => client.call('charges.delete', { local }),
})
