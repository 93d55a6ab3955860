/**
 * The sums that a page shows, and whether each is in its row and column. Passed to the browser as
 * text, too.
 */
import type { Look, Sum } from './seen.ts'

export function watchSums(): void {
  const { hands } = window
  const all = <Found extends Element = HTMLElement>(
    selector: string,
    within: ParentNode = document,
  ) => [...within.querySelectorAll<Found>(selector)]
  const one = (selector: string, within: ParentNode = document) =>
    within.querySelector<HTMLElement>(selector)

  /** Minutes of the first length in a text, `3:27`; 0 where there is none. */
  function minutes(element: Element | null | undefined): number {
    const text = [...(element?.childNodes ?? [])]
      .filter((node) => !(node instanceof HTMLElement && node.tagName === 'SMALL'))
      .map((node) => node.textContent)
      .join(' ')
    const found = /([-−]?)(\d+):(\d\d)/.exec(text)
    return found ? (found[1] ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3])) : 0
  }
  /** Digits of an amount, `−NZ$1,234.50`; 0 for a dash. */
  function money(text: string | null | undefined): number {
    const digits = (text ?? '').replace(/\D/g, '')
    return (/[-−]/.test(text ?? '') ? -1 : 1) * Number(digits)
  }

  function ofTimesheet(): Sum[] {
    const sheet = one('table.sheet')
    if (!sheet) return []
    const found: Sum[] = []
    const isOne = sheet.classList.contains('one')
    /** The values of a row by column; undefined for a cell that is being edited. */
    const cellsOf = (row: Element) =>
      all('td:not(.total)', row).map((cell) =>
        one('input, .typed', cell) ? undefined : minutes(one('.value', cell) ?? cell),
      )
    const sum = (parts: (number | undefined)[]) =>
      parts.includes(undefined) ? undefined : (parts as number[])
    const byColumn = (rows: (number | undefined)[][], at: number) => sum(rows.map((row) => row[at]))
    const projects: (number | undefined)[][] = []
    const projectTotals: number[] = []
    for (const body of all('tbody', sheet)) {
      const name = one('.project th', body)?.innerText.split('\n')[0] ?? ''
      const rows = all('tr:not(.project)', body)
      const cells = rows.map(cellsOf)
      const head = one('tr.project', body)!
      const heads = cellsOf(head)
      heads.forEach((shown, at) => {
        found.push({ what: `${name}, column ${at + 1}`, shown: shown!, parts: byColumn(cells, at) })
      })
      projects.push(heads)
      if (isOne) continue
      rows.forEach((row, nth) => {
        const what = `${name}, ${one('th', row)?.innerText}`
        found.push({ what, shown: minutes(one('td.total', row)), parts: sum(cells[nth]!) })
      })
      const total = minutes(one('td.total', head))
      projectTotals.push(total)
      found.push({
        what: name,
        shown: total,
        parts: rows.map((row) => minutes(one('td.total', row))),
      })
    }
    const foot = one('tfoot tr', sheet)!
    cellsOf(foot).forEach((shown, at) => {
      found.push({ what: `day total ${at + 1}`, shown: shown!, parts: byColumn(projects, at) })
    })
    if (!isOne) {
      const shown = minutes(one('td.total', foot))
      found.push({ what: 'week total', shown, parts: projectTotals })
      if (!one('input, .typed', sheet))
        found.push({ what: 'week total', shown, of: { is: 'week' } })
    }
    return found
  }

  function ofWeek(): Sum[] {
    const heads = all('.calendar .heads [data-head]')
    if (heads.length === 0) return []
    const days = heads.map((head) => ({
      date: head.dataset['head']!,
      shown: minutes(one('.total', head)),
    }))
    const sums: Sum[] = days.map(({ date, shown }) => ({
      ...{ what: `head of ${date}`, shown, of: { is: 'day', date } },
    }))
    const total = one('header.head .total b')
    if (total && (days.length === 7 || days.length === 1)) {
      const isWeek = days.length === 7 || matchMedia('(max-width: 640px)').matches
      if (days.length === 7 || !isWeek) {
        const parts = days.map(({ shown }) => shown)
        sums.push({ what: 'total in the header', shown: minutes(total), parts })
      }
    }
    return sums
  }

  function ofDay(): Sum[] {
    // Search results are of many days, and not all entries of each.
    if (one('.days .found')) return []
    const groups = all('.days .grid [role=rowgroup]:not(.passing)')
    return groups.flatMap((group): Sum[] => {
      const rows = all('[data-entry]', group)
      const entry = rows.find((row) => row.dataset['entry'] !== 'running')?.dataset['entry']
      if (entry === undefined) return []
      const of = { is: 'day', date: `of ${entry}` } as const
      const what = `total of ${group.getAttribute('aria-label')}`
      const heading = one('.heading [role=gridcell]', group)
      if (heading) return [{ what, shown: minutes(heading), of }]
      if (one('[data-entry=running]', group)) return []
      return [one('.summary .strong'), one('header.head .total')]
        .filter((place) => place !== null && place.getClientRects().length > 0)
        .map((place) => ({ what, shown: minutes(place), of }))
    })
  }

  function ofExpenses(): Sum[] {
    const parts = all('.parts section[aria-label]')
    const found = parts.flatMap((part): Sum[] => {
      const currency = part.getAttribute('aria-label')!
      const shown = money(one('.figure', part)?.textContent)
      const column = (nth: number) => ({
        shown: money(one(`tfoot td:nth-child(${nth})`, part)?.textContent),
        parts: all(`tbody td:nth-child(${nth})`, part).map((cell) => money(cell.textContent)),
      })
      return [
        { what: `${currency} charged`, ...column(2) },
        { what: `${currency} cost`, ...column(3) },
        { what: `${currency} in all`, shown, parts: [column(2).shown] },
        // All expenses, and searched ones, are requested in another way.
        ...(one('.grid.dated')
          ? []
          : [{ what: `${currency} in all`, shown, of: { is: 'expenses', currency } as const }]),
      ]
    })
    const bar = one('.sums:not(.selecting)')
    if (bar && parts.length > 0) {
      const amounts = all('.sum b', bar).map((amount) => money(amount.textContent))
      found.push({
        what: 'charged, below the list',
        shown: amounts.reduce((sum, amount) => sum + amount, 0),
        parts: all('.figure').map((figure) => money(figure.textContent)),
      })
    }
    return found
  }

  function ofReport(): Sum[] {
    const table = one('.report-table table')
    if (!table || one('.report-table .rest')) return []
    const asked = hands.asked['reports.show']?.at(-1) as { by?: string } | undefined
    // A task may be in several categories, where rows overlap.
    if (asked?.by === 'category') return []
    const foot = one('tfoot tr', table)!
    const rows = all('tbody tr', table)
    const shown = minutes(foot.children[1])
    const found: Sum[] = [
      { what: 'hours', shown, parts: rows.map((row) => minutes(row.children[1])) },
      { what: 'hours', shown, of: { is: 'report' } },
      { what: 'hours at the top', shown: minutes(one('.headline .large')), parts: [shown] },
    ]
    for (let at = 3; at < foot.children.length; at++) {
      const amounts = (row: Element) =>
        all('.amount', row.children[at]).map((amount) => money(amount.textContent))
      found.push({
        what: `column ${at + 1}`,
        shown: amounts(foot).reduce((sum, amount) => sum + amount, 0),
        parts: rows.flatMap(amounts),
      })
    }
    return found
  }

  hands.sums = () => {
    const path = location.hash.slice(1).split('?')[0]
    switch (path) {
      case '/':
        return ofDay()
      case '/week':
        return ofWeek()
      case '/timesheet':
        return ofTimesheet()
      case '/expenses':
        return ofExpenses()
      case '/reports':
        return ofReport()
      default:
        return []
    }
  }

  /** Elements that appear over the page for a moment and disappear again. */
  const layer = 'dialog, [data-layer], [popover], [role=dialog], .toast, .panel.over, .told, .tip'

  /** A header that is on screen, with a cell of another row beside it: the wrong number. */
  hands.crossed = () => {
    const found: string[] = []
    for (const row of all('[role=row], table tr')) {
      const header = one('th[scope=row], [role=rowheader]', row)
      if (!header) continue
      const box = header.getBoundingClientRect()
      const y = (box.top + box.bottom) / 2
      const middle = (Math.max(0, box.left) + Math.min(innerWidth, box.right)) / 2
      if (y < 0 || y > innerHeight || box.height === 0) continue
      if (!header.contains(document.elementFromPoint(middle, y))) continue
      for (const cell of row.children) {
        if (cell === header || !cell.textContent?.trim()) continue
        const at = cell.getBoundingClientRect()
        const x = (at.left + at.right) / 2
        if (x < 0 || x > innerWidth || at.width === 0) continue
        const hit = document.elementFromPoint(x, y)
        const other = hit?.closest('[role=row], tr')
        if (!hit || hit.closest(layer) || row.contains(hit) || !other?.textContent?.trim()) continue
        if (other.closest('[role=grid], table') !== row.closest('[role=grid], table')) continue
        // A cell that scrolls away under a sticky header is another column of the same line.
        found.push(
          `in line with “${header.innerText.replace(/\s+/g, ' ')}” stands ` +
            `“${hit.textContent?.replace(/\s+/g, ' ').trim().slice(0, 20)}” of ` +
            `“${one('th, [role=rowheader]', other)?.innerText.replace(/\s+/g, ' ') ?? 'another row'}”`,
        )
        break
      }
    }
    return found
  }

  function undoButton() {
    const button = one('.toast button')
    const box = button?.getBoundingClientRect()
    const at = box && { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }
    return at && button?.contains(document.elementFromPoint(at.x, at.y)) ? at : undefined
  }

  hands.look = async (): Promise<Look> => {
    await hands.quiet()
    return {
      path: location.hash.slice(1) || '/',
      width: innerWidth,
      height: innerHeight,
      offers: hands.offers(),
      fields: hands.fields(),
      focus: hands.focus(),
      chosen: hands.chosen(),
      undo: undoButton(),
      inHand: one('[data-draft], .popover, .dragging') !== null,
      crossed: hands.crossed(),
      asked: hands.asked,
      broken: hands.broken,
      sums: hands.sums(),
    }
  }
}
