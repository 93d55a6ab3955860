/** The addresses that webhooks may go to. */
import { expect, it } from 'vitest'
import { isPublicAddress, literalAddress } from '#service/webhooks/public-address.ts'
import { sendWebhook } from '#service/webhooks/send-webhook.ts'

it.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:8.8.8.8',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '100::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:a00:1::1',
  '3fff::1',
  'example.org',
  '',
])('%s is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

it.each(['1.1.1.1', '8.8.8.8', '172.15.0.1', '172.32.0.1', '223.255.255.1', '2606:4700::1111'])(
  '%s is a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

it.each([
  ['http://0x7f.1/', '127.0.0.1'],
  ['http://2130706433/', '127.0.0.1'],
  ['http://[::1]:80/', '::1'],
  ['http://example.org/', undefined],
])('%s names the address %s', (uri, address) => {
  expect(literalAddress(new URL(uri))).toBe(address)
})

it('sends nothing to a name that leads to this machine', async () => {
  const delivery = { headers: {}, body: '{}', allowPrivate: false }
  for (const host of ['localhost', '127.0.0.1', '[::1]', '[::ffff:127.0.0.1]']) {
    expect(await sendWebhook({ ...delivery, uri: `http://${host}:9/` })).toEqual({
      is: 'unreached',
      why: expect.stringContaining('private network'),
    })
  }
})
