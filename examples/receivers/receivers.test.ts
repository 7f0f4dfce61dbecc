import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { CallbackEndpoint } from '@quoin/core/callbacks/endpoint.ts'
import type { CallbackFacts } from '@quoin/core/callbacks/facts.ts'
import { judgeAnswer } from '@quoin/core/callbacks/judge-answer.ts'
import { readCidr } from '@quoin/core/detect/address.ts'
import { openOutgoing } from '../../packages/server/src/adapters/outgoing-http/outgoing-http.ts'
import { systemClock } from '../../packages/server/src/adapters/system-clock.ts'
import { buildCallbackRequest } from '../../packages/server/src/features/callbacks/requests/build-request.ts'
import type { OutgoingRequest } from '../../packages/server/src/ports/outgoing.ts'
import {
  approvedFacts,
  classicSecret,
  endpointOf,
  nativeSecret,
  reversedFacts,
  sealSecret,
  testKeyring,
} from '../../test/support/callbacks.ts'
import { eventually } from '../../test/support/eventually.ts'
import { findPort } from '../../test/support/find-port.ts'
import { plainEnvironment, runProgram } from '../../test/support/run-program.ts'

interface Language {
  readonly title: string
  readonly file: string
  readonly version: readonly string[]
  readonly words: (port: number) => readonly string[]
}

const here = import.meta.dirname
const languages: readonly Language[] = [
  {
    title: 'Node',
    file: process.execPath,
    version: ['--version'],
    words: () => [join(here, 'receiver.js')],
  },
  {
    title: 'Python',
    file: 'python3',
    version: ['--version'],
    words: () => [join(here, 'receiver.py')],
  },
  {
    title: 'PHP',
    file: 'php',
    version: ['--version'],
    words: (port) => ['-S', `127.0.0.1:${port}`, join(here, 'receiver.php')],
  },
  {
    title: 'Go',
    file: 'go',
    version: ['version'],
    words: () => ['run', join(here, 'receiver.go')],
  },
]

/** `go run` compiles all that it needs first. */
const compilingMs = 240_000

const allowed = ['127.0.0.0/8'].flatMap((text) => readCidr(text) ?? [])
const outgoing = openOutgoing({ policy: { allowed, ports: [] }, clock: systemClock })
after(() => outgoing.close())

/** The request that we send for a step of a conversion, at this very moment. */
function build(facts: CallbackFacts, endpoint: CallbackEndpoint, sentAtMs = Date.now()): OutgoingRequest {
  const built = buildCallbackRequest({ keyring: testKeyring }, { facts, endpoint, sentAtMs })
  assert.ok(built.kind === 'request', JSON.stringify(built))
  return built.request
}

async function verdictOf(request: OutgoingRequest, { success }: CallbackEndpoint): Promise<string> {
  const result = await outgoing.send(request)
  const { kind } = judgeAnswer(success, result, Date.now())
  return `${kind} ${result.kind === 'answer' ? `${result.status} ${result.bodyExcerpt}` : result.reason}`
}

