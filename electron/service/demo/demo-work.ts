/** What the studio's people do all day: notes by project and task, and what they spend. */
import type { DemoChargeName, DemoProjectCode, DemoTaskName } from './demo-organisation.ts'

type Work = readonly [DemoTaskName, string]

export const demoWork: Record<DemoProjectCode, readonly Work[]> = {
  WEB: [
    ['Design', 'Home page: hero with the morning loaves'],
    ['Design', 'Product page, phone layout'],
    ['Design', 'Checkout steps, second round'],
    ['Development', 'Order form with pick-up times'],
    ['Development', 'Image sizes for the product grid'],
    ['Development', 'Opening hours from one place'],
    ['Copywriting', 'Texts for the wedding cakes page'],
    ['Meeting', 'Review of the staging site with Priya'],
    ['Project management', 'Launch list and dates'],
  ],
  PAC: [
    ['Illustration', 'Pōhutukawa pattern for the gift boxes'],
    ['Illustration', 'Line drawings of the winter range'],
    ['Design', 'Dieline for the half-dozen box'],
    ['Design', 'Colour separations, spot green'],
    ['Research', 'Paper samples that survive steam'],
    ['Meeting', 'Press check at the printer'],
  ],
  APP: [
    ['Design', 'Booking flow: choose a time'],
    ['Design', 'Empty states and reminders'],
    ['Design', 'Larger touch targets after the test'],
    ['Development', 'Calendar component, keyboard support'],
    ['Development', 'Reminder messages, time zones'],
    ['Development', 'Fix double booking on slow networks'],
    ['Research', 'Five reception interviews'],
    ['Research', 'Usability test, notes and clips'],
    ['Meeting', 'Fortnightly with Hana'],
    ['Project management', 'Sprint plan'],
  ],
  MUS: [
    ['Design', 'Wall panel grid, gallery two'],
    ['Design', 'Floor markers for the harbour walk'],
    ['Illustration', 'Map of the wharf, 1890'],
    ['Copywriting', 'Captions, first 40 objects'],
    ['Research', 'Reading distances and type sizes on site'],
    ['Meeting', 'Site visit with Wiremu'],
  ],
  CAT: [
    ['Design', 'Spreads 80–112'],
    ['Design', 'Index and colophon'],
    ['Copywriting', 'Proofread the essays'],
    ['Project management', 'Print quotes compared'],
  ],
  BRD: [
    ['Design', 'Wordmark, third direction'],
    ['Design', 'Colour system with contrast table'],
    ['Design', 'Slide template and icon set'],
    ['Illustration', 'Current lines as a motif'],
    ['Research', 'Audit of where the old mark still stands'],
    ['Meeting', 'Steering group, route chosen'],
    ['Meeting', 'Call with Jonas about vehicle livery'],
    ['Project management', 'Roll-out plan'],
  ],
  REP: [
    ['Design', 'Chart styles for the generation pages'],
    ['Design', 'Cover studies'],
    ['Development', 'Accessible PDF: tags and reading order'],
    ['Copywriting', 'Chair’s letter, edit'],
    ['Meeting', 'Numbers walk-through with finance'],
  ],
  LOO: [
    ['Design', 'Layout of the first sixteen pages'],
    ['Design', 'Cover and spine'],
    ['Illustration', 'Fabric swatches, redrawn'],
    ['Copywriting', 'German captions, hyphenation'],
    ['Meeting', 'Video call with Frieda'],
  ],
  STU: [
    ['Administration', 'Invoices and post'],
    ['Administration', 'Backups checked, invoices filed'],
    ['Meeting', 'Monday planning'],
    ['Research', 'Type specimens and trade papers'],
    ['Project management', 'Quotes for next month'],
  ],
}

/** How often a project is chosen. */
export const demoProjectWeights: readonly DemoProjectCode[] = [
  'WEB',
  'WEB',
  'WEB',
  'APP',
  'APP',
  'APP',
  'APP',
  'MUS',
  'MUS',
  'BRD',
  'BRD',
  'BRD',
  'REP',
  'REP',
  'PAC',
  'PAC',
  'LOO',
  'LOO',
  'STU',
  'STU',
]

export type DemoSpending = {
  project: DemoProjectCode
  notes: string | null
  chargeable: boolean
} & (
  | { charge: DemoChargeName; quantity: readonly [number, number] }
  | { name: string; unit: string | null; amount: readonly [number, number]; taxed: boolean }
)

export const demoSpending: readonly DemoSpending[] = [
  {
    project: 'MUS',
    charge: 'Mileage',
    quantity: [64, 190],
    notes: 'To Helensville and back',
    chargeable: true,
  },
  {
    project: 'PAC',
    charge: 'Proof print A3',
    quantity: [4, 18],
    notes: 'Box proofs',
    chargeable: true,
  },
  { project: 'WEB', charge: 'Stock photograph', quantity: [1, 4], notes: null, chargeable: true },
  {
    project: 'APP',
    charge: 'Hosting',
    quantity: [1, 1],
    notes: 'Staging server',
    chargeable: true,
  },
  {
    project: 'BRD',
    charge: 'Typeface licence',
    quantity: [1, 2],
    notes: 'Desktop and web',
    chargeable: true,
  },
  {
    project: 'LOO',
    charge: 'Courier',
    quantity: [1, 2],
    notes: 'Swatches to Hamburg',
    chargeable: true,
  },
  {
    project: 'LOO',
    charge: 'Proof print A3',
    quantity: [6, 16],
    notes: 'Colour proofs',
    chargeable: true,
  },
  { project: 'REP', charge: 'Courier', quantity: [1, 3], notes: null, chargeable: true },
  {
    project: 'MUS',
    name: 'Ferry and parking',
    unit: null,
    amount: [1_800, 4_600],
    taxed: true,
    notes: 'Site visit',
    chargeable: true,
  },
  {
    project: 'APP',
    name: 'Interview vouchers',
    unit: 'person',
    amount: [2_000, 2_500],
    taxed: false,
    notes: 'For five receptionists',
    chargeable: true,
  },
  {
    project: 'BRD',
    name: 'Sign-writer’s sample',
    unit: 'panel',
    amount: [14_000, 26_000],
    taxed: true,
    notes: null,
    chargeable: true,
  },
  {
    project: 'STU',
    name: 'Coffee beans',
    unit: 'kg',
    amount: [3_800, 4_400],
    taxed: true,
    notes: null,
    chargeable: false,
  },
  {
    project: 'STU',
    name: 'Printer ink',
    unit: 'set',
    amount: [11_900, 13_900],
    taxed: true,
    notes: 'Large-format printer',
    chargeable: false,
  },
  {
    project: 'LOO',
    name: 'Scanner hire in Hamburg',
    unit: 'day',
    amount: [6_500, 9_000],
    taxed: false,
    notes: null,
    chargeable: true,
  },
]
