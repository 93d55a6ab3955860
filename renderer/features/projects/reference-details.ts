/** Read-only details of a record: pairs of a label and a text. */
import type { Address } from '#shared/resources/client.ts'
import type { Translate } from '../../app/messages/index.ts'
import { formatDay, formatLength, formatMoney } from '../../ui/format.ts'
import type { ReferenceListItem } from './reference-lists.ts'

export interface ReferenceDetail {
  label: string
  text: string
}

const addressText = (address: Address | null): string =>
  address
    ? [
        address.street,
        address.street_2,
        address.suburb,
        [address.postal, address.city].filter(Boolean).join(' '),
        address.state,
        address.country,
      ]
        .filter(Boolean)
        .join('\n')
    : ''

const withText = (details: ReferenceDetail[]): ReferenceDetail[] =>
  details.filter(({ text }) => text !== '')

/** The form's fields, for people who cannot change them. */
export function readonlyDetails(listed: ReferenceListItem, t: Translate): ReferenceDetail[] {
  switch (listed.kind) {
    case 'projects': {
      const { code, type, client, increment, rate, currency, status } = listed.record
      return withText([
        { label: t('references.code'), text: code },
        {
          label: t('references.client'),
          text:
            type === 'internal'
              ? t('references.internal')
              : (client?.name ?? t('references.noClient')),
        },
        {
          label: t('references.increment'),
          text: t('project.increment', { minutes: increment }),
        },
        {
          label: t('references.columns.rate'),
          text: rate === 0 ? '' : formatMoney(rate, currency),
        },
        { label: t('references.currency'), text: rate === 0 ? (currency ?? '') : '' },
        {
          label: t('references.status'),
          text: t(status === 'complete' ? 'references.complete' : 'references.open'),
        },
      ])
    }
    case 'clients': {
      const { code, phone, contact } = listed.record
      return withText([
        { label: t('references.code'), text: code },
        { label: t('references.phone'), text: phone ?? '' },
        {
          label: t('references.contact'),
          text: contact ? [contact.name, contact.email].filter(Boolean).join('\n') : '',
        },
      ])
    }
    case 'charges': {
      const { charge, currency, unit } = listed.record
      return withText([
        { label: t('references.amount'), text: formatMoney(charge, currency) },
        { label: t('references.unit'), text: unit },
      ])
    }
    case 'people': {
      const { email, email_2, owner } = listed.record
      return withText([
        {
          label: t('references.email'),
          text: [email, email_2].filter(Boolean).join('\n'),
        },
        {
          label: t('references.columns.role'),
          text: t(owner ? 'references.owner' : 'references.member'),
        },
      ])
    }
    case 'tasks':
      return []
  }
}

/** Details that the form does not contain. */
export function furtherDetails(
  listed: ReferenceListItem,
  t: Translate,
  today: string,
): ReferenceDetail[] {
  const number = {
    label: t('references.number'),
    text: listed.record.id === null ? '' : String(listed.record.id),
  }
  if (listed.kind === 'projects') {
    const { description, budget, budget_type, currency, start_date, end_date } = listed.record
    const amount = budget === null ? '' : formatMoney(budget, currency)
    return withText([
      { label: t('references.description'), text: description },
      {
        label: t('references.budget'),
        text: budget !== null && budget_type === 'minutes' ? formatLength(budget) : amount,
      },
      {
        label: t('references.dates'),
        text: [start_date, end_date]
          .map((date) => (date ? formatDay(date, today) : ''))
          .filter(Boolean)
          .join(' – '),
      },
      number,
    ])
  }
  if (listed.kind === 'clients') {
    const { address, postal } = listed.record
    const [home, post] = [addressText(address), addressText(postal)]
    return withText([
      { label: t('references.address'), text: home },
      { label: t('references.postal'), text: post === home ? '' : post },
      number,
    ])
  }
  return withText([number])
}
