import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findWait, type ReadRun } from './judge-run.ts'
import { everySecStandard, pauseAfter } from './source.ts'

const run: ReadRun = {
  isFirst: false,
  theirs: null,
  came: 100,
  opening: 0,
  shown: 100,
  pausing: 0,
  medianBefore: 1_000_000,
  medianAfter: 1_000_000,
}

for (const [title, changed, cause] of [
  ['a run like the one before counts at once', {}, undefined],
  ['the first run waits for a person', { isFirst: true }, 'first'],
  ['a run that would pause 30 of 100 shown offers counts', { pausing: 30 }, undefined],
  ['a run that would pause 31 of 100 shown offers waits', { pausing: 31 }, 'many_end'],
  ['two of three offers say nothing', { shown: 3, pausing: 2 }, undefined],
  ['three of three offers wait', { shown: 3, pausing: 3 }, 'many_end'],
  ['a middle price that rises by half counts', { medianAfter: 1_500_000 }, undefined],
  ['a middle price that rises by more than half waits', { medianAfter: 1_520_000 }, 'prices_moved'],
  ['a middle price that falls by more than half waits', { medianAfter: 480_000 }, 'prices_moved'],
  ['no price before or after says nothing', { medianBefore: null, medianAfter: null }, undefined],
  ['one offer in a hundred fewer than the network counts says nothing', { theirs: 101 }, undefined],
  ['fewer offers than the network counts wait', { theirs: 103 }, 'count_differs'],
  ['30 of 100 shown offers may be for all countries in place of some', { opening: 30 }, undefined],
  ['31 of 100 shown offers that would be for all countries wait', { opening: 31 }, 'audiences_opened'],
  ['more offers than the network counts do not', { theirs: 99 }, undefined],
] as const) {
  test(title, () => assert.equal(findWait({ ...run, ...changed })?.cause, cause))
}

test('a source waits longer after each failure, four hours at most, and never the same time as another', () => {
  const pause = (failures: number, dice = 0.5) => pauseAfter(failures, { everySec: everySecStandard, dice })
  assert.deepEqual(
    [0, 1, 2, 3, 20].map((failures) => pause(failures)),
    [1_800, 60, 120, 240, 14_400],
  )
  assert.deepEqual([pause(0, 0), pause(0, 0.999)], [1_620, 1_980])
  assert.deepEqual([pause(1, 0), pause(1, 0.999)], [30, 90])
  assert.equal(pauseAfter(20, { everySec: 86_400, dice: 0.5 }), 86_400)
})
