/** Reads a service's settings from its environment, as a unit file or a container sets them. */
import { failField, ok, type Result } from '#shared/errors.ts'
import { capabilities as known, type Capability } from '#shared/resources/service-info.ts'

/** The settings that are present; a flag of the command line takes precedence. */
export interface ServiceSettings {
  /** A file, or `postgres://…`. */
  database?: string
  port?: number
  host?: string
  baseUrl?: string
  capabilities?: readonly Capability[]
  /** Requests a minute that one token may make; null: unlimited. */
  rateLimit?: number | null
  /** Allows webhooks to addresses of private networks. */
  allowPrivateWebhooks?: boolean
}

/**
 * The default of `stint serve`: twenty times what an app requests while it is in use, and enough
 * for a first sync of 200,000 entries at once.
 */
export const usualRateLimit = 3_000

export const environmentNames = {
  database: 'STINT_SERVICE_DATABASE',
  port: 'STINT_SERVICE_PORT',
  host: 'STINT_SERVICE_HOST',
  baseUrl: 'STINT_SERVICE_BASE_URL',
  capabilities: 'STINT_SERVICE_CAPABILITIES',
  rateLimit: 'STINT_SERVICE_RATE_LIMIT',
  allowPrivateWebhooks: 'STINT_SERVICE_ALLOW_PRIVATE_WEBHOOKS',
} as const satisfies Record<keyof ServiceSettings, string>

type Setting = keyof ServiceSettings

/**
 * Reads `STINT_SERVICE_…`; an empty variable counts as unset. Fails with `validation` on the first
 * invalid value, and on an unknown name: a misspelled one would silently have no effect.
 */
export function readEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): Result<ServiceSettings> {
  const names: readonly string[] = Object.values(environmentNames)
  const strange = Object.keys(env).find(
    (name) => name.startsWith('STINT_SERVICE_') && !names.includes(name),
  )
  if (strange !== undefined) {
    return failField(strange, 'Unknown setting {name}. Use some of {names}', {
      name: strange,
      names: names.join(', '),
    })
  }
  const settings: Partial<Record<Setting, unknown>> = {}
  for (const setting of Object.keys(environmentNames) as Setting[]) {
    const name = environmentNames[setting]
    const text = env[name]?.trim() ?? ''
    if (text === '') continue
    const value = readers[setting](text, name)
    if (!value.ok) return value
    settings[setting] = value.value
  }
  return ok(settings as ServiceSettings)
}

type Reader<Value> = (text: string, name: string) => Result<Value>

const asText: Reader<string> = (text) => ok(text)

const wholeNumber =
  (minimum: number, maximum: number): Reader<number> =>
  (text, name) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    return value >= minimum && value <= maximum
      ? ok(value)
      : failField(name, '{name} needs a whole number from {least} to {most}. “{text}” isn’t', {
          name,
          least: minimum,
          most: maximum,
          text,
        })
  }

const asCapabilities: Reader<readonly Capability[]> = (text, name) => {
  if (text === 'none') return ok([])
  if (text === 'all') return ok(known)
  const wanted = text.split(',').map((one) => one.trim())
  const strange = wanted.find((one) => !(known as readonly string[]).includes(one))
  return strange === undefined
    ? ok(known.filter((one) => wanted.includes(one)))
    : failField(name, '{name} needs all, none, or some of {names}, not “{text}”', {
        name,
        names: known.join(','),
        text: strange,
      })
}

const asSwitch: Reader<boolean> = (text, name) => {
  if (['1', 'true', 'yes', 'on'].includes(text.toLowerCase())) return ok(true)
  if (['0', 'false', 'no', 'off'].includes(text.toLowerCase())) return ok(false)
  return failField(name, '{name} needs true or false, not “{text}”', { name, text })
}

const readers: { [Name in Setting]: Reader<Exclude<ServiceSettings[Name], undefined>> } = {
  database: asText,
  port: wholeNumber(0, 65_535),
  host: asText,
  baseUrl: asText,
  capabilities: asCapabilities,
  rateLimit: (text, name): Result<number | null> =>
    text === 'none' ? ok(null) : wholeNumber(1, 1_000_000)(text, name),
  allowPrivateWebhooks: asSwitch,
}
