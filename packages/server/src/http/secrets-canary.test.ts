import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { followOffer } from '../../../../test/support/conversions.ts'
import { failReads } from '../../../../test/support/failing-table.ts'
import { sendRaw } from '../../../../test/support/raw-socket.ts'
import { type CallOptions, createWorld, masterSecret, type World } from '../../../../test/support/world.ts'

/**
 * Secrets never reach a log, an error, a metric or a page. A mixed load carries them everywhere where the
 * contract lets them and where people put them by mistake; then everything that was said or kept is searched.
 */
let world: World
let network: { token: string; hmacSecret: string }
before(async () => {
  world = await createWorld({
    environment: {
      LOG_LEVEL: 'debug',
      RATE_LIMIT_PER_MINUTE: '100000',
      FAILED_CREDENTIALS_PER_MINUTE: '100000',
    },
  })
  const { postbackUrl, hmacSecret } = await world.addNetwork({ slug: 'signed', proof: 'hmac' })
  network = { token: new URL(postbackUrl).pathname.split('/')[2] ?? '', hmacSecret: hmacSecret ?? '' }
})
after(() => world.close())

const answers: string[] = []

async function say(request: CallOptions): Promise<void> {
  const { headers, body, statusCode } = await world.server.inject({
    method: (request.method ?? 'GET') as 'GET', // the type lists the common ones
    url: request.path,
    headers: {
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...request.headers,
    },
    ...(request.body === undefined
      ? {}
      : { payload: typeof request.body === 'string' ? request.body : JSON.stringify(request.body) }),
  })
  answers.push(`${statusCode} ${JSON.stringify(headers)} ${body}`)
}

/**
 * Where secrets are sent, rightly and wrongly. Each is also tried with a letter missing: nearly right is a secret
 * too.
 */
function requestsWith(apiKey: string, secret: string, offerId: number, clickId: string): CallOptions[] {
  const headers = { 'x-api-key': apiKey, 'x-api-secret': secret }
  const query = `apiKey=${apiKey}&apiSecret=${secret}`
  const post = (path: string, body: unknown, more: Record<string, string> = {}): CallOptions => ({
    method: 'POST',
    path,
    body,
    headers: more,
  })
  return [
    // As the contract has it, with and without other faults.
    { path: `/api/v1/offers?userId=u&${query}` },
    { path: `/api/v1/offers?userId=u`, headers },
    { path: `/api/v1/offers?userId=&limit=x&${query}` },
    { path: `/api/v1/offers?userId=%FF&${query}` },
    { path: `/api/v1/offers?userId=u&${query}&apiSecret=other` },
    { path: `/api/v1/offers?userId=u`, headers: { ...headers, origin: 'https://game.example' } },
    { path: `/api/v1/offers?userId=u`, headers: { ...headers, origin: `https://${secret}.example` } },
    post('/api/v1/sessions', { userId: 'u', apiKey, apiSecret: secret }),
    post('/api/v1/sessions', { userId: 7, apiKey, apiSecret: secret }),
    post('/api/v1/sessions', `{"userId":"u","apiKey":"${apiKey}","apiSecret":"${secret}"`),
    post('/api/v1/fingerprint', {
      fingerprint_hash: 'h',
      user_id: 'u',
      apiKey,
      apiSecret: secret,
      fingerprint_data: { os: 'x' },
    }),
    post('/v1/conversions', { userId: 'u', offerId, apiKey, apiSecret: secret, transactionId: 'T1' }),
    post('/v1/conversions', { userId: 'u', offerId: 987_654_321, apiKey, apiSecret: secret }),
    // In the wrong place.
    { path: `/api/v1/offers?userId=u&apiKey=${secret}` },
    { path: `/api/v1/offers?userId=u&apiKey=${apiKey}&secret=${secret}&token=${secret}` },
    { path: `/api/v1/offers?userId=u&country=${secret}&platform=${secret}&limit=${secret}&${query}` },
    {
      path: `/api/v1/offers?userId=u&${query}`,
      headers: { 'user-agent': secret, referer: `https://x.example/?s=${secret}`, cookie: `s=${secret}` },
    },
    { path: '/api/v1/offers?userId=u', headers: { authorization: `Bearer ${secret}` } },
    {
      path: '/api/v1/offers?userId=u',
      headers: { authorization: `Basic ${Buffer.from(`${apiKey}:${secret}`).toString('base64')}` },
    },
    { path: `/api/v1/offers/${secret}` },
    { path: `/${secret}?${query}` },
    { path: `/%zz${secret}?${query}` },
    { path: `/api/v2/offers?${query}` },
    { method: 'DELETE', path: `/api/v1/offers?${query}` },
    { method: 'PUT', path: '/v1/conversions', body: { apiSecret: secret } },
    post('/nowhere', { apiSecret: secret }),
    post('/v1/conversions', `apiSecret=${secret}`, { 'content-type': 'text/plain' }),
    post('/v1/conversions', `{"a":"${secret}${'x'.repeat(70_000)}"}`),
    // On links and postbacks, where they have no business.
    { path: `/track?offerId=${offerId}&apiKey=${apiKey}&userId=u&apiSecret=${secret}` },
    { path: `/track?offerId=${offerId}&apiKey=${secret}&userId=u` },
    { path: `/track?offerId=${secret}&apiKey=${apiKey}&userId=u`, headers: { accept: 'text/html' } },
    { path: `/track/${secret}` },
    { path: `/postback?click_id=${clickId}&payout=1&status=approved&apiSecret=${secret}&apiKey=${apiKey}` },
    { path: `/postback?click_id=${clickId}&payout=1&status=${secret}` },
    { path: `/postback?click_id=${secret}&payout=1&status=approved` },
    { path: `/postback?click_id=${world.ports.newId()}&payout=1&status=${secret}` },
    { path: `/postback?click_id=${clickId}&payout=${secret}&status=approved&password=${secret}` },
    { path: `/postback/${secret}?click_id=${clickId}&payout=1&status=approved` },
    post('/postback', {
      click_id: clickId,
      payout: 1,
      status: 'approved',
      secret,
      nested: { apiSecret: secret },
    }),
    post('/postback', `click_id=${clickId}&payout=1&status=approved&apiSecret=${secret}`, {
      'content-type': 'application/x-www-form-urlencoded',
    }),
    { path: `/livez?${query}` },
    { path: `/metrics?${query}` },
    { path: `/openapi.json?${query}` },
    { path: `/docs/${secret}?${query}` },
  ]
}

