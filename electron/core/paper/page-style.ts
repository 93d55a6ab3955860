/** How a page looks: on wide and narrow screens, and printed, where the head is on each sheet. */
export const pageStyle = `
:root { color-scheme: light; --ink: #1c1a17; --quiet: #6b665e; --line: #e4dfd6; --faint: #f7f4ee }
* { box-sizing: border-box }
body {
  margin: 0; background: var(--faint); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  font-variant-numeric: tabular-nums; -webkit-text-size-adjust: 100%;
}
main {
  max-width: 1040px; margin: 40px auto; padding: 56px 64px 64px; background: #fff;
  border: 1px solid var(--line); border-radius: 12px;
}
p, h1, dl, dd { margin: 0 }
.kind { color: var(--quiet); font-weight: 600 }
h1 { font-size: 32px; line-height: 1.2; letter-spacing: -0.015em; overflow-wrap: anywhere }
.days { margin-top: 6px; color: var(--quiet) }
.none { margin-top: 40px; color: var(--quiet) }
.note { margin-top: 8px; color: var(--quiet); font-size: 13px }
table + .note { margin-top: 32px }
.figures { display: flex; flex-wrap: wrap; gap: 16px 48px; margin: 32px 0 36px }
dt { color: var(--quiet); font-size: 13px }
dd { font-size: 24px; font-weight: 600; line-height: 1.3; letter-spacing: -0.01em; white-space: nowrap }
table { width: 100%; border-collapse: collapse }
th, td { padding: 7px 0 7px 24px; text-align: start; vertical-align: top; font-weight: inherit }
th:first-child, td:first-child { padding-inline-start: 0 }
thead th { padding-block: 0 8px; border-bottom: 1px solid var(--ink); color: var(--quiet); font-size: 13px }
td { border-top: 1px solid var(--line) }
td.text { min-width: 7em; white-space: pre-line; overflow-wrap: anywhere }
.date, .month, .figure { white-space: nowrap }
.figure { text-align: end }
.group th { padding-top: 28px; font-size: 17px; font-weight: 600; overflow-wrap: anywhere }
.group + tr > * { border-top: 0 }
.sum > * { border-top: 1px solid var(--line); font-weight: 600 }
.sum th { color: var(--quiet); font-weight: 400 }
.total .sum > * { padding-top: 14px; border-top: 1px solid var(--ink); font-size: 17px; font-weight: 600; color: var(--ink) }
tbody + .total::before { content: ""; display: block; height: 24px }
@media (max-width: 720px) {
  body { background: #fff }
  main { margin: 0; padding: 28px 20px 40px; border: 0; border-radius: 0 }
  h1 { font-size: 26px }
  .figures { gap: 12px 32px; margin: 24px 0 }
  dd { font-size: 21px }
  table, tbody { display: block }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  tr { display: grid; grid-template-columns: 1fr auto; gap: 0 16px; padding: 9px 0; border-top: 1px solid var(--line) }
  th, td, .group th, .total .sum > * { padding: 0; border: 0 }
  td.text { grid-column: 1 / -1 }
  td.empty { display: none }
  td.date, td.month { color: var(--quiet) }
  td.figure { grid-column: 1 / -1 }
  td.main { grid-column: 2; grid-row: 1; font-weight: 600 }
  td.figure:not(.main)::before {
    content: attr(data-title) "\\00a0"; color: var(--quiet); font-weight: 400; font-size: 13px;
  }
  tr.group { padding: 24px 0 4px; border: 0 }
  .group + tr { border-top: 0 }
  .sum th { grid-column: 1; grid-row: 1 }
  .total .sum { border-top-color: var(--ink) }
}
@page { margin: 18mm 16mm }
@media print {
  body { background: none; font-size: 10pt }
  main { max-width: none; margin: 0; padding: 0; border: 0 }
  thead { display: table-header-group }
  tr { break-inside: avoid }
  .group, .total .sum { break-after: avoid }
  .sum { break-before: avoid }
}
`
