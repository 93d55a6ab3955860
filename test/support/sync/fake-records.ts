/** Expenses, categories and webhooks of the service in memory (specification, Endpoints). */

export interface ServiceExpense {
  id: number
  project_id: number
  charge_id: number | null
  date: string
  name: string
  quantity: number
  unit_charge: number
  unit: string | null
  total_cost: number
  tax: string
  tax_rate: number
  currency: string
  chargeable: boolean
  notes: string | null
  created_at: string
  updated_at: string
}

export interface ServiceCategory {
  id: number
  name: string
  tasks: number[]
  charges: number[]
  deleted_at: string | null
  created_at: string
  updated_at: string
}

export interface ServiceWebhook {
  id: number
  uri: string
  events: string[]
  created_at: string
  updated_at: string
}

export interface FakeRecords {
  expenses: Map<number, ServiceExpense>
  /** Archived ones too. */
  categories: Map<number, ServiceCategory>
  webhooks: Map<number, ServiceWebhook>
  charges: Map<number, { id: number; name: string; charge: number; unit: string }>
  /** How many expenses and categories were ever made by POST. */
  made: { expenses: number; categories: number }
  /** As someone else does it. */
  addExpense(expense: Partial<ServiceExpense>): ServiceExpense
  changeExpense(id: number, set: Partial<ServiceExpense>): void
  addCategory(category: Partial<ServiceCategory>): ServiceCategory
  changeCategory(id: number, set: Partial<ServiceCategory>): void
  addWebhook(uri: string): ServiceWebhook
  /** Answers a request for one of these, or undefined for any other. */
  handle(
    method: string,
    path: string,
    url: URL,
    body: Body,
  ): { status: number; body: unknown } | undefined
}

type Body = Record<string, unknown>

interface World {
  stamp(): string
  nextId(): number
  validate(body: Body): Record<string, string[]> | null
}

