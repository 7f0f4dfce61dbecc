import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError } from '@quoin/core/errors.ts'
import { PasswordQueue } from './password-queue.ts'

function isCrowded(error: unknown): boolean {
  return error instanceof DomainError && /try again/.test(error.message)
}

test('whoever would wait for too long is refused at once, and the others have their turn within the bound', async () => {
  const queue = new PasswordQueue({ atOnceMax: 2, waitingMax: 1_000, waitMaxMs: 300 })
  const work = () => sleep(50)
  // The first ones teach the queue what a turn takes.
  for (let round = 0; round < 20; round += 1) await queue.run(work)
  const beganMs = performance.now()
  const ended = await Promise.all(
    Array.from({ length: 80 }, async () => {
      const outcome = await queue.run(work).then(
        () => 'done',
        (error: unknown) => (isCrowded(error) ? 'refused' : 'failed'),
      )
      return { outcome, tookMs: performance.now() - beganMs }
    }),
  )
  const of = (wanted: string) => ended.filter(({ outcome }) => outcome === wanted)
  assert.equal(of('failed').length, 0)
  assert.ok(of('done').length >= 8 && of('refused').length >= 40, `${of('done').length} done`)
  assert.ok(of('refused').filter(({ tookMs }) => tookMs < 250).length >= 40, 'refused early')
})

test('whoever waits behind work that takes longer than it ever did is refused when the bound is over', async () => {
  const queue = new PasswordQueue({ atOnceMax: 1, waitingMax: 10, waitMaxMs: 50 })
  let release = (): void => {}
  const held = queue.run(() => new Promise<void>((resolve) => (release = resolve)))
  await assert.rejects(
    queue.run(async () => {}),
    isCrowded,
  )
  release()
  await held
  assert.equal(await queue.run(async () => 'free again'), 'free again')
})
