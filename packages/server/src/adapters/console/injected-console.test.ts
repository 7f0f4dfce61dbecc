import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { type CalledAs, passHeader } from '../../ports/console.ts'
import { InjectedConsole } from './injected-console.ts'

// Nothing looks into it here.
const as = {} as CalledAs
const request = { method: 'GET', path: '/api/v1/offers', body: undefined, address: '127.0.0.1' } as const
const answer = { statusCode: 200, headers: {}, body: '' }

test('fifty calls are under way at most, also after their passes were used', async () => {
  const open = new InjectedConsole(randomBytes)
  const waiting: (() => void)[] = []
  open.connect(async ({ headers }) => {
    assert.equal(open.redeem(headers[passHeader]), as)
    if (waiting.length < 50) await new Promise<void>((resolve) => waiting.push(resolve))
    return answer
  })
  const calls = Array.from({ length: 50 }, () => open.call(as, request))
  await assert.rejects(open.call(as, request), { code: 'SERVER_ERROR' })
  for (const go of waiting) go()
  for (const { status } of await Promise.all(calls)) assert.equal(status, 200)
  assert.equal((await open.call(as, request)).status, 200)
})
