/**
 * Returns the name of the system's locale for one category, such as `de_AT.UTF-8` (POSIX,
 * Environment Variables); an empty text where there is none.
 */
export const systemLocale = (
  env: NodeJS.ProcessEnv,
  category: 'LC_MESSAGES' | 'LC_MONETARY' | 'LC_TIME',
): string => env['LC_ALL'] || env[category] || env['LANG'] || ''

/** Returns the language in which people are told something: `de`. */
export const messageLanguage = (env: NodeJS.ProcessEnv): string =>
  /^[a-z]{2,3}(?![a-z])/.exec(systemLocale(env, 'LC_MESSAGES'))?.[0] ?? 'en'
