/**
 * The demo organisation: a small design studio in Wellington, with its clients, projects and tasks.
 */
import type { Address } from '#shared/resources/client.ts'

export const demoOrganisation = 'Fernwood Studio'

/** The first user is the owner, to whom the demo's token belongs. */
export const demoUsers = [
  { name: 'Mara Quinlan', email: 'mara@fernwood.example', owner: true },
  { name: 'Teo Fale', email: 'teo@fernwood.example', owner: false },
  { name: 'Isla Brandt', email: 'isla@fernwood.example', owner: false },
] as const

const address = (street: string, suburb: string | null, city: string, postal: string): Address => ({
  street,
  street_2: null,
  suburb,
  city,
  state: null,
  postal,
  country: 'New Zealand',
})

const box = (number: number, city: string, postal: string): Address =>
  address(`PO Box ${number}`, null, city, postal)

export const demoClients = [
  {
    code: 'HLB',
    name: 'Harbour Lane Bakery',
    phone: '+64 4 555 0142',
    contact: { name: 'Priya Raman', email: 'priya@harbourlane.example', mobile: '+64 21 555 014' },
    address: address('18 Harbour Lane', 'Te Aro', 'Wellington', '6011'),
    postal: address('18 Harbour Lane', 'Te Aro', 'Wellington', '6011'),
  },
  {
    code: 'TSD',
    name: 'Tūī Street Dental',
    phone: '+64 4 555 0177',
    contact: { name: 'Dr Hana Morris', email: 'hana@tuistreet.example', mobile: null },
    address: {
      ...address('4 Tūī Street', 'Newtown', 'Wellington', '6021'),
      street_2: 'First floor',
    },
    postal: box(14210, 'Wellington', '6241'),
  },
  {
    code: 'KCM',
    name: 'Kaipara Coast Museum',
    phone: '+64 9 555 0190',
    contact: { name: 'Wiremu Tait', email: 'w.tait@kaiparamuseum.example', mobile: null },
    address: address('77 Wharf Road', null, 'Helensville', '0800'),
    postal: box(92, 'Helensville', '0840'),
  },
  {
    code: 'PCE',
    name: 'Pacific Current Energy',
    phone: '+64 9 555 0133',
    contact: {
      name: 'Jonas Whitcombe',
      email: 'jonas@pacificcurrent.example',
      mobile: '+64 27 555 021',
    },
    address: {
      ...address('120 Customs Street West', 'CBD', 'Auckland', '1010'),
      street_2: 'Level 9',
    },
    postal: box(5560, 'Auckland', '1141'),
  },
  {
    code: 'ATM',
    name: 'Atelier Morgenrot',
    phone: '+49 40 555 0110',
    contact: { name: 'Frieda Lenz', email: 'lenz@morgenrot.example', mobile: null },
    address: {
      ...address('Deichweg 21', 'Altona', 'Hamburg', '22767'),
      country: 'Germany',
    },
    postal: {
      ...address('Deichweg 21', 'Altona', 'Hamburg', '22767'),
      country: 'Germany',
    },
  },
] as const

