/** Colours that a project can have; steel is what internal work has by itself. */
export const hues = ['blue', 'cyan', 'plum', 'ochre', 'rose', 'clay', 'iris', 'steel'] as const
export type Hue = (typeof hues)[number]
