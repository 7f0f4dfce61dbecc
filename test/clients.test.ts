import assert from 'node:assert/strict'
import { once as happens } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { renewClients } from '../packages/server/tools/print-clients.ts'
import { nativeSecret } from './support/callbacks.ts'
import { blocksOf } from './support/doc-blocks.ts'
import { repository, runProgram } from './support/run-program.ts'
import { createWorld, type World } from './support/world.ts'

/** The same journey in each language; the id of a user has what an address must not have. */
const python = `
import json, sys
sys.path.insert(0, 'clients')
from quoin import Quoin, QuoinError, SignatureError, verify_callback
quoin, user = Quoin(), 'ada/ü&1'
page = quoin.list_offers(userId=user, limit=1)
offer = page['data'][0]['offer_id']
one = quoin.get_offer(offerId=offer, userId=user)['data']['eligible']
token = quoin.create_session(userId=user)['data']['token'][:3]
claims = [quoin.create_conversion(userId=user, offerId=offer, idempotency_key='once')['data']['conversion_id'] for _ in range(2)]
changes = [change['user_id'] for change in quoin.list_conversions(userId=user)['data']]
activity = len(quoin.list_activity(userId=user)['data'])
try: quoin.list_offers(userId='')
except QuoinError as error: refused = [error.code, error.status, error.details[0]['field'], error.request_id[:4]]
vector = json.loads(sys.argv[1])
verify = lambda body, now: verify_callback(body.encode(), vector['headers'], vector['secrets'], now=now)
def fails(body, now):
    try: verify(body, now)
    except SignatureError: return True
    return False
type_ = verify(vector['body'], 1795000000)['type']
def is_none(secret):
    try: verify_callback(vector['body'].encode(), vector['headers'], secret, now=1795000000)
    except ValueError: return True
    return False
assert all(is_none(secret) for secret in json.loads(sys.argv[2]))
checks = [type_, fails(vector['body'] + ' ', 1795000000), fails(vector['body'], 1795000400)]
print(json.dumps([page['meta']['total'], one, token, claims[0] == claims[1], changes, activity, refused, checks]))
`
const php = `
require 'clients/Quoin.php';
use Quoin\\{Quoin, QuoinError, SignatureError};
$quoin = new Quoin(); $user = 'ada/ü&1';
$page = $quoin->listOffers(userId: $user, limit: 1);
$offer = $page['data'][0]['offer_id'];
$one = $quoin->getOffer(offerId: $offer, userId: $user)['data']['eligible'];
$token = substr($quoin->createSession(userId: $user)['data']['token'], 0, 3);
$claim = fn () => $quoin->createConversion(userId: $user, offerId: $offer, idempotencyKey: 'once')['data']['conversion_id'];
$isSame = $claim() === $claim();
$changes = array_column($quoin->listConversions(userId: $user)['data'], 'user_id');
$activity = count($quoin->listActivity(userId: $user)['data']);
try { $quoin->listOffers(userId: ''); } catch (QuoinError $error) {
    $refused = [$error->errorCode, $error->status, $error->details[0]['field'], substr($error->requestId, 0, 4)];
}
$vector = json_decode($argv[1], true);
$verify = fn ($body, $now) => Quoin::verifyCallback($body, $vector['headers'], $vector['secrets'], now: $now);
$fails = function ($body, $now) use ($verify) { try { $verify($body, $now); } catch (SignatureError) { return true; } return false; };
$isNone = function ($secret) use ($vector) {
    try { Quoin::verifyCallback($vector['body'], $vector['headers'], $secret, now: 1795000000); } catch (InvalidArgumentException) { return true; }
    return false;
};
foreach (json_decode($argv[2], true) as $secret) { if (!$isNone($secret)) { throw new Exception(json_encode($secret)); } }
$checks = [$verify($vector['body'], 1795000000)['type'], $fails($vector['body'] . ' ', 1795000000), $fails($vector['body'], 1795000400)];
echo json_encode([$page['meta']['total'], $one, $token, $isSame, $changes, $activity, $refused, $checks], JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
`

