import assert from 'node:assert/strict'
import { connect, type AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { createWorld, type World } from './support/world.ts'

/** A stranger behind a proxy of ours writes what they like into the headers; the proxy writes their address last. */
const stranger = '8.8.4.77'
const long = Array.from({ length: 200 }, (_, index) => `1.2.3.${index}`).join(', ')
const claims: Readonly<Record<string, readonly string[]>> = {
  'no claim': [],
  'the address of somebody else': ['1.1.1.1'],
  'an address of the proxies': ['10.0.0.9'],
  'the loopback address': ['127.0.0.1, ::1, localhost'],
  'addresses in IPv6 clothes': ['::ffff:10.0.0.9, ::ffff:127.0.0.1'],
  'addresses with ports': ['1.1.1.1:80, [2606:4700::1111]:443'],
  'a zone': ['fe80::1%eth0, 1.1.1.1%25lo'],
  'the words that RFC 7239 has': ['unknown, _hidden, _SEVKISEK'],
  'numbers that others read as addresses': ['2130706433, 0x7f.1, 0177.0.0.1, 127.1'],
  'no address at all': ['<script>, "; drop table, ,,, , \u00ff'],
  'a long chain': [long],
  'one endless entry': ['9'.repeat(4_000)],
  'two headers': ['1.1.1.1', '2.2.2.2'],
  'headers of other proxies': [],
}
const others = [
  'forwarded: for=1.1.1.1;proto=https',
  'x-real-ip: 1.1.1.1',
  'true-client-ip: 1.1.1.1',
  'cf-connecting-ip: 1.1.1.1',
  'x-client-ip: 1.1.1.1',
]

interface Ask {
  readonly path: string
  readonly headers: readonly string[]
}

/** Over a socket of our own: clients join, drop and refuse headers. */
function ask(port: number, { path, headers }: Ask): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers.map((one) => `${one}\r\n`).join('')}\r\n`,
      ),
    )
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(Number(text.slice(9, 12))))
  })
}

const portOf = ({ server }: World): number => (server.server.address() as AddressInfo).port // an IP server has one

describe('behind a proxy that is trusted', () => {
  let world: World
  before(async () => {
    const environment = { TRUST_PROXY: '127.0.0.1, 10.0.0.0/8', FAILED_CREDENTIALS_PER_MINUTE: '1' }
    world = await createWorld({ environment })
    await world.server.listen({ host: '127.0.0.1', port: 0 })
  })
  after(() => world.close())

  for (const [title, written] of Object.entries(claims))
    test(`a stranger stays who they are: ${title}`, async () => {
      world.clock.advance({ seconds: 61 })
      const own = [...written.slice(0, -1), [...written.slice(-1), stranger].join(', ')]
      const headers = own.map((one) => `x-forwarded-for: ${one}`)
      const path = '/api/v1/offers?apiKey=x'
      assert.equal(await ask(portOf(world), { path, headers: [`x-forwarded-for: ${stranger}`] }), 401)
      assert.equal(await ask(portOf(world), { path, headers: [...others, ...headers] }), 429)
    })

  test('an entry that a proxy could not write is counted for the proxy, not for whom it names', async () => {
    world.clock.advance({ seconds: 61 })
    const path = '/api/v1/offers?apiKey=x'
    for (const [junk, status] of [
      ['1.1.1.1, unknown', 401],
      ['2.2.2.2, unknown', 429],
      ['3.3.3.3,', 429],
      [`4.4.4.4, ${'x'.repeat(3_000)}`, 429],
    ] as const)
      assert.equal(
        await ask(portOf(world), { path, headers: [`x-forwarded-for: ${junk}`] }),
        status,
        junk.slice(0, 30),
      )
  })
})

test('without TRUST_PROXY no header says who somebody is', async () => {
  const world = await createWorld({ environment: { FAILED_CREDENTIALS_PER_MINUTE: '1' } })
  await world.server.listen({ host: '127.0.0.1', port: 0 })
  const path = '/api/v1/offers?apiKey=x'
  assert.equal(await ask(portOf(world), { path, headers: [] }), 401)
  for (const header of ['x-forwarded-for: 1.1.1.1', ...others])
    assert.equal(await ask(portOf(world), { path, headers: [header] }), 429, header)
  await world.close()
})

test('TRUST_PROXY takes addresses and ranges alone: a number of hops, a word or a mapped range is refused', async () => {
  for (const value of ['1', 'true', 'loopback', '*', '10.0.0.0/33', '::ffff:10.0.0.0/104', '127.1'])
    await assert.rejects(createWorld({ environment: { TRUST_PROXY: value } }), /TRUST_PROXY/, value)
})
