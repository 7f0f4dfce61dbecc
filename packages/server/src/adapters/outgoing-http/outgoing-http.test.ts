import assert from 'node:assert/strict'
import { connect, type Server, createServer, type AddressInfo, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { readCidr } from '@quoin/core/detect/address.ts'
import { loopbackUrls, privateHosts } from '../../../../../test/support/hostile-urls.ts'
import { openOutgoing } from './outgoing-http.ts'
import { openResolver, type ResolveHost } from './resolve-host.ts'
import { openMixedNameServer, openNameServer } from '../../../../../test/support/name-server.ts'
import { systemClock } from '../system-clock.ts'

/** Listens on every loopback address and counts what reaches it. */
class Victim {
  readonly servers: Server[] = []
  bytes = 0
  connections = 0
  port = 0

  async open(): Promise<void> {
    this.port = await this.#listen('127.0.0.1', 0)
    await this.#listen('::1', this.port)
  }

  #listen(host: string, port: number): Promise<number> {
    const server = createServer((socket: Socket) => {
      this.connections += 1
      socket.on('error', () => {})
      socket.on('data', (chunk) => {
        this.bytes += chunk.length
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nOK')
      })
    })
    this.servers.push(server)
    return new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, () => resolve((server.address() as AddressInfo).port)) // TCP has no other kind
    })
  }

  close(): void {
    for (const server of this.servers) server.close()
  }
}

const victim = new Victim()
before(() => victim.open())
after(() => victim.close())

const nowhere: ResolveHost = () => Promise.resolve([])
const get = (url: string) => ({ method: 'GET' as const, url, headers: {}, body: null })
const loopbackCidrs = ['127.0.0.0/8', '::1'].flatMap((text) => readCidr(text) ?? [])

/** Every port is open in these tests, so that only the address can be what refuses. */
function outgoing(options: Partial<Parameters<typeof openOutgoing>[0]> = {}) {
  const ports = [victim.port, 80, 443]
  return openOutgoing({ policy: { allowed: [], ports }, clock: systemClock, resolve: nowhere, ...options })
}

test('no way of writing an inner address lets a byte out, by either scheme and method', async () => {
  const { send, close } = outgoing()
  const urls = loopbackUrls(victim.port)
  assert.ok(new Set(urls).size >= 120, `${new Set(urls).size} URL forms`)
  for (const url of urls) {
    for (const method of ['GET', 'POST'] as const) {
      const result = await send({ ...get(url), method, body: method === 'POST' ? 'x' : null })
      assert.equal(result.kind, 'failure', url)
      assert.ok(['refused_address', 'dns'].includes(result.kind === 'failure' ? result.reason : ''), url)
    }
  }
  assert.deepEqual([victim.connections, victim.bytes], [0, 0])
  close()
})

test('the addresses tried above do reach the victim once the operator opens loopback', async () => {
  const { send, close } = outgoing({ policy: { allowed: loopbackCidrs, ports: [] } })
  const before = victim.bytes
  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost']) {
    const result = await send(get(`http://${host}:${victim.port}/`))
    assert.deepEqual([result.kind, result.kind === 'answer' && result.bodyExcerpt], ['answer', 'OK'], host)
  }
  assert.ok(victim.bytes > before)
  close()
})

test('a URL that is plainly inside is refused when it is entered, with a sentence', () => {
  const { urlProblem, close } = outgoing()
  for (const host of privateHosts) {
    assert.match(urlProblem(`http://${host}/`) ?? '', /^The URL .*\.$/, host)
  }
  for (const url of [
    ...['', 'a.example', 'ftp://a.example/', 'javascript:alert(1)', 'http://', 'http://user@a.example/'],
    ...['https://@a.example/', 'https://a.example/#x', 'https://a.example/a b', 'https://a.example/\\b'],
    ...['http://a.example:25/', 'http://1.1.1.1:22/', `https://a.example/${'x'.repeat(5000)}`],
  ]) {
    assert.match(urlProblem(url) ?? '', /^The .*\.$/, url)
  }
  for (const url of [
    'https://a.example/cb?x=1',
    'http://1.1.1.1/',
    'https://[2606:4700::1111]/',
    'https://täst.example',
  ])
    assert.equal(urlProblem(url), undefined, url)
  close()
})

test('one inner address among the answers for a name is enough to refuse it', async () => {
  const reached = victim.connections
  for (const host of privateHosts) {
    const address = host.replace(/^\[|\]$/g, '')
    for (const answers of [[address], ['1.1.1.1', address], [address, '1.1.1.1']]) {
      const { send, close } = outgoing({ resolve: () => Promise.resolve(answers), connectTcp: noConnection })
      const result = await send(get(`http://innocent.example:${victim.port}/`))
      assert.equal(result.kind === 'failure' && result.reason, 'refused_address', answers.join())
      close()
    }
  }
  assert.equal(victim.connections, reached)
})

const noConnection: typeof connect = () => {
  throw new Error('a connection was tried')
}