export function recordsOf({ stamp, nextId, validate }: World): FakeRecords {
  const made = { expenses: 0, categories: 0 }
  const expenses = new Map<number, ServiceExpense>()
  const categories = new Map<number, ServiceCategory>()
  const webhooks = new Map<number, ServiceWebhook>()
  const charges: FakeRecords['charges'] = new Map([
    [1, { id: 1, name: 'Train', charge: 2500, unit: 'trip' }],
    [2, { id: 2, name: 'Prints', charge: 40, unit: 'sheet' }],
  ])

  function insertExpense(body: Body): ServiceExpense {
    const charge =
      (body.charge_id ?? null) === null ? undefined : charges.get(body.charge_id as number)
    const expense: ServiceExpense = {
      id: nextId(),
      project_id: body.project_id as number,
      charge_id: charge?.id ?? null,
      date: body.date as string,
      name: charge?.name ?? String(body.name ?? '').trim(),
      quantity: (body.quantity as number | undefined) ?? 1,
      unit_charge: charge?.charge ?? (body.unit_charge as number | undefined) ?? 0,
      unit: charge?.unit ?? blank(body.unit),
      total_cost: (body.total_cost as number | undefined) ?? 0,
      tax: (body.tax as string | undefined) ?? 'none',
      tax_rate: (body.tax_rate as number | undefined) ?? 0,
      currency: (body.currency as string | undefined) ?? 'EUR',
      chargeable: Boolean(body.chargeable),
      notes: blank(body.notes),
      created_at: stamp(),
      updated_at: stamp(),
    }
    expenses.set(expense.id, expense)
    return expense
  }

  function createExpense(body: Body): Answered {
    const oneOff = (body.charge_id ?? null) === null
    const missing = [
      ...['project_id', 'date', 'chargeable'],
      ...(oneOff ? ['name', 'unit_charge'] : ['quantity']),
      ...(body.total_cost === undefined ? [] : ['tax', 'tax_rate', 'currency']),
    ].filter((field) => body[field] === undefined)
    if (typeof body.chargeable !== 'boolean') missing.push('chargeable')
    const errors = errorsOf(missing) ?? validate(body)
    if (errors) return refused(errors)
    made.expenses++
    return { status: 201, body: { success: true, expense: expenseBody(insertExpense(body)) } }
  }

  function updateExpense(expense: ServiceExpense, body: Body): Answered {
    const next = { ...expense, ...body, updated_at: stamp() }
    const keepsCharge = body.charge_id === undefined && expense.charge_id !== null
    const oneOff = ['name', 'unit', 'unit_charge'].filter((field) => body[field] !== undefined)
    const errors =
      keepsCharge && oneOff.length > 0
        ? Object.fromEntries(oneOff.map((field) => [field, ['is the charge’s']]))
        : validate({ ...expense, ...body })
    if (errors) return refused(errors)
    const charge = next.charge_id === null ? undefined : charges.get(next.charge_id)
    if (charge)
      Object.assign(next, { name: charge.name, unit_charge: charge.charge, unit: charge.unit })
    next.notes = blank(next.notes)
    next.unit = blank(next.unit)
    expenses.set(next.id, next)
    return { status: 200, body: { success: true, expense: expenseBody(next) } }
  }

  const expenseBody = ({ project_id, charge_id, ...expense }: ServiceExpense) => ({
    ...expense,
    chargeable: expense.chargeable ? 1 : 0,
    total_charge: expense.quantity * expense.unit_charge,
    original_total_charge: expense.quantity * expense.unit_charge,
    original_unit_charge: expense.unit_charge,
    original_currency: 'EUR',
    exchange_rate: 1,
    charge:
      charge_id === null
        ? null
        : { ...charges.get(charge_id)!, currency: 'EUR', ...dated, deleted: false },
    project: {
      id: project_id,
      name: `Project ${project_id}`,
      code: `P${project_id}`,
      status: 'incomplete',
      type: 'client',
      currency: 'EUR',
      deleted: false,
    },
  })

  const active = () => [...categories.values()].filter((one) => one.deleted_at === null)

  function createCategory(body: Body): Answered {
    const name = String(body.name ?? '').trim()
    const taken = [...categories.values()].some((one) => same(one.name, name))
    const errors =
      errorsOf(body.name === undefined ? ['name'] : []) ??
      (taken ? { name: ['has been taken'] } : validate(body))
    if (errors) return refused(errors)
    made.categories++
    const category = addCategory({ ...body, name })
    return { status: 201, body: { success: true, category: categoryBody(category) } }
  }

  function addCategory(category: Partial<ServiceCategory>): ServiceCategory {
    const whole: ServiceCategory = {
      name: 'Design work',
      tasks: [],
      charges: [],
      ...category,
      id: nextId(),
      deleted_at: null,
      created_at: stamp(),
      updated_at: stamp(),
    }
    categories.set(whole.id, whole)
    return whole
  }

  function updateCategory(category: ServiceCategory, body: Body): Answered {
    const taken = active().some(
      (one) => one.id !== category.id && same(one.name, String(body.name)),
    )
    const errors = body.name !== undefined && taken ? { name: ['has been taken'] } : validate(body)
    if (errors) return refused(errors)
    const next = { ...category, ...body, updated_at: stamp() }
    categories.set(next.id, next)
    return { status: 200, body: { success: true, category: categoryBody(next) } }
  }

  const categoryBody = (category: ServiceCategory) => ({
    ...category,
    deleted: category.deleted_at !== null,
  })

  const categoryRow = ({ tasks, charges, ...category }: ServiceCategory) => ({
    ...category,
    deleted: false,
    tasks_count: tasks.length,
    charges_count: charges.length,
  })

  function handleExpense(method: string, id: number, body: Body): Answered {
    const expense = expenses.get(id)
    if (!expense) return notFound
    if (method === 'GET') return { status: 200, body: expenseBody(expense) }
    if (method === 'PUT') return updateExpense(expense, body)
    expenses.delete(id)
    return { status: 200, body: { success: true, expense: expenseBody(expense) } }
  }

  function handleCategory(method: string, id: number, body: Body): Answered {
    const category = categories.get(id)
    if (!category || category.deleted_at !== null) return notFound
    if (method === 'GET') return { status: 200, body: { ...categoryBody(category), projects: [] } }
    if (method === 'PUT') return updateCategory(category, body)
    const archived = { ...category, deleted_at: stamp() }
    categories.set(id, archived)
    return { status: 200, body: { success: true, category: categoryBody(archived) } }
  }

  return {
    expenses,
    categories,
    webhooks,
    charges,
    made,
    addExpense: (expense) => insertExpense({ ...sample, ...expense }),
    changeExpense(id, set) {
      expenses.set(id, { ...expenses.get(id)!, ...set, updated_at: stamp() })
    },
    addCategory,
    changeCategory(id, set) {
      categories.set(id, { ...categories.get(id)!, ...set, updated_at: stamp() })
    },
    addWebhook(uri) {
      const dates = { created_at: stamp(), updated_at: stamp() }
      const webhook = { id: nextId(), uri, events: ['times.created'], ...dates }
      webhooks.set(webhook.id, webhook)
      return webhook
    },
    handle(method, path, url, body) {
      const [, list, id] = /^\/(expenses|categories|webhooks)(?:\/(\d+))?$/.exec(path) ?? []
      if (list === undefined) return undefined
      if (id === undefined && method === 'GET') {
        const key = url.searchParams.get('sortKey') ?? 'date'
        const sign = url.searchParams.get('sortAsc') === '1' ? 1 : -1
        if (list === 'expenses') {
          const by = (one: ServiceExpense) => one[key === 'updated_at' ? 'updated_at' : 'date']
          const rows = [...expenses.values()].toSorted((one, other) =>
            by(one) === by(other) ? sign * (one.id - other.id) : by(one) < by(other) ? -sign : sign,
          )
          return page(url, rows.map(expenseBody))
        }
        if (list === 'webhooks') return page(url, [...webhooks.values()])
        const rows = active().toSorted((one, other) => (one.name < other.name ? -1 : 1))
        return page(url, rows.map(categoryRow))
      }
      if (id === undefined) return list === 'expenses' ? createExpense(body) : createCategory(body)
      return list === 'expenses'
        ? handleExpense(method, Number(id), body)
        : handleCategory(method, Number(id), body)
    },
  }
}

