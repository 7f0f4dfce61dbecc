import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openReceiver, answer } from '../support/callback-receiver.ts'
import { until } from '../support/eventually.ts'
import { runCommandHere } from '../support/run-command.ts'
import { startServerProcess } from '../support/server-process.ts'

/** An empty server with its own processes, from nothing to the first paid conversion, by test mode and for real. */
const token = 'a-token-of-the-operator-0123456789abcdef'
const server = await startServerProcess({
  environment: { DEMO: 'off', OUTGOING_ALLOW: '127.0.0.1', OPERATOR_TOKEN: token },
})
const receiver = await openReceiver()

interface Step {
  readonly step: string
  readonly happened: {
    at: number
    by: string | null
    name: string | null
    says: string
    link: string | null
  } | null
  readonly tried: { is_ok: boolean; says: string; link: string | null } | null
}
interface Tried {
  readonly step: string
  readonly is_ok: boolean
  readonly says: string
  readonly link: string | null
}

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${server.url}/operator/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const envelope = (await response.json()) as { success: boolean; data: T }
  assert.ok(envelope.success, JSON.stringify(envelope))
  return envelope.data
}

const stepsNow = async () => (await call<{ steps: readonly Step[] }>('GET', 'first-run')).steps
const happenedNow = async () => (await stepsNow()).flatMap(({ step, happened }) => (happened ? [step] : []))

for (const [place, step] of ['network', 'offers', 'app', 'click', 'postback', 'callback'].entries())
  test(`test mode does ${step} and all before it, and ticks nothing`, async () => {
    const tried = await call<readonly Tried[]>('POST', 'first-run/trials', { step })
    assert.deepEqual(
      tried.map(({ is_ok }) => is_ok),
      Array.from({ length: place + 1 }, () => true),
      JSON.stringify(tried),
    )
    assert.equal(tried.at(-1)?.step, step)
    const steps = await stepsNow()
    assert.ok(steps[place]?.tried?.is_ok)
    assert.deepEqual(await happenedNow(), [])
  })

test('trials leave nothing in the ledger and are in the audit log', async () => {
  const ledger = await runCommandHere(['ledger', 'check'], server.environment)
  const { entries } = JSON.parse(ledger.stdout) as { entries: number }
  assert.equal(entries, 0)
  const audit = await runCommandHere(['audit', 'list', '--action', 'first_run.tried'], server.environment)
  assert.equal((JSON.parse(audit.stdout) as readonly object[]).length, 6)
  const command = await runCommandHere(['first-run', '--json'], server.environment)
  assert.equal((JSON.parse(command.stdout) as { steps: readonly object[] }).steps.length, 6)
})

test('the six events tick one by one, whoever causes them and in any order', async () => {
  // The app comes before the network, by a command.
  const made = await runCommandHere(
    [
      'apps',
      'create',
      '--publisher',
      'Pocketfern',
      '--name',
      'Rewards',
      '--currency-name',
      'Gems',
      '--currency-rate',
      '100',
    ],
    server.environment,
  )
  const { appId } = JSON.parse(made.stdout) as { appId: number }
  assert.deepEqual(await happenedNow(), ['app'])

  const network = await call<{ postback_url: string; id: string }>('POST', 'networks', {
    slug: 'kestrel',
    name: 'Kestrel Partners',
  })
  assert.deepEqual(await happenedNow(), ['network', 'app'])
  await call('POST', 'offers', {
    networkId: Number(network.id),
    externalId: 'k-1',
    name: 'Toonlock Match',
    description: 'Play.',
    payout: '1.26',
    revenue: '1.80',
    destinationUrl: 'https://kestrel.example/o?sub={click_id}',
  })
  assert.deepEqual(await happenedNow(), ['network', 'offers', 'app'])

  await call('POST', `apps/${appId}/callback-endpoints`, { url: `${receiver.url}/in`, mode: 'both' })
  receiver.behave(answer(500, 'broken'))
  const failed = await call<readonly Tried[]>('POST', 'first-run/trials', { step: 'callback' })
  assert.equal(failed.at(-1)?.is_ok, false)
  assert.match(
    failed.at(-1)?.says ?? '',
    /was answered 500 by 127\.0\.0\.1:\d+\. Fix the receiver, then try again\./,
  )
  assert.match(failed.at(-1)?.link ?? '', /^\/ops\/callbacks\/\d+$/)
  receiver.behave(answer(200))
  const again = await call<readonly Tried[]>('POST', 'first-run/trials', { step: 'callback' })
  assert.ok(
    again.every(({ is_ok }) => is_ok),
    JSON.stringify(again),
  )
  assert.deepEqual(await happenedNow(), ['network', 'offers', 'app'])

  let link: string | null = null
  await until(async () => {
    link = (await call<{ link: string | null }>('GET', 'first-run/link')).link
    const led = await fetch(link ?? '', { redirect: 'manual', headers: { 'user-agent': browser } })
    return led.headers.get('location')?.startsWith('https://kestrel.example/') === true
  }, 'the link led to the network')
  assert.ok((link ?? '').includes('userId=first-user'))
  await until(async () => (await happenedNow()).includes('click'), 'the click ticked')
  const clickId = (await stepsNow())[3]?.happened?.link?.slice('/t/'.length) ?? ''

  const reported = await fetch(`${network.postback_url}?click_id=${clickId}&payout=1.80&status=approved`)
  assert.equal(reported.status, 200)
  await until(async () => (await happenedNow()).length === 6, 'all six have happened')
  const steps = await stepsNow()
  assert.match(steps[4]?.happened?.says ?? '', /approved, 1\.80 USD; 1\.26 payable, 0\.54 margin/)
  assert.match(steps[5]?.happened?.says ?? '', /answered 200 in \d+ ms/)
  assert.equal(steps[0]?.happened?.name, 'Kestrel Partners')
  assert.equal(steps[0]?.happened?.by, 'A program with the operator token')
  assert.equal(steps[2]?.happened?.by, 'Somebody on the server')
})

const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