/** Rates in the smallest unit per hour. `client` is a client's code; absent for the studio's own. */
export const demoProjects = [
  {
    code: 'WEB',
    name: 'Bakery website',
    description: 'Shop with pick-up orders, on the bakery’s own domain',
    client: 'HLB',
    increment: 15,
    rate: 14_000,
  },
  {
    code: 'PAC',
    name: 'Seasonal packaging',
    description: 'Boxes and bags for winter and for Matariki',
    client: 'HLB',
    increment: 15,
    rate: 12_500,
  },
  {
    code: 'APP',
    name: 'Appointments app',
    description: 'Appointments and reminders, for patients and the front desk',
    client: 'TSD',
    increment: 6,
    rate: 16_500,
    budget: 18_000,
    budget_type: 'minutes',
  },
  {
    code: 'MUS',
    name: 'Exhibition wayfinding',
    description: 'Signs, maps and captions for galleries two and three',
    client: 'KCM',
    increment: 15,
    rate: 13_000,
  },
  {
    code: 'CAT',
    name: 'Collection catalogue',
    description: 'The museum’s collection in 160 pages',
    client: 'KCM',
    increment: 15,
    rate: 12_000,
    status: 'complete',
  },
  {
    code: 'BRD',
    name: 'Brand refresh',
    description: 'New mark, colours and templates, with the roll-out',
    client: 'PCE',
    increment: 6,
    rate: 17_500,
  },
  {
    code: 'REP',
    name: 'Annual report',
    description: 'Report for shareholders, in print and as accessible PDF',
    client: 'PCE',
    increment: 15,
    rate: 15_000,
    budget: 2_400_000,
    budget_type: 'money',
  },
  {
    code: 'LOO',
    name: 'Spring lookbook',
    description: '64 pages, German and English',
    client: 'ATM',
    increment: 15,
    rate: 9_500,
    currency: 'EUR',
  },
  {
    code: 'STU',
    name: 'Studio',
    description: 'Our own work: planning, post, learning',
    increment: 15,
    rate: 0,
  },
] as const satisfies readonly DemoProject[]

export interface DemoProject {
  code: string
  name: string
  description: string
  client?: string
  increment: number
  rate: number
  currency?: string
  budget?: number
  budget_type?: 'money' | 'minutes'
  status?: 'complete'
}

export type DemoProjectCode = (typeof demoProjects)[number]['code']

export const demoTasks = [
  'Design',
  'Development',
  'Illustration',
  'Copywriting',
  'Research',
  'Meeting',
  'Project management',
  'Administration',
] as const
export type DemoTaskName = (typeof demoTasks)[number]

export const demoCharges = [
  { name: 'Mileage', charge: 95, unit: 'km', currency: 'NZD' },
  { name: 'Courier', charge: 1_250, unit: 'parcel', currency: 'NZD' },
  { name: 'Proof print A3', charge: 450, unit: 'sheet', currency: 'NZD' },
  { name: 'Stock photograph', charge: 3_500, unit: 'image', currency: 'NZD' },
  { name: 'Typeface licence', charge: 18_000, unit: 'licence', currency: 'NZD' },
  { name: 'Hosting', charge: 2_900, unit: 'month', currency: 'NZD' },
] as const
export type DemoChargeName = (typeof demoCharges)[number]['name']

export const demoCategories: readonly {
  name: string
  tasks: readonly DemoTaskName[]
  charges: readonly DemoChargeName[]
}[] = [
  {
    name: 'Production',
    tasks: ['Design', 'Development', 'Illustration', 'Copywriting'],
    charges: [],
  },
  { name: 'Client work', tasks: ['Meeting', 'Project management'], charges: [] },
  { name: 'Research', tasks: ['Research'], charges: ['Stock photograph'] },
  { name: 'Print and proofs', tasks: [], charges: ['Proof print A3', 'Courier'] },
  { name: 'Travel', tasks: ['Meeting'], charges: ['Mileage'] },
  { name: 'Licences and hosting', tasks: [], charges: ['Typeface licence', 'Hosting'] },
  { name: 'Studio admin', tasks: ['Administration'], charges: [] },
]

/** Units of `to` for one unit of `from`, decimal text. */
export const demoRates = [
  { from: 'NZD', to: 'EUR', value: '0.55' },
  { from: 'EUR', to: 'NZD', value: '1.82' },
] as const

export const demoWebhooks = [
  {
    uri: 'https://invoices.fernwood.example/hooks/entries',
    events: ['times.created', 'times.updated', 'times.deleted', 'expenses.created'],
  },
  {
    uri: 'https://board.fernwood.example/hooks/categories',
    events: ['categories.created', 'categories.updated', 'categories.deleted'],
  },
] as const
