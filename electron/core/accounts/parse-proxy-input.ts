/** Parses a proxy that a person typed or pasted. */
import { failField, failFields, ok, type Result } from '#shared/errors.ts'
import { isProxyExemption, proxySettings, type ProxySettings } from '#shared/ipc/proxy.ts'

export interface ProxyInput {
  way: ProxySettings['way']
  address?: string | undefined
  except?: string | undefined
  user?: string | undefined
  password?: string | null | undefined
}

export interface ParsedProxyInput {
  proxy: ProxySettings
  /** In the form that `storeProxyPassword` takes. */
  password: string | null | undefined
}

interface Address {
  address: string | null
  user: string | null
  password: string | null
}

/**
 * Applies the typed values to the present setting. A user name and a password in the address take
 * precedence over those in fields of their own. Fails with `validation`, naming `address`,
 * `except`, `user` or `password`.
 */
export function parseProxyInput(
  typed: ProxyInput,
  present: ProxySettings,
): Result<ParsedProxyInput> {
  const read = typed.address === undefined ? null : readAddress(typed.address)
  if (read && !read.ok) return read
  const address = read ? read.value.address : present.address
  const ownUser = typed.user === undefined ? present.user : typed.user.trim() || null
  const user = read?.value.user ?? ownUser
  // An address with a user name but without a password leaves the stored password alone.
  const password = read?.value.password ?? (typed.password === '' ? null : typed.password)

  const except = typed.except === undefined ? present.except : listIn(typed.except)
  const strange = except.find((entry) => !isProxyExemption(entry))
  if (strange !== undefined) {
    return failField('except', '“{name}” isn’t a host. Use hosts like intranet.example.com', {
      name: strange,
    })
  }
  if (user?.includes(':')) return failField('user', 'A username can’t contain a colon')
  if (hasControls(user)) return failField('user', notKept)
  if (hasControls(password)) return failField('password', notKept)
  if (password && user === null) {
    return failField('user', 'Enter the username for this password')
  }
  const proxy = proxySettings.safeParse({ way: typed.way, address, except, user })
  if (proxy.success) return ok({ proxy: proxy.data, password })
  const [issue] = proxy.error.issues
  const field = String(issue?.path[0] ?? 'address')
  const text = issue?.message ?? 'Check these values'
  return failFields('validation', text, { [field]: [text] })
}

const notKept = 'Contains a character that can’t be saved. Remove it'
// eslint-disable-next-line no-control-regex -- those are meant
const hasControls = (text: string | null | undefined) => /[\u0000-\u001f\u007f]/.test(text ?? '')

const listIn = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
]

function readAddress(typed: string): Result<Address> {
  const text = typed.trim()
  if (text === '') return ok({ address: null, user: null, password: null })
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`)
  if (!url || url.hostname === '') {
    return failField('address', 'Enter an address, like proxy.example.com:3128')
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return failField('address', 'Proxies of type {type} aren’t supported. Use an HTTP proxy', {
      type: url.protocol.replace(':', ''),
    })
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    return failField(
      'address',
      'Enter only a host and port. Set a proxy auto-config file in the system settings',
    )
  }
  // `URL` drops the usual port of a scheme, but no port is usual for a proxy.
  const port = url.port || /:(?:80|443)\/?$/.exec(text)?.[0].replace(/\D/g, '')
  if (!port || port === '0') {
    return failField('address', 'Add a port, like proxy.example.com:3128')
  }
  return ok({
    address: `${url.protocol}//${url.hostname}:${port}`,
    user: url.username === '' ? null : decoded(url.username),
    password: url.password === '' ? null : decoded(url.password),
  })
}

/** Decodes percent-encoding. A percent sign that encodes nothing is taken literally. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
