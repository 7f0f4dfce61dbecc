import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedBody, emptyDraft, newBody, pacesOf, standardPaceOf } from './source-draft.ts'
import type { SourceKind } from './use-source-kinds.ts'

const setting = { label: 'Host', about: '', example: '', is_required: false, choices: [] }
const kind: SourceKind = {
  ...{ name: 'everflow', title: 'Everflow', preset: 'everflow', key_about: '', every_sec_min: 900 },
  has_mapping: false,
  settings: [{ name: 'api_host', ...setting }],
}

test('a new source sends what is filled in: an empty setting and name are left out', () => {
  const draft = { ...emptyDraft, key: ' k3y ', settings: { api_host: ' ', of_another_kind: 'x' } }
  assert.deepEqual(newBody(kind, draft), {
    ...{ kind: 'everflow', key: 'k3y', settings: {}, payoutPercent: '70' },
  })
})

test('a change sends what differs alone, so that nothing is tried without need', () => {
  const before = { ...emptyDraft, name: 'Lumen', settings: { api_host: 'a.example' }, everySec: '1800' }
  assert.deepEqual(changedBody(kind, before, before), {})
  assert.deepEqual(changedBody(kind, before, { ...before, payoutPercent: '65.5', everySec: '3600' }), {
    ...{ payoutPercent: '65.5', everySec: 3_600 },
  })
  assert.deepEqual(changedBody(kind, before, { ...before, key: 'new', settings: {} }), {
    ...{ key: 'new', settings: { api_host: '' } },
  })
})

test('no pace is offered that the network does not allow, and one that is set stays', () => {
  assert.equal(pacesOf(kind, '')[0]?.label, 'every 15 min')
  assert.ok(pacesOf(kind, '1234').some(({ value }) => value === '1234'))
  assert.equal(standardPaceOf(kind), '1800')
  assert.equal(standardPaceOf({ ...kind, every_sec_min: 3_600 }), '3600')
})