describe('the clients for PHP and Python', () => {
  let world: World
  let environment: Record<string, string>

  before(async () => {
    world = await createWorld()
    await world.addOffers([{}, {}, {}])
    await world.server.listen({ host: '127.0.0.1', port: 0 })
    const { port } = world.server.server.address() as AddressInfo // an IP server has one
    environment = {
      QUOIN_BASE_URL: `http://127.0.0.1:${port}`,
      QUOIN_API_KEY: world.app.live.apiKey,
      QUOIN_API_SECRET: world.app.live.apiSecret,
    }
  })
  after(() => world.close())

  test('have the methods of the contract', () => {
    for (const { text, renewed } of renewClients()) assert.equal(renewed, text, 'run: npm run clients:print')
  })

  for (const [file, words] of [
    ['python3', ['-c', python]],
    ['php', ['-r', php]],
  ] as const)
    test(`${file}: the whole way, what is refused, and callbacks verified`, async (t) => {
      const found = await runProgram(file, ['--version'], {}).catch(() => undefined)
      if (found?.code !== 0) return t.skip(`${file} is not installed here`)
      const vector = JSON.stringify({
        ...nativeVector(),
        secrets: ['whsec_CAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAg=', nativeSecret],
      })
      const noSecrets = [
        '',
        [''],
        [],
        ' ',
        'whsec_',
        '***',
        'whsec_…',
        nativeSecret.slice(6),
        [nativeSecret, ''],
      ]
      const last = [...(file === 'php' ? ['--'] : []), vector, JSON.stringify(noSecrets)]
      const { stdout, stderr } = await runProgram(file, [...words, ...last], environment, repository)
      const claims = file === 'php' ? 1 : 1
      assert.deepEqual(
        JSON.parse(stdout || '[]'),
        [
          3,
          true,
          'qs_',
          true,
          ['ada/ü&1'],
          claims,
          ['INVALID_REQUEST', 400, 'userId', 'req_'],
          ['conversion.approved', true, true],
        ],
        stderr,
      )
      await world.ports.db.query('truncate conversions cascade')
    })

  for (const [file, show] of [
    [
      'python3',
      `import sys; sys.path.insert(0, 'clients'); import quoin\ntry: print(quoin.Quoin().list_offers(userId='bea')['meta']['total'])\nexcept ValueError as error: print(error)`,
    ],
    [
      'php',
      `require 'clients/Quoin.php'; try { echo (new Quoin\\Quoin())->listOffers(userId: 'bea')['meta']['total']; } catch (InvalidArgumentException $error) { echo $error->getMessage(); }`,
    ],
  ] as const)
    test(`${file}: reads both spellings of the variables, one at a time, and names the missing one`, async (t) => {
      const found = await runProgram(file, ['--version'], {}).catch(() => undefined)
      if (found?.code !== 0) return t.skip(`${file} is not installed here`)
      const ask = async (given: Record<string, string>) => {
        const words = [file === 'php' ? '-r' : '-c', show]
        return (await runProgram(file, words, given, repository)).stdout.trim()
      }
      const short = Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [name.replace('QUOIN_', ''), value]),
      )
      assert.equal(await ask(environment), '3')
      assert.equal(await ask(short), '3')
      // As it is read from a file.
      const { QUOIN_API_SECRET: secret = '', ...without } = environment
      assert.equal(await ask({ ...without, QUOIN_API_SECRET: `${secret}\n` }), '3')
      const broken = await ask({ ...without, QUOIN_API_SECRET: `${secret}\u0001x` })
      assert.ok(broken !== '3' && !broken.includes(secret), 'an error holds no secret')
      const name = file === 'php' ? 'apiSecret' : 'api_secret'
      const sentence = `Quoin needs ${name} (or QUOIN_API_SECRET in the environment`
      assert.equal(await ask(without), `${sentence}).`)
      assert.equal(
        await ask({ ...without, API_SECRET: 'of-something-else' }),
        `${sentence}; API_SECRET is set, but not read beside QUOIN_ variables).`,
      )
      const { API_SECRET: _short, ...shortWithout } = short
      assert.equal(await ask(shortWithout), `Quoin needs ${name} (or API_SECRET in the environment).`)
      assert.match(await ask({}), /QUOIN_BASE_URL.*QUOIN_API_KEY.*QUOIN_API_SECRET/)
      assert.match(await ask({ ...environment, QUOIN_BASE_URL: 'localhost' }), /must begin with http/)
    })

  /** By one call each: how often it was asked, by which keys, and what the caller saw. */
  const once = {
    python3: (call: string) => `
import json, sys
sys.path.insert(0, 'clients')
from quoin import Quoin, QuoinError
quoin = Quoin(timeout_sec=8)
try: print(json.dumps(${call}['data']))
except QuoinError as error: print(json.dumps([error.code, error.status, error.retry_after]))`,
    php: (call: string) => `require 'clients/Quoin.php';
$quoin = new Quoin\\Quoin(timeoutSec: 8);
try { echo json_encode(${call}['data']); }
catch (Quoin\\QuoinError $error) { echo json_encode([$error->errorCode, $error->status, $error->retryAfterSec]); }`,
  } as const
  const calls = {
    list: { python3: 'quoin.list_offers(userId="ada")', php: '$quoin->listOffers(userId: "ada")' },
    claim: {
      python3: 'quoin.create_conversion(userId="ada", offerId=7)',
      php: '$quoin->createConversion(userId: "ada", offerId: 7)',
    },
  } as const

  for (const file of ['python3', 'php'] as const)
    test(`${file}: waits as it is told to, and gives up where that would take too long`, async (t) => {
      const found = await runProgram(file, ['--version'], {}).catch(() => undefined)
      if (found?.code !== 0) return t.skip(`${file} is not installed here`)
      const answers: [number, Record<string, string>, object][] = []
      const asked: { readonly atMs: number; readonly key: string }[] = []
      const server = createServer((request, response) => {
        asked.push({ atMs: Date.now(), key: String(request.headers['idempotency-key']) })
        const [status, headers, body] = answers.shift() ?? [500, {}, {}]
        if (status === 0) return void request.socket.destroy()
        response
          .writeHead(status, { 'content-type': 'application/json', ...headers })
          .end(JSON.stringify(body))
      })
      server.listen(0, '127.0.0.1')
      await happens(server, 'listening')
      const { port } = server.address() as AddressInfo // an IP server has one
      const run = async (call: keyof typeof calls) => {
        const words =
          file === 'php' ? ['-r', once.php(calls[call].php)] : ['-c', once.python3(calls[call].python3)]
        const given = { ...environment, QUOIN_BASE_URL: `http://127.0.0.1:${port}` }
        const { stdout, stderr } = await runProgram(file, words, given, repository)
        assert.ok(stdout !== '', stderr)
        return JSON.parse(stdout)
      }
      const busy = { success: false, error: { code: 'SERVER_ERROR', message: 'Busy.', details: null } }
      const full = { success: false, error: { code: 'RATE_LIMIT_EXCEEDED', message: 'Full.', details: null } }
      const wrong = { success: false, error: { code: 'INVALID_REQUEST', message: 'Wrong.', details: [] } }
      try {
        answers.push([503, { 'retry-after': '1' }, busy], [200, {}, { success: true, data: 1, meta: {} }])
        assert.equal(await run('list'), 1)
        assert.ok((asked[1]?.atMs ?? 0) - (asked[0]?.atMs ?? 0) >= 1_000)
        asked.length = 0
        answers.push(
          [0, {}, {}],
          [502, { 'content-type': 'text/html' }, {}],
          [201, {}, { success: true, data: 2, meta: {} }],
        )
        assert.equal(await run('claim'), 2)
        // Without a key of the caller's, a repeat is the same open claim.
        assert.deepEqual(
          asked.map(({ key }) => key),
          ['undefined', 'undefined', 'undefined'],
        )
        asked.length = 0
        answers.push([429, { 'retry-after': '60' }, full])
        assert.deepEqual([await run('list'), asked.length], [['RATE_LIMIT_EXCEEDED', 429, 60], 1])
        asked.length = 0
        answers.push([400, {}, wrong])
        assert.deepEqual([await run('list'), asked.length], [['INVALID_REQUEST', 400, 0], 1])
      } finally {
        server.close()
      }
    })
})

function nativeVector(): { headers: Record<string, string>; body: string } {
  const text = blocksOf('docs/callbacks.md').find((one) =>
    one.text.includes('webhook-timestamp: 1795000000'),
  )?.text
  const [head = '', body = ''] = (text ?? '').trimEnd().split('\n\n')
  const lines = head.split('\n').slice(1)
  return { headers: Object.fromEntries(lines.map((one) => one.split(/: (.*)/s).slice(0, 2))), body }
}

test('a list may be asked for with userMacro in place of a user', () => {
  assert.match(
    readFileSync(join(repository, 'clients/quoin.py'), 'utf8'),
    /def list_offers\(self, \*, userId=None, .*userMacro=None\)/,
  )
  assert.match(
    readFileSync(join(repository, 'clients/Quoin.php'), 'utf8'),
    /listOffers\(mixed \$userId = null, .*\$userMacro = null\)/,
  )
})