test('a name server that answers public first and inner second is asked once, and reaches nothing', async () => {
  const nameServer = await openNameServer(['93.184.216.34', '127.0.0.1'])
  const bound: unknown[] = []
  // Stands for the kernel: notes which addresses the socket was bound to instead of leaving this machine.
  const noting = (options: { lookup: (...given: unknown[]) => void }): Socket => {
    options.lookup('rebind.example', { all: true }, (_error: unknown, addresses: unknown) =>
      bound.push(addresses),
    )
    throw Object.assign(new Error('not tried'), { code: 'ENETUNREACH' })
  }
  const { send, close } = outgoing({
    resolve: openResolver([nameServer.address]),
    connectTcp: noting as unknown as typeof connect, // only the form that the client uses
  })
  const url = `http://rebind.example:${victim.port}/`
  const before = victim.bytes
  const first = await send(get(url))
  assert.equal(first.kind === 'failure' && first.reason, 'connect')
  assert.deepEqual(bound, [[{ address: '93.184.216.34', family: 4 }]])
  const second = await send(get(url))
  assert.equal(second.kind === 'failure' && second.reason, 'refused_address')
  assert.deepEqual([bound.length, victim.bytes], [1, before])
  await nameServer.close()
  close()
})

/** Addresses as name servers send them: 16 bytes, behind which an inner IPv4 address may hide. */
const innerV6: Readonly<Record<string, string>> = {
  loopback: '00000000000000000000000000000001',
  unspecified: '00000000000000000000000000000000',
  mapped: '00000000000000000000ffff7f000001',
  compatible: '0000000000000000000000007f000001',
  translated: '0064ff9b00000000000000007f000001',
  'translated locally': '0064ff9b00010000000000007f000001',
  '6to4': '20027f00000100000000000000000001',
  Teredo: '20010000000000000000000080fffffe',
  'link-local': 'fe800000000000000000000000000001',
  'unique-local': 'fd000ec2000000000000000000000254',
  multicast: 'ff020000000000000000000000000001',
  'mapped metadata': '00000000000000000000ffffa9fea9fe',
}

for (const [kind, hex] of Object.entries(innerV6))
  test(`a name server's ${kind} IPv6 address is refused, alone and behind public ones, whatever stands behind the name`, async () => {
    const inner = Buffer.from(hex, 'hex')
    const outer = Buffer.from('26064700000000000000000000001111', 'hex')
    for (const [v4, v6] of [
      [[], [inner]],
      [['93.184.216.34'], [inner]],
      [['93.184.216.34'], [outer, inner]],
    ] as const) {
      const nameServer = await openMixedNameServer(v4, v6)
      const { send, close } = outgoing({
        resolve: openResolver([nameServer.address]),
        connectTcp: noConnection,
      })
      for (const host of ['innocent.example', 'innocent.example.', 'INNOCENT.example']) {
        const result = await send(get(`http://${host}:${victim.port}/`))
        assert.equal(
          result.kind === 'failure' && result.reason,
          'refused_address',
          `${host} ${v4} ${v6.length}`,
        )
      }
      close()
      await nameServer.close()
    }
  })

for (const scheme of ['http', 'https']) {
  test(`${scheme}: a connection that ends up inside all the same is closed before a byte is sent`, async () => {
    const before = victim.bytes
    // Stands for a route or a proxy that turns a public address into an inner one.
    const astray = () => connect(victim.port, '127.0.0.1')
    const { send, close } = outgoing({
      resolve: () => Promise.resolve(['93.184.216.34']),
      connectTcp: astray as unknown as typeof connect, // only the form that the client uses
    })
    const result = await send(get(`${scheme}://innocent.example:${victim.port}/`))
    assert.equal(result.kind === 'failure' && result.reason, 'refused_address')
    assert.equal(victim.bytes, before)
    close()
  })
}

test('a redirect is an answer like any other: what it points to gets nothing', async () => {
  const before = victim.bytes
  for (const status of [300, 301, 302, 303, 307, 308]) {
    const door = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () =>
        socket.end(
          `HTTP/1.1 ${status} X\r\nlocation: http://127.0.0.1:${victim.port}/\r\nrefresh: 0; url=http://127.0.0.1:${victim.port}/\r\n` +
            `alt-svc: h2="127.0.0.1:${victim.port}"\r\nlink: <http://127.0.0.1:${victim.port}/>; rel=preload\r\n` +
            'content-length: 0\r\nconnection: close\r\n\r\n',
        ),
      )
    })
    const port = await new Promise<number>((resolve) =>
      door.listen(0, '127.0.0.1', () => resolve((door.address() as AddressInfo).port)),
    )
    const { send, close } = outgoing({ policy: { allowed: loopbackCidrs, ports: [] } })
    const result = await send(get(`http://127.0.0.1:${port}/`))
    assert.equal(result.kind === 'answer' && result.status, status)
    close()
    door.close()
  }
  assert.equal(victim.bytes, before)
})
