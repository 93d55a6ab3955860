import { html } from 'hono/html'

/** The result of `html`: text that is escaped already. */
export type Markup = ReturnType<typeof html>

/** Formats a sentence whose parts between backquotes are code. */
export const renderProse = (text: string): Markup =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
