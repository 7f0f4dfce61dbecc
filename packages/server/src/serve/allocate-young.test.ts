import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

/** Keeps for a while what it makes, as a busy moment does; then lets go of all that it makes, and counts collections. */
const script = `
  import { constants, PerformanceObserver } from 'node:perf_hooks'
  const { allocateYoung } = await import(${JSON.stringify(new URL('./allocate-young.ts', import.meta.url).href)})
  allocateYoung()
  const counts = { [constants.NODE_PERFORMANCE_GC_MAJOR]: 0, [constants.NODE_PERFORMANCE_GC_MINOR]: 0 }
  const observer = new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries()) counts[detail.kind] += 1
  })
  const make = (n) => ({ n, told: [n, n + 1], inner: { a: n, list: [{ n }] }, tell: () => n })
  const turn = () => new Promise((resolve) => setTimeout(resolve, 0))
  let kept = []
  for (let round = 0; round < 200; round += 1) {
    for (let n = 0; n < 2_000; n += 1) kept.push(make(n))
    await turn()
    if (kept.length > 40_000) kept = []
  }
  kept = []
  observer.observe({ entryTypes: ['gc'] })
  let last
  for (let round = 0; round < 1_000; round += 1) {
    for (let n = 0; n < 2_000; n += 1) last = make(n)
    await turn()
  }
  await turn()
  console.log(JSON.stringify({ majors: counts[constants.NODE_PERFORMANCE_GC_MAJOR], minors: counts[constants.NODE_PERFORMANCE_GC_MINOR], last }))
`

test('after a moment in which much was kept, what is let go of at once is collected young again', () => {
  const flags = ['--max-semi-space-size=6', '--input-type=module', '--eval', script]
  const said = execFileSync(process.execPath, flags, { encoding: 'utf8' })
  const { majors, minors }: { majors: number; minors: number } = JSON.parse(said)
  assert.ok(minors > 20, `${minors} minor collections`)
  assert.ok(majors <= 2, `${majors} major collections`)
})
