/** Colors that a project can have; steel is the default of internal work. */
export const hues = ['blue', 'cyan', 'plum', 'ochre', 'rose', 'clay', 'iris', 'steel'] as const
export type Hue = (typeof hues)[number]
