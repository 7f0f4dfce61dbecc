import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface AskedPage {
  readonly path: string
  readonly userAgent: string
  readonly atMs: number
}

type Answer = (response: ServerResponse, url: URL) => void

/** A host of the tests that pages lead through, with answers of every kind under its paths. */
export interface LinkHost {
  readonly origin: string
  readonly asked: AskedPage[]
  close(): Promise<void>
}

const html = { 'content-type': 'text/html' }

function redirect(to: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return (response) => response.writeHead(302, { location: to, ...headers }).end()
}

function page(text: string, status = 200): Answer {
  return (response) => response.writeHead(status, html).end(text)
}

const answers: Readonly<Record<string, Answer>> = {
  '/page': page('<h1>Welcome</h1>'),
  '/gone': page('Not found', 404),
  '/fails': page('Bad gateway', 502),
  '/over': page('<p>This offer has expired.</p>'),
  '/elsewhere': page('<p>This offer is not available in your country.</p>'),
  '/to-page': (response, { search }) =>
    response.writeHead(302, { location: `/page${search}`, 'set-cookie': ['a=1', 'b=2'] }).end(),
  '/refresh': page('<meta http-equiv="refresh" content="0;url=/page?t=0a1b2c3d4e">'),
  '/script': page('<script>location.href="/page?t=0a1b2c3d4e"</script>'),
  '/drops': redirect('/page'),
  '/to-fragment': (response, { search }) => response.writeHead(302, { location: `/page#/go${search}` }).end(),
  '/turns': redirect('/turns#again'),
  '/decimal': redirect('http://167903745/'),
  '/octal': redirect('http://0012.0.0.1/'),
  '/mapped': redirect('http://[::ffff:10.1.2.3]/'),
  '/local-six': redirect('http://[fd00::1]/'),
  '/by-name': redirect('http://metadata.internal.localhost/'),
  '/bad-port': redirect('http://127.0.0.1:99999/'),
  '/dots': redirect('http://a..b.example/'),
  '/marks': (response) => response.writeHead(302, { location: 'http://\u00ff\u0080.example/' }).end(),
  '/circle': (response, url) => response.writeHead(302, { location: url.pathname + url.search }).end(),
  '/inside': redirect('http://10.1.2.3/latest/meta-data/'),
  '/credentials': redirect('http://name:word@127.0.0.1:1/'),
  '/app-store': redirect('itms-apps://apps.apple.com/app/id1'),
  '/play': redirect('market://details?id=com.example'),
  '/file': redirect('file:///etc/passwd'),
  '/no-address': redirect('http://'),
  '/long': redirect(`/page?x=${'y'.repeat(9_000)}`),
  '/nobody': redirect('http://127.0.0.1:1/'),
  '/endless': (response, url) => {
    const turn = Number(url.searchParams.get('turn') ?? '0') + 1
    response.writeHead(302, { location: `/endless?turn=${turn}&t=0a1b2c${turn}` }).end()
  },
  '/huge': (response) => {
    response.writeHead(200, html)
    const more = (): void => void (response.destroyed || response.write('x'.repeat(65_536), more))
    more()
  },
  '/drip': (response) => {
    response.writeHead(200, html)
    const timer = setInterval(() => response.write('.'), 200)
    response.once('close', () => clearInterval(timer))
  },
  '/cut': (response) => {
    response.writeHead(200, { ...html, 'content-length': '1000' })
    response.write('short', () => response.destroy())
  },
  '/headers': (response) => {
    response.socket?.end(`HTTP/1.1 302 Found\r\nLocation: /page\r\nX: ${'h'.repeat(64_000)}\r\n\r\n`)
  },
  '/not-http': (response) => {
    response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n')
  },
}

export async function startLinkHost(): Promise<LinkHost> {
  const asked: AskedPage[] = []
  const server = createServer((request: IncomingMessage, response) => {
    const url = new URL(request.url ?? '/', 'http://host')
    asked.push({
      path: url.pathname + url.search,
      userAgent: request.headers['user-agent'] ?? '',
      atMs: performance.now(),
    })
    const answer = answers[url.pathname] ?? page('Nothing here', 404)
    answer(response, url)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // It listens on a port.
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
