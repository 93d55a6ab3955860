import { clientSortKeys, type Client } from '#shared/resources/client.ts'
import { referenceValues } from '#shared/rules/concurrent-edits.ts'
import { referenceCommand, type ReferenceFlag } from '../reference-command.ts'
import { t } from '../language.ts'

const addressParts = ['street', 'street_2', 'suburb', 'city', 'state', 'postal', 'country'] as const

const addressFields = (field: 'address' | 'postal'): ReferenceFlag[] =>
  addressParts.map((part) => ({
    flag: `${field}-${part.replace('_', '-')}`,
    help: 'TEXT',
    takes: 'text',
    path: [field, part],
  }))

export const clientsCommand = referenceCommand<Client>({
  one: 'client',
  sortKeys: clientSortKeys,
  fields: [
    { flag: 'name', help: 'TEXT', takes: 'text' },
    { flag: 'code', help: 'TEXT', takes: 'text' },
    { flag: 'phone', help: 'TEXT|none', takes: 'nullable text' },
    { flag: 'fax', help: 'TEXT|none', takes: 'nullable text' },
    { flag: 'contact-name', help: 'TEXT', takes: 'text', path: ['contact', 'name'] },
    { flag: 'contact-email', help: 'TEXT', takes: 'text', path: ['contact', 'email'] },
    { flag: 'contact-phone', help: 'TEXT', takes: 'text', path: ['contact', 'phone'] },
    { flag: 'contact-mobile', help: 'TEXT', takes: 'text', path: ['contact', 'mobile'] },
    ...addressFields('address'),
    ...addressFields('postal'),
  ],
  columns: () => [
    { title: t('Code'), value: ({ code }) => code, flexible: true },
    { title: t('Name'), value: ({ name }) => name, flexible: true },
    { title: t('Contact'), value: ({ contact }) => contact?.email ?? '', flexible: true },
  ],
  line: ({ name, code, contact, phone }) =>
    [name, code, contact?.name, contact?.email, phone].filter(Boolean).join(', '),
  list: (client, input) => client.call('clients.list', input),
  show: (client, local) => client.call('clients.show', { local }),
  add: (client, input) => client.call('clients.add', input as never),
  values: referenceValues.client,
  update: (client, edit) => client.call('clients.update', edit),
  remove: (client, local) => client.call('clients.delete', { local }),
})