/** Every row of every table, as text: columns of any type, bytes in hexadecimal. */
async function dumpDatabase(): Promise<string> {
  const tables = await world.ports.db.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  assert.ok(tables.length > 10)
  const dumps: string[] = []
  for (const { name } of tables) {
    const rows = await world.ports.db.query<{ row: string }>(`select t::text as row from "${name}" t`)
    dumps.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return dumps.join('\n')
}

test('no secret is in any log line, answer, metric or column after a mixed load with secrets everywhere', async () => {
  const offerId = await world.addOffer()
  const { live, test: sandbox } = world.app
  const secrets = [live.apiSecret, sandbox.apiSecret, live.apiSecret.slice(0, -1)]
  for (const [apiKey, secret] of [
    [live.apiKey, live.apiSecret],
    [sandbox.apiKey, sandbox.apiSecret],
    [live.apiKey, live.apiSecret.slice(0, -1)],
  ] as const) {
    const clickId = await followOffer(world, { offerId, userId: `user of ${secret.slice(-5)}` })
    for (const request of requestsWith(apiKey, secret, offerId, clickId)) await say(request)
  }
  // Bytes that never become a request, and a network's own secrets.
  await world.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = world.server.server.address() as AddressInfo // an IP server has one
  for (const bytes of [`GET /?apiSecret=${live.apiSecret} HTTP/9.9\r\n\r\n`, `X ${live.apiSecret}\r\n\r\n`]) {
    for (const { body } of await sendRaw(port, bytes)) answers.push(body)
  }
  const signing = [network.hmacSecret, network.token]
  for (const secret of signing) assert.match(secret, /^\S{20,}$/)
  for (const secret of signing) {
    await say({ path: `/postback/${network.token}?click_id=x&payout=1&status=approved&signature=${secret}` })
    await say({ path: `/postback?token=${secret}&click_id=x&payout=1&status=approved` })
  }
  // A failure inside, with secrets on its way.
  const mend = await failReads(world.ports.db, 'conversions')
  await say({ path: `/api/v1/offers?userId=u&apiKey=${live.apiKey}&apiSecret=${live.apiSecret}` })
  assert.match(answers.at(-1) ?? '', /^500 /)
  await mend()
  await world.open.usage.write()
  await world.server.close()

  const places: Record<string, string> = {
    logs: world.log.lines.join('\n'),
    answers: answers.join('\n'),
    metrics: (await world.open.meters.print()).text,
    database: await dumpDatabase(),
  }
  assert.ok(world.log.lines.length > 100 && answers.length > 100)
  for (const secret of [...secrets, ...signing, masterSecret]) {
    for (const [place, text] of Object.entries(places)) {
      for (const form of [
        secret,
        encodeURIComponent(secret),
        Buffer.from(secret).toString('hex'),
        Buffer.from(secret).toString('base64'),
      ]) {
        const at = text.indexOf(form.slice(0, -1))
        const line = text.slice(0, at).split('\n').length - 1
        assert.equal(at, -1, `in the ${place}: ${text.split('\n')[line]?.slice(0, 600)}`)
      }
    }
  }
})
