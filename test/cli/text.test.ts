import { describe, expect, it } from 'vitest'
import { exitCodeOf } from '../../electron/cli/exit-code.ts'
import {
  toSingleLine,
  withoutControls,
  renderTable,
  displayWidth,
} from '../../electron/cli/terminal-table.ts'

describe('table', () => {
  const columns = [
    { title: 'Id', value: (row: { id: number }) => String(row.id), align: 'right' as const },
    { title: 'Name', value: (row: { name: string }) => row.name, flexible: true },
    { title: 'Notes', value: (row: { notes: string }) => row.notes, flexible: true },
  ]
  const rows = [
    { id: 7, name: 'Web shop', notes: 'a long note about the prices of everything' },
    { id: 12, name: '設計', notes: '🎉 done' },
  ]

  it('gives every column the width that it needs', () => {
    expect(renderTable(rows, columns, Number.POSITIVE_INFINITY).split('\n')).toEqual([
      'Id  Name      Notes',
      ' 7  Web shop  a long note about the prices of everything',
      '12  設計      🎉 done',
    ])
  })

  it('cuts the last flexible columns first to fit the terminal', () => {
    expect(renderTable(rows, columns, 30).split('\n')[1]).toBe(' 7  Web shop  a long note abo…')
    for (const line of renderTable(rows, columns, 20).split('\n')) {
      expect(line.length).toBeLessThanOrEqual(20)
    }
  })

  it('takes more rows than a function takes arguments', () => {
    const many = Array.from({ length: 130_000 }, (_, id) => ({ id }))
    const table = renderTable(many, [{ title: 'Id', value: ({ id }) => String(id) }], 80)
    expect(table.split('\n').at(-1)).toBe('129999')
  })

  it('prints records one below the other where a terminal is too narrow for any table', () => {
    expect(renderTable(rows, columns, 15).split('\n')).toEqual([
      ...['7', '  Name: Web shop', '  Notes: a long note about the prices of everything'],
      ...['12', '  Name: 設計', '  Notes: 🎉 done'],
    ])
    const mark = { title: '', value: ({ id }: { id: number }) => (id === 7 ? '*' : '') }
    expect(renderTable(rows, [mark, ...columns], 15).split('\n')[0]).toBe('* 7')
  })

  it('counts flags, rare characters and letters put together as terminals do', () => {
    expect(['🇩🇪', '𠮷野家', '\u1112\u1161\u11ab', 'e\u0301', '👍'].map(displayWidth)).toEqual([
      2, 6, 2, 1, 2,
    ])
  })

  it('lets no text move the cursor or begin a line', () => {
    expect(toSingleLine('a\n\u001B[2Jb\u0085c\td')).toBe('a [2Jb c d')
  })

  it('keeps the lines and tabs of a text, and nothing else that controls a terminal', () => {
    expect(withoutControls('a\r\nb\tc\u001B]0;title\u0007\u009B31m\rd\u202Ee')).toBe(
      'a\nb\tc ]0;title  31m d e',
    )
  })
})

it('distinguishes what may work later from what will not', () => {
  expect(exitCodeOf('validation')).toBe(1)
  expect(exitCodeOf('unauthenticated')).toBe(1)
  expect(exitCodeOf('usage')).toBe(2)
  expect(exitCodeOf('offline')).toBe(3)
  expect(exitCodeOf('service')).toBe(3)
  expect(exitCodeOf('database')).toBe(4)
})