for (const language of languages) {
  describe(`the ${language.title} receiver`, async () => {
    const installed = await runProgram(language.file, language.version, {}).catch(() => undefined)
    const skip = installed?.code === 0 ? false : `${language.file} is not installed here`
    const folder = mkdtempSync(join(tmpdir(), 'quoin-receiver-'))
    const ledgerFile = join(folder, 'ledger.jsonl')
    let child: ChildProcess | undefined
    let url = ''

    before(async () => {
      if (skip !== false) return
      const port = await findPort()
      url = `http://127.0.0.1:${port}`
      child = spawn(language.file, language.words(port), {
        cwd: folder,
        stdio: 'ignore',
        // `go run` starts a program of its own, which is ended with its group.
        detached: true,
        env: plainEnvironment({
          CALLBACK_SECRET: nativeSecret,
          CLASSIC_SECRET: classicSecret,
          LEDGER_FILE: ledgerFile,
          PORT: String(port),
        }),
      })
      await eventually(
        () =>
          fetch(`${url}/balance`).then(
            ({ status }) => status,
            () => 0,
          ),
        200,
        compilingMs,
      )
    })
    after(() => {
      if (child?.pid !== undefined) process.kill(-child.pid)
      rmSync(folder, { recursive: true, force: true })
    })

    const native = () => endpointOf('native', `${url}/callbacks`)
    const wannads = () => endpointOf('wannads', `${url}/wannads`)
    const lines = () => (existsSync(ledgerFile) ? readFileSync(ledgerFile, 'utf8').trim().split('\n') : [])
    const balanceOf = async (user: string) =>
      await (await fetch(`${url}/balance?user=${encodeURIComponent(user)}`)).text()
    const factsOf = (userId: string, payoutLocalMicros: number, index: number): CallbackFacts => ({
      ...approvedFacts,
      userId,
      payoutLocalMicros,
      callbackId: `${createHash('md5').update(userId).digest('hex')}-${index}`,
      conversionId: `${userId}-c${index}`,
    })

    test('does not start, or fails, where its secret is none', { skip }, async () => {
      const port = await findPort()
      const env = plainEnvironment({ CALLBACK_SECRET: 'whsec_', LEDGER_FILE: ledgerFile, PORT: String(port) })
      const own = { cwd: folder, stdio: 'ignore', detached: true, env } as const
      const unsafe = spawn(language.file, language.words(port), own)
      const ended = new Promise((resolve) => unsafe.once('exit', resolve))
      if (language.title !== 'PHP') return void (await ended)
      const ask = () =>
        fetch(`http://127.0.0.1:${port}/callbacks`, { method: 'POST', body: '{}' }).then(
          ({ status }) => status,
          () => 0,
        )
      await eventually(ask, 500, 20_000)
      unsafe.kill()
      await ended
    })

    test('credits a native callback once, however often it comes', { skip }, async () => {
      const facts = factsOf('ünïcode 😀 "quoted"', 125_500_000, 1)
      assert.equal(await verdictOf(build(facts, native()), native()), 'delivered 200 OK')
      for (let again = 0; again < 3; again += 1) {
        assert.equal(await verdictOf(build(facts, native()), native()), 'delivered 200 DUP')
      }
      assert.equal(await balanceOf(facts.userId), '125.5')
    })

    test('credits once also when the same callback comes many times at once', { skip }, async () => {
      const facts = factsOf('at-once', 1_000_000, 1)
      const verdicts = await Promise.all(
        Array.from({ length: 8 }, () => verdictOf(build(facts, native()), native())),
      )
      assert.equal(verdicts.filter((verdict) => verdict === 'delivered 200 OK').length, 1)
      assert.equal(await balanceOf('at-once'), '1')
    })

    test('adds up decimals exactly, and takes back what is reversed in any order', { skip }, async () => {
      for (const [index, micros] of [100_000, 200_000, 1, 999_999_999_999].entries()) {
        await verdictOf(build(factsOf('exact', micros, index), native()), native())
      }
      assert.equal(await balanceOf('exact'), '1000000.3')
      const back: CallbackFacts = {
        ...reversedFacts,
        userId: 'disorder',
        callbackId: 'disorder-2',
        payoutLocalMicros: 300_000,
        previousPayoutLocalMicros: 300_000,
      }
      await verdictOf(build(back, native()), native())
      assert.equal(await balanceOf('disorder'), '-0.3')
      await verdictOf(build(factsOf('disorder', 300_000, 1), native()), native())
      assert.equal(await balanceOf('disorder'), '0')
    })

    test('refuses what was changed, is old, or was signed by somebody else', { skip }, async () => {
      const before = lines().length
      const facts = factsOf('forged', 1_000_000, 1)
      const request = build(facts, native())
      const { headers } = request
      const changed: OutgoingRequest[] = [
        { ...request, body: request.body?.replace('"change_local":"1"', '"change_local":"9"') ?? '' },
        { ...request, body: `${request.body} ` },
        { ...request, headers: { ...headers, 'webhook-id': 'forged-2' } },
        {
          ...request,
          headers: { ...headers, 'webhook-timestamp': `${Number(headers['webhook-timestamp']) + 1}` },
        },
        { ...request, headers: { ...headers, 'webhook-signature': 'v1,' } },
        { ...request, headers: { ...headers, 'webhook-signature': '' } },
        { ...request, headers: { 'content-type': 'application/json' } },
        build(facts, native(), Date.now() - 400_000),
        build(facts, native(), Date.now() + 400_000),
        build(facts, {
          ...native(),
          secrets: {
            currentSealed: sealSecret(`whsec_${Buffer.alloc(32, 1).toString('base64')}`),
            previousSealed: null,
            previousUntilMs: null,
          },
        }),
      ]
      for (const [index, one] of changed.entries()) {
        assert.equal(await verdictOf(one, native()), 'retry 401 ERROR: signature', `change ${index}`)
      }
      assert.equal(lines().length, before)
      assert.equal(await verdictOf(request, native()), 'delivered 200 OK')
    })

    test('takes either signature while a secret is replaced', { skip }, async () => {
      const rotated = {
        ...native(),
        secrets: {
          currentSealed: sealSecret(`whsec_${Buffer.alloc(32, 1).toString('base64')}`),
          previousSealed: sealSecret(nativeSecret),
          previousUntilMs: Date.now() + 60_000,
        },
      }
      const facts = factsOf('rotated', 1_000_000, 1)
      assert.equal(await verdictOf(build(facts, rotated), rotated), 'delivered 200 OK')
    })

    test('takes a test for a test', { skip }, async () => {
      const before = lines().length
      for (const endpoint of [native(), wannads()]) {
        const facts = { ...factsOf('tester', 1_000_000, 1), isTest: true }
        assert.equal(await verdictOf(build(facts, endpoint), endpoint), 'delivered 200 OK: a test')
      }
      assert.equal(lines().length, before)
    })

    test('adds and takes back by the classic dialect, once each', { skip }, async () => {
      for (const amounts of ['signed', 'absolute'] as const) await addsAndTakesBack(amounts)
    })

    async function addsAndTakesBack(amounts: CallbackEndpoint['amounts']): Promise<void> {
      const wannads = () => ({ ...endpointOf('wannads', `${url}/wannads`), amounts })
      const facts = factsOf(`classic ü&= ${amounts}`, 1_250_000, 1)
      const back = {
        ...reversedFacts,
        ...facts,
        ...{ callbackId: `back-${amounts}`, status: 'reversed' as const },
      }
      const send = (one: CallbackFacts) => verdictOf(build(one, wannads()), wannads())
      assert.deepEqual([await send(facts), await send(facts)], ['delivered 200 OK', 'delivered 200 DUP'])
      assert.equal(await balanceOf(facts.userId), '1.25')
      assert.deepEqual([await send(back), await send(back)], ['delivered 200 OK', 'delivered 200 DUP'])
      assert.equal(await balanceOf(facts.userId), '0')
      const request = build(factsOf('classic-forged', 1_000_000, 1), wannads())
      for (const url of [
        request.url.replace('reward=1', 'reward=9'),
        request.url.replace(/&signature=.*/, ''),
      ])
        assert.equal(await verdictOf({ ...request, url }, wannads()), 'retry 401 ERROR: signature')
      assert.equal(await balanceOf('classic-forged'), '0')
    }
  })
}
