import { britishSpelling } from './american-spelling.ts'

/** Words that English texts do not use here, and what they say instead. */
export const saysInstead: readonly (readonly [RegExp, string])[] = [
  [/\bcannot\b/i, 'can’t'],
  [/\b(?:is|are|was|were|do|does|did|has|have|could|will|would|should) not\b/i, 'a contraction'],
  [/\bsuch as\b/i, 'like'],
  [new RegExp(`organisation|${britishSpelling.source}`, 'i'), 'American spelling'],
  [/\bmachine\b|\bdevice\b/i, 'computer'],
  [/\bpalette\b/i, 'command menu'],
  [/\brail\b/i, 'sidebar'],
  [/\bletting go\b|\blet go\b/i, 'delete forever, clear'],
  [/\b(?:take|takes|taken|took) back\b|\bundid\b/i, 'undo'],
  [/\bpick(?:s|ed)?\b|\bmarked\b/i, 'select'],
  [/\bunsent\b|\bnot (?:yet )?sent\b|\bgoes? out\b/i, 'unsynced, sync'],
  [/\blengths?\b/i, 'duration'],
  [/\bcharge(?:s|d|able)?\b/i, 'billable, price list item'],
  [/\brefuse[sd]?\b|\bnot accept/i, 'rejected'],
  [/(?<!-)\bonly here\b|\bhere only\b/i, 'local only'],
  [/\bto decide\b/i, 'to review'],
  [/\b(?:bring|brings|brought) back\b/i, 'restore'],
  [/\bmend(?:s|ed)?\b/i, 'repair'],
  [/\btwins?\b/i, 'duplicate'],
  [/\bfetch/i, 'receive, download'],
  [/\bthe sync\b/i, 'sync'],
  [/\bworth\b/i, 'value'],
  [/\.{3}/, '…'],
  [/ …/, 'no blank before …'],
  [/['"]/, '‘ ’ “ ”'],
  [/ %/, 'no blank before %'],
  [/—/, 'a sentence of its own'],
]

/** Words that references of APIs do without, and what they say instead. */
export const referenceSaysInstead: readonly (readonly [RegExp, string])[] = [
  [/\banswer(?:s|ed)?\b/i, 'returns, response'],
  [/\bunless given\b/i, 'defaults to'],
  [/\bstands?\b/i, 'is, current'],
  [/\bmade\b/i, 'created'],
  [/\bmeanwhile\b/i, 'in the meantime'],
  [/\bpre-defined\b/i, 'predefined'],
  [/\b(?:may|might) (?:be|not)\b/i, 'can, can’t'],
  [/, where\b|\bwhere (?:its|there|something|this|that)\b/i, 'if'],
  [/\baddress(?:es)?\b/, 'URL'],
  [/\bper cent\b/i, 'percentage'],
  [/\bfor good\b/i, 'permanently'],
  [/\b[Ii]ds?\b/, 'ID'],
  [/\bswitched (?:on|off)\b/i, 'turned on, turned off'],
]
