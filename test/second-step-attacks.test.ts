import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError } from './support/assert-answer.ts'
import { makeStaff, TestVisitor, totpOf } from './support/people.ts'
import { createWorld, type World } from './support/world.ts'

/** Guesses at the second step, many at once and at two processes of one platform. */

let world: World
let other: World
before(async () => {
  world = await createWorld({ nowMs: Date.now(), environment: { BASE_URL: 'https://quoin.example' } })
  other = await createWorld({ environment: { BASE_URL: 'https://quoin.example' }, beside: world })
})
after(async () => {
  await other.close()
  await world.close()
})

let visitors = 0
function visitorAt(which: World): TestVisitor {
  visitors += 1
  return new TestVisitor(which, { address: `198.51.${100 + (visitors >> 8)}.${visitors & 255}` })
}

/** Somebody with a second step, and the visitors who know their password and wait for a code. */
async function withWaiting(count: number) {
  const person = await makeStaff(world)
  const own = visitorAt(world)
  await own.signIn(person)
  const { data } = (await own.post('account/two-factor/begin', { password: person.password })).json()
  await own.post('account/two-factor/confirm', { code: totpOf(data.secret) })
  const waiting: TestVisitor[] = []
  for (let index = 0; index < count; index += 1) {
    // An account takes ten sign-ins a minute at each process.
    if (index % 16 === 0) world.clock.advance({ seconds: 61 })
    const one = visitorAt(index % 2 === 0 ? world : other)
    assert.equal((await one.signIn(person)).statusCode, 200)
    waiting.push(one)
  }
  const wrong = wrongCodes(data.secret)
  return { person, own, waiting, wrong, secret: data.secret, recoveryCodes: data.recovery_codes as string[] }
}

function wrongCodes(secret: string): string[] {
  const right = [-30_000, 0, 30_000, 60_000].map((ms) => totpOf(secret, Date.now() + ms))
  return Array.from({ length: 200 }, (_, index) => String(100_000 + index)).filter(
    (code) => !right.includes(code),
  )
}

test('guesses at once, of many sign-ins at two processes, are twelve at most before the second step locks', async () => {
  const { waiting, wrong, secret } = await withWaiting(40)
  const answers = await Promise.all(
    waiting.map((one, index) => one.post('second-step', { code: wrong[index] ?? '' })),
  )
  const looked = answers.filter(({ statusCode }) => statusCode === 400)
  assert.ok(looked.length <= 12, `${looked.length} codes were looked at`)
  world.clock.advance({ seconds: 61 })
  for (const one of waiting.slice(-3)) {
    const late = await one.post('second-step', { code: totpOf(secret, Date.now() + 30_000) })
    assert.ok([401, 429].includes(late.statusCode), late.body)
    assert.equal(await one.isKnown(), false)
  }
})

test('guesses at once of one sign-in are five at most', async () => {
  const { waiting, wrong } = await withWaiting(1)
  const [one] = waiting
  assert.ok(one)
  const answers = await Promise.all(wrong.slice(0, 30).map((code) => one.post('second-step', { code })))
  const looked = answers.filter(({ statusCode }) => statusCode === 400)
  assert.ok(looked.length <= 5, `${looked.length} codes were looked at`)
})

test('a recovery code that comes at once at two processes lets one in', async () => {
  const { waiting, recoveryCodes } = await withWaiting(8)
  const [code = ''] = recoveryCodes
  const answers = await Promise.all(waiting.map((one) => one.post('second-step', { code })))
  assert.equal(
    answers.filter(({ statusCode }) => statusCode === 200).length,
    1,
    answers.map((a) => a.statusCode).join(),
  )
  const known = await Promise.all(waiting.map((one) => one.isKnown()))
  assert.equal(known.filter(Boolean).length, 1)
})

test('a code of the app that comes at once at two processes lets one in', async () => {
  const { waiting, secret } = await withWaiting(8)
  const code = totpOf(secret, Date.now() + 30_000)
  const answers = await Promise.all(waiting.map((one) => one.post('second-step', { code })))
  assert.equal(
    answers.filter(({ statusCode }) => statusCode === 200).length,
    1,
    answers.map((a) => a.statusCode).join(),
  )
  const known = await Promise.all(waiting.map((one) => one.isKnown()))
  assert.equal(known.filter(Boolean).length, 1)
})

test('the code by which somebody turned the second step on cannot be guessed at by others', async () => {
  const { own, wrong } = await withWaiting(0)
  for (const code of wrong.slice(0, 3))
    assertError(await own.post('second-step', { code }), 401, 'INVALID_API_KEY')
})
