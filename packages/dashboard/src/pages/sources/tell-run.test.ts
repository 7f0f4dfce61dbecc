import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noCounts } from '@quoin/core/sources/source.ts'
import type { SourceRun } from './source-words.ts'
import { tellEffects, tellRun, tellUndo } from './tell-run.ts'

const run: SourceRun = {
  ...{ id: '7', source_id: '1', actor: 'server', state: 'applied', cause: null, message: null },
  ...{ began_at: 100, ended_at: 123, pages: 4, theirs: 412, ours: 200, counts: noCounts },
  mapping_version: null,
  ...{
    applied_at: 123,
    applied_by: 'server',
    undone_at: null,
    undone_by: null,
    put_back: null,
    stayed: null,
  },
  unknown_words: [],
  is_undoable: true,
}

const sentences: readonly (readonly [Partial<SourceRun>, string])[] = [
  [{ state: 'running', pages: 0 }, 'The network is being asked.'],
  [{ state: 'running' }, 'Page 4: 200 of 412 offers so far.'],
  [{ state: 'running', theirs: null, ours: 1 }, 'Page 4: 1 offer so far.'],
  [{}, ''],
  [{ applied_by: 'person:mira@example.com' }, 'mira@example.com let it count.'],
  [{ state: 'same' }, 'All offers are as they were.'],
  [
    { state: 'same', counts: { ...noCounts, missing: 83 } },
    'Nothing is changed yet; 83 offers did not come.',
  ],
  [
    { state: 'failed', message: 'The network answered with no offers.' },
    'The network answered with no offers.',
  ],
  [
    { state: 'undone', undone_by: 'token:ci', put_back: 9, stayed: 3 },
    'ci took it back: 9 offers put back, 3 changed since and left.',
  ],
]

for (const [facts, sentence] of sentences)
  test(`a run says of itself: ${sentence === '' ? 'nothing' : sentence}`, () =>
    assert.equal(tellRun({ ...run, ...facts }), sentence))

test('effects are told with one and many, before they count and after, and none of nothing', () => {
  const counts = { ...noCounts, new: 1, changed: 1_200, same: 9 }
  const told = (isPast: boolean) => tellEffects(counts, { isPast }).map(({ strong }) => strong)
  assert.deepEqual(told(false), ['1 offer appears.', '1,200 offers change.'])
  assert.deepEqual(told(true), ['1 offer appeared.', '1,200 offers changed.'])
})

test('an undo names changed and new offers only where a run has them', () => {
  assert.equal(tellUndo({ counts: noCounts }).length, 1)
  const [stays] = tellUndo({ counts: { ...noCounts, ended: 1 } })
  assert.equal(stays, 'Offers that have ended, forbid rewards or are not approved stay paused.')
  const [again] = tellUndo({ counts: { ...noCounts, missing: 1 } })
  assert.match(again ?? '', /^Offers that it paused for not coming are shown again/)
  const [changed, created] = tellUndo({ counts: { ...noCounts, changed: 1, new: 2 } })
  assert.equal(changed, '1 changed offer gets back what nobody has changed since.')
  assert.equal(created, '2 new offers are paused, and stay in the list of offers.')
})