interface Answered {
  status: number
  body: unknown
}

const sample = {
  project_id: 1,
  date: '2026-11-19',
  name: 'Lunch',
  unit_charge: 1200,
  chargeable: true,
}

const dated = { created_at: '2026-01-01 00:00:00', updated_at: '2026-01-01 00:00:00' }
const notFound: Answered = { status: 404, body: { message: 'Not found.' } }

const refused = (errors: Record<string, string[]>): Answered => ({
  status: 422,
  body: { message: 'The given data was not valid.', errors },
})

const errorsOf = (missing: readonly string[]): Record<string, string[]> | null =>
  missing.length === 0 ? null : Object.fromEntries(missing.map((one) => [one, ['is required']]))

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

function blank(text: unknown): string | null {
  const trimmed = typeof text === 'string' ? text.trim() : ''
  return trimmed === '' ? null : trimmed
}

function page(url: URL, all: readonly unknown[]): Answered {
  const limit = Number(url.searchParams.get('limit') ?? 15)
  const current = Number(url.searchParams.get('page') ?? 1)
  const body = {
    current_page: current,
    data: all.slice((current - 1) * limit, current * limit),
    from: null,
    to: null,
    last_page: Math.ceil(all.length / limit),
    next_page_url: null,
    prev_page_url: null,
    path: '',
    per_page: limit,
    total: all.length,
  }
  return { status: 200, body }
}
