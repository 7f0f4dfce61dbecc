import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { CallbackEndpoint } from '@quoin/core/callbacks/endpoint.ts'
import type { CallbackFacts } from '@quoin/core/callbacks/facts.ts'
import { judgeAnswer } from '@quoin/core/callbacks/judge-answer.ts'
import type { StoredEndpoint } from '@quoin/core/callbacks/stored-endpoint.ts'
import { getEndpoint } from '../../packages/server/src/features/callbacks/endpoints/change-endpoint.ts'
import { setEndpoint } from '../../packages/server/src/features/callbacks/endpoints/set-endpoint.ts'
import { buildCallbackRequest } from '../../packages/server/src/features/callbacks/requests/build-request.ts'
import type { OutgoingRequest } from '../../packages/server/src/ports/outgoing.ts'
import { replayCallback } from '../../packages/server/src/features/callbacks/replay-callbacks.ts'
import { CallbackSender } from '../../packages/server/src/jobs/send-callbacks.ts'
import { approvedFacts, reversedFacts } from '../support/callbacks.ts'
import { followOffer, tell } from '../support/conversions.ts'
import { documentedEndpoints } from '../support/documented-endpoints.ts'
import { eventually } from '../support/eventually.ts'
import { findPort } from '../support/find-port.ts'
import { plainEnvironment, runProgram } from '../support/run-program.ts'
import { createWorld, type World } from '../support/world.ts'

const documented = documentedEndpoints('docs/receivers.md')
const reward = 125.5

/**
 * The changes of somebody without the secret, where the family's signature covers the amount, and where it does not.
 */
const amount = (text: string) => text.replaceAll('125.5', '925.5')
const tampered: Readonly<Record<string, (text: string) => string>> = {
  one: (text) => text.replace('user_id=', 'user_id=x'),
  survey: (text) => text.replace('trans_id=', 'trans_id=9'),
}

const installed = await runProgram('php', ['--version'], {}).catch(() => undefined)
const skip = installed?.code === 0 ? false : 'php is not installed here'

