/** The reference page's stylesheet, served as a file of its own: the page allows no other. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --page: light-dark(#fefefd, #1b1b19);
  --side: light-dark(#f6f5f1, #151513);
  --well: light-dark(#f8f7f4, #151513);
  --line: light-dark(#e8e6e0, #2d2c29);
  --faint: light-dark(#f1efea, #242421);
  --ink: light-dark(#1c1b18, #ebe9e3);
  --ink-2: light-dark(#514e47, #b8b4aa);
  --ink-3: light-dark(#69655c, #9b968d);
  --accent: light-dark(#0b6a51, #5bcaa7);
  --accent-soft: light-dark(#e2f1ea, #17322a);
  --focus: light-dark(#0c7459, #4fc7a2);
  --blue: light-dark(#1f4d9c, #abc8fa);
  --blue-soft: light-dark(#e7eefb, #1f2a3e);
  --ochre: light-dark(#6d5006, #ecd087);
  --ochre-soft: light-dark(#f9f1da, #322913);
  --red: light-dark(#a9241c, #f39a92);
  --red-soft: light-dark(#fcedeb, #391f1c);
  --plum: light-dark(#74308a, #dfb5ee);
  --sans: -apple-system, 'Segoe UI Variable Text', 'Segoe UI', Inter, Cantarell, Ubuntu,
    'Noto Sans', 'Liberation Sans', system-ui, sans-serif;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', 'Ubuntu Mono', 'Noto Sans Mono',
    'Liberation Mono', monospace;
}
* { box-sizing: border-box; }
html { scroll-padding-top: 24px; }
body {
  margin: 0;
  background: var(--page);
  color: var(--ink);
  font: 14px/22px var(--sans);
  display: grid;
  grid-template-columns: 248px minmax(0, 1fr);
  overflow-wrap: break-word;
}
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
h1, h2, h3, h4 { margin: 0; font-weight: 600; letter-spacing: -0.01em; text-wrap: balance; }
p { margin: 0 0 12px; max-width: 68ch; text-wrap: pretty; }
code { font: 12.5px/20px var(--mono); }
i { font-style: normal; color: var(--ink-3); font-weight: 400; }

.skip { position: absolute; left: -999px; }
.skip:focus { left: 12px; top: 8px; z-index: 1; padding: 4px 8px; background: var(--page); }

nav {
  position: sticky;
  top: 0;
  height: 100vh;
  overflow-y: auto;
  padding: 24px 12px 40px;
  background: var(--side);
  border-right: 1px solid var(--line);
  font-size: 13px;
  line-height: 20px;
}
nav .brand { display: block; padding: 0 8px 16px; color: var(--ink); font-size: 15px; font-weight: 600; }
nav h2 { margin: 16px 0 2px; padding: 0 8px; font-size: 13px; }
nav h2 a { color: var(--ink); }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li a {
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  padding: 3px 8px;
  border-radius: 5px;
  color: var(--ink-2);
}
nav li a:hover { background: var(--faint); color: var(--ink); text-decoration: none; }
nav .method { padding: 0; background: none; font-size: 10px; }

main { min-width: 0; padding: 40px 40px 96px; max-width: 1360px; }
header { padding-bottom: 8px; }
h1 { font-size: 30px; line-height: 38px; margin-bottom: 8px; }
.lead { font-size: 16px; line-height: 26px; color: var(--ink-2); }
.address { display: flex; flex-wrap: wrap; gap: 8px 20px; align-items: baseline; }
.address code { padding: 3px 8px; border-radius: 5px; background: var(--accent-soft); color: var(--accent); }

.topic { margin-top: 32px; }
.topic h2 { font-size: 18px; line-height: 26px; margin-bottom: 6px; }
p code { white-space: nowrap; }
p code, dd code, td code, li code { padding: 1px 4px; border-radius: 3px; background: var(--faint); }
dl { margin: 8px 0 0; max-width: 860px; }
dl div { display: grid; grid-template-columns: 120px minmax(0, 1fr); gap: 12px; padding: 6px 0; border-top: 1px solid var(--faint); }
dd { margin: 0; color: var(--ink-2); }
.off { color: var(--ochre); background: var(--ochre-soft); padding: 1px 6px; border-radius: 3px; font-size: 12px; white-space: nowrap; }

.tag { margin-top: 64px; padding-top: 32px; border-top: 1px solid var(--line); }
.tag > h2 { font-size: 24px; line-height: 32px; margin-bottom: 4px; }
article { display: grid; grid-template-columns: minmax(0, 1.1fr) minmax(0, 1fr); gap: 40px; padding: 28px 0; border-top: 1px solid var(--faint); }
.lead + article { border-top: 0; padding-top: 12px; }
h3 { font-size: 17px; line-height: 24px; margin-bottom: 6px; }
h3 a { color: inherit; }
h4 { margin: 20px 0 6px; font-size: 12px; line-height: 16px; color: var(--ink-3); letter-spacing: 0.02em; }
.path { display: flex; gap: 10px; align-items: baseline; }
.open { color: var(--accent); }
.method { font: 600 11px/18px var(--mono); padding: 1px 6px; border-radius: 4px; }
.get { color: var(--blue); background: var(--blue-soft); }
.post { color: var(--accent); background: var(--accent-soft); }
.put { color: var(--ochre); background: var(--ochre-soft); }
.delete { color: var(--red); background: var(--red-soft); }

table { width: 100%; border-collapse: collapse; font-size: 13px; line-height: 20px; }
th, td { padding: 7px 12px 7px 0; text-align: left; vertical-align: top; border-top: 1px solid var(--faint); }
thead th { border-top: 0; padding: 0 12px 4px 0; color: var(--ink-3); font-weight: 400; font-size: 12px; line-height: 16px; }
tbody th { font-weight: 400; width: 30%; }
td:nth-child(2) { width: 27%; color: var(--ink-2); }
td:last-child { color: var(--ink-2); padding-right: 0; }
.required, .optional, .place { display: block; font-size: 11px; line-height: 16px; color: var(--ink-3); }
.required { color: var(--ochre); }

.answers { margin: 0; padding: 0; list-style: none; }
.answers li { padding: 3px 0; }
.answers a, td a { text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 2px; }
.answers .refusals a { text-decoration: none; }
.refusals a { display: inline-block; margin-right: 4px; padding: 0 6px; border-radius: 4px; background: var(--faint); color: var(--ink-2); font: 12px/20px var(--mono); }

.code { position: sticky; top: 16px; align-self: start; }
.code h4:first-child { margin-top: 4px; }
pre {
  margin: 0;
  padding: 12px 14px;
  max-height: 460px;
  overflow: auto;
  border: 1px solid var(--line);
  border-radius: 8px;
  background: var(--well);
  overflow-wrap: normal;
  tab-size: 2;
}
pre, pre code { font-size: 12px; line-height: 18px; }
pre b { font-weight: 400; }
.name { color: var(--ink); }
.text { min-width: 0; }
b.text { color: var(--accent); }
.number { color: var(--blue); }
.word { color: var(--plum); }

.shape { padding: 24px 0 8px; max-width: 860px; }
.shape h3 { font: 600 14px/22px var(--mono); }
:target > h2, :target > h3, :target > .text > h3 { color: var(--accent); }

@media (max-width: 1180px) {
  article { grid-template-columns: minmax(0, 1fr); gap: 12px; }
  .code { position: static; }
}
@media (max-width: 820px) {
  body { display: block; }
  nav { position: static; height: auto; padding: 16px 16px 12px; border-right: 0; border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: 2px 14px; }
  nav .brand { width: 100%; padding: 0 0 4px; }
  nav h2 { margin: 0; padding: 0; font-weight: 400; }
  nav h2 a { color: var(--accent); }
  nav h2 + ul { display: none; }
  nav .topics { display: contents; }
  nav .topics a { padding: 0; color: var(--accent); }
  nav .topics a:hover { background: none; }
  main { padding: 24px 16px 64px; }
  h1 { font-size: 26px; line-height: 32px; }
  dl div { grid-template-columns: 96px minmax(0, 1fr); }
  .tag { margin-top: 40px; padding-top: 24px; }
}
@media (max-width: 560px) {
  table, tbody, tr { display: block; }
  thead { display: none; }
  tr { padding: 8px 0; border-top: 1px solid var(--faint); }
  tbody th, td, td:nth-child(2) { display: block; width: auto; padding: 0; border: 0; }
  td:empty { display: none; }
  .required, .optional, .place { display: inline; margin-left: 6px; }
}
@media print {
  body { display: block; }
  nav { display: none; }
  pre { max-height: none; white-space: pre-wrap; }
}
`
