import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

/** Fills 100 MB, lets go of them, and works on until most are given back; says how it went. */
const script = `
  const { returnMemory } = await import(${JSON.stringify(new URL('./return-memory.ts', import.meta.url).href)})
  returnMemory({ lookEveryMs: 10 })
  const residentMb = () => process.memoryUsage.rss() / 2 ** 20
  const before = residentMb()
  let kept = Array.from({ length: 600_000 }, (_, n) => ({ n, own: [n], text: 'x' + n }))
  const grown = residentMb() - before
  kept = kept.length
  const ring = new Array(50_000)
  let left = grown
  for (let round = 0; round < 2_000 && left > grown / 2; round += 1) {
    for (let n = 0; n < 20_000; n += 1) ring[(round * 20_000 + n) % ring.length] = { n, own: [n] }
    await new Promise((resolve) => setTimeout(resolve, 5))
    left = residentMb() - before
  }
  console.log(JSON.stringify({ grown, left }))
`

test('a process that once held much gives it back while it works on', () => {
  const flags = ['--max-semi-space-size=16', '--no-parallel-scavenge']
  const said = execFileSync(process.execPath, [...flags, '--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  const { grown, left }: { grown: number; left: number } = JSON.parse(said)
  assert.ok(grown > 50, `it grew by ${grown} MB only`)
  assert.ok(left <= grown / 2, `${left} of ${grown} MB are left`)
})