describe('the receivers of docs/receivers.md, run by PHP', { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-receivers-'))
  let world: World
  let child: ChildProcess
  let address = ''

  before(async () => {
    world = await createWorld({ environment: { OUTGOING_ALLOW: '127.0.0.1' } })
    const port = await findPort()
    address = `http://127.0.0.1:${port}`
    child = spawn('php', ['-S', `127.0.0.1:${port}`, join(import.meta.dirname, 'receivers.php')], {
      stdio: 'ignore',
      env: plainEnvironment({ SECRET: 'its-own-secret-1', BOOKS_FILE: join(folder, 'books.json') }),
    })
    const isUp = () =>
      fetch(`${address}/balance`).then(
        ({ status }) => status,
        () => 0,
      )
    await eventually(isUp, 200, 20_000)
  })
  after(async () => {
    child.kill()
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const balanceOf = async (user: string) =>
    Number(await (await fetch(`${address}/balance?user=${user}`)).text())

  /** The endpoint of a line of the docs, at the receiver of this test. */
  async function endpointOf(name: string, changes: object = {}): Promise<StoredEndpoint> {
    const { choices } = documented.find((endpoint) => endpoint.name === name) ?? assert.fail(name)
    const { pathname, search } = new URL(choices.url ?? '')
    const { endpointId } = await setEndpoint(world.ports, {
      appId: world.app.appId,
      name: `${name} ${world.ports.newId()}`,
      choices: { ...choices, url: `${address}${pathname}${search}`, ...changes },
      actor: 'test',
    })
    return await getEndpoint(world.ports, endpointId)
  }

  function build(endpoint: CallbackEndpoint, facts: CallbackFacts): OutgoingRequest {
    const built = buildCallbackRequest(world.ports, { facts, endpoint, sentAtMs: world.clock.nowMs() })
    assert.ok(built.kind === 'request', JSON.stringify(built))
    return built.request
  }

  async function send(endpoint: CallbackEndpoint, request: OutgoingRequest): Promise<string> {
    const result = await world.ports.outgoing.send(request)
    return judgeAnswer(endpoint.success, result, world.clock.nowMs()).kind
  }

  /** A conversion of a user, and what takes it back. */
  function conversionOf(userId: string): { readonly given: CallbackFacts; readonly taken: CallbackFacts } {
    const conversionId = world.ports.newId()
    const given = { ...approvedFacts, userId, conversionId, callbackId: world.ports.newId() }
    return { given, taken: { ...reversedFacts, userId, conversionId, callbackId: world.ports.newId() } }
  }

  for (const { name } of documented) {
    test(`${name}: credits once, whatever comes again, refuses what was changed, and takes back once`, async () => {
      const endpoint = await endpointOf(name)
      const user = `user-${name}`
      const [first, second] = [conversionOf(user), conversionOf(user)]
      const sends = async (facts: CallbackFacts, balance: number, what: string) => {
        assert.equal(await send(endpoint, build(endpoint, facts)), 'delivered', what)
        assert.equal(await balanceOf(user), balance, what)
      }
      await sends(first.given, reward, 'a credit')
      await sends(first.given, reward, 'the same again')
      await sends(second.given, 2 * reward, 'another credit')
      await sends(first.given, 2 * reward, 'an old one once more')
      const forged = build(endpoint, conversionOf(user).given)
      const change = tampered[name] ?? amount
      const body = forged.body === null ? null : change(forged.body)
      const changed = { ...forged, url: change(forged.url), body }
      assert.notDeepEqual(changed, forged)
      assert.notEqual(await send(endpoint, changed), 'delivered', 'a changed one')
      assert.equal(await balanceOf(user), 2 * reward, 'a changed one')
      await sends(first.taken, reward, 'a reversal')
      await sends(first.taken, reward, 'the same reversal again')
      await sends(first.given, reward, 'the credit once more')
      await sends(second.taken, 0, 'the other reversal')
    })
  }

  test('each style has its use: each other way pays again at a receiver of another family', async () => {
    const after = async (name: string, changes: object, steps: 'credit twice' | 'take back') => {
      const endpoint = await endpointOf(name, changes)
      const user = `wrong-${world.ports.newId()}`
      const { given, taken } = conversionOf(user)
      await send(endpoint, build(endpoint, given))
      await send(endpoint, build(endpoint, steps === 'take back' ? taken : given))
      return await balanceOf(user)
    }
    assert.equal(await after('faucet', { transactionIds: 'uuid' }, 'credit twice'), 2 * reward)
    assert.equal(await after('faucet', { amounts: 'absolute' }, 'take back'), 2 * reward)
    assert.equal(await after('documented', { amounts: 'signed' }, 'take back'), 2 * reward)
    // It acts on status 1 only: with the status of the dialect the reversal is kept.
    assert.equal(await after('status', { parameters: undefined }, 'take back'), reward)
  })

  test('a reversal is not held back by a credit whose answer was lost and whose repeat is answered with nothing', async () => {
    // The endpoints of the other tests would be told as well.
    await world.ports.db.query('truncate callbacks, callback_attempts, callback_endpoints cascade')
    const { id, name } = await endpointOf('faucet')
    const sender = new CallbackSender(world.ports)
    const round = async () => {
      await sender.sweep()
      await sender.settled()
    }
    const statesOf = async () => {
      const rows = await world.ports.db.query<{ id: string; state: string; attempts: number }>(
        'select id, state, attempts from callbacks where endpoint_id = $1 order by version',
        [id],
      )
      return rows
    }
    const offerId = await world.addOffer({ payout: '1.00', revenue: '1.50' })
    const userId = 'user-of-a-story'
    const clickId = await followOffer(world, { offerId, userId })
    const report = (status: string) => tell(world, { query: { click_id: clickId, payout: '1.50', status } })
    assert.equal((await report('approved')).statusCode, 200)
    await round()
    const credited = await balanceOf(userId)
    assert.ok(credited > 0, name)
    const [credit] = await statesOf()
    await replayCallback(world.ports, { callbackId: credit?.id ?? '', actor: 'test' })
    assert.equal((await report('reversed')).statusCode, 200)
    await round()
    world.clock.advance({ seconds: 1 })
    await round()
    const told = (await statesOf()).map(({ state, attempts }) => `${state} ${attempts}`)
    assert.deepEqual(told, ['delivered 2', 'delivered 1'])
    assert.equal(await balanceOf(userId), 0)
    await sender.stop()
  })

  test('an answer within a page is found by the rule of the dialect as well, beyond 4 kB', async () => {
    const success = { okBody: undefined, failureBody: undefined }
    const endpoint = await endpointOf('page', success)
    assert.match(endpoint.success.okBody ?? '', />OK</)
    assert.equal(await send(endpoint, build(endpoint, conversionOf('user-of-a-page').given)), 'delivered')
  })
})
