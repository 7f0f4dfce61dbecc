import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameOfSegment, readSegmentName, segmentOf } from './log-segments.ts'

test('a name is read and written the same, and other names are none', () => {
  for (const name of ['000000010000000000000001', '000000010000000A000000FF', '0000FFFF00000001000000A0'])
    assert.equal(nameOfSegment(readSegmentName(name) ?? { timeline: 0, number: 0 }), name)
  for (const name of [
    '00000002.history',
    '000000010000000000000002.00000028.backup',
    '00000001000000000000010',
    '',
  ])
    assert.equal(readSegmentName(name), undefined, name)
})

test('the segment of a place is the one that the server names', () => {
  assert.equal(nameOfSegment(segmentOf('0/3A000028', 1)), '00000001000000000000003A')
  assert.equal(nameOfSegment(segmentOf('1/00000000', 2)), '000000020000000100000000')
  assert.equal(nameOfSegment(segmentOf('FF/FFFFFFFF', 1)), '00000001000000FF000000FF')
})
