/** Formats a change of a record as lines, one per field, with the fields' labels. */
import type { ChangedField, ChangedRecord, ReadableValue } from '#shared/ipc/history.ts'
import { fieldLabel } from '../../app/labels/field-labels.ts'
import type { Translate, TranslateCore } from '../../app/messages/index.ts'
import {
  formatClock,
  formatLength,
  formatMoney,
  formatNumber,
  formatShortDay,
} from '../../ui/format.ts'

export interface FieldLine {
  field: string
  label: string
  before: string
  after: string
}

/** Fields that an entry takes from its project: not shown for new or deleted entries. */
const takenOver = ['increment', 'rate', 'currency']
const amounts = ['rate', 'charge', 'unit_charge', 'total_cost', 'total_charge']

export function toFieldLines(
  { resource, was, fields, units }: ChangedRecord,
  t: Translate,
  translateCore?: TranslateCore,
): FieldLine[] {
  const increment = fields.find(({ field }) => field === 'increment')
  const currency = fields.find(({ field }) => field === 'currency')
  const isEntry = resource === 'time'
  const hidden = isEntry && was !== 'changed' ? takenOver : []
  const textOf = (field: ChangedField, side: 'before' | 'after'): string => {
    const step = increment?.[side] ?? units.increment
    const value = field[side]
    if (isEntry && field.field === 'quantity' && typeof step === 'number') {
      if (typeof value === 'number') return `${formatLength(value * step)} (${value} × ${step})`
    }
    return plain(field.field, value, currency?.[side] ?? units.currency, t)
  }
  return fields
    .filter(({ field }) => !hidden.includes(field))
    .map((field) => ({
      field: field.field,
      label:
        isEntry && units.increment !== null && field.field === 'quantity'
          ? t('inbox.duration')
          : fieldLabel(field.field, translateCore),
      before: textOf(field, 'before'),
      after: textOf(field, 'after'),
    }))
}

function plain(field: string, value: ReadableValue, currency: ReadableValue, t: Translate): string {
  if (value === null || value === '') return '–'
  if (typeof value === 'boolean') return t(value ? 'history.yes' : 'history.no')
  if (Array.isArray(value)) return value.join(', ') || '–'
  if (field === 'date') return formatShortDay(String(value))
  if (field === 'worked' && typeof value === 'number') return formatLength(value)
  if (field === 'start' && typeof value === 'number') return formatClock(value)
  if (amounts.includes(field) && typeof value === 'number' && typeof currency === 'string') {
    return formatMoney(value, currency)
  }
  return typeof value === 'number' && field !== 'id' ? formatNumber(value) : String(value)
}
