import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CallbackLanes } from './callback-lanes.ts'

const always = (): boolean => true

/** Begins whatever there is room for, as if each endpoint had more than enough to tell. */
function fill(lanes: CallbackLanes, endpointIds: readonly number[]): void {
  for (let time = 0; time < 100; time += 1) {
    for (const id of endpointIds) lanes.note(id)
    const rooms = lanes.takeRooms(0, always)
    if (rooms.length === 0) return
    for (const { endpointId, room } of rooms) for (let one = 0; one < room; one += 1) lanes.begin(endpointId)
  }
  assert.fail('there was always room')
}

test('receivers that are slow, however many, leave places for one that is quick', () => {
  const lanes = new CallbackLanes({ placesMax: 64, endpointPlacesMax: 16 })
  const slow = [1, 2, 3, 4, 5]
  fill(lanes, slow)
  assert.ok(lanes.underWay <= 64)
  // The quick one comes; of the slow ones each place that falls free is asked for again.
  for (let round = 0; round < 200; round += 1) {
    const id = slow[round % slow.length] ?? 0
    lanes.end(id, undefined, 0)
    fill(lanes, [...slow, 9])
  }
  for (let one = 0; one < 3; one += 1) lanes.end(9, undefined, 0)
  for (const id of [...slow, 9]) lanes.note(id)
  assert.deepEqual(lanes.takeRooms(0, always), [{ endpointId: 9, room: 3 }])
})

test('one endpoint alone gets all of its places, and all endpoints together no more than there are', () => {
  const alone = new CallbackLanes({ placesMax: 20, endpointPlacesMax: 16 })
  fill(alone, [1])
  assert.equal(alone.underWay, 16)
  const many = new CallbackLanes({ placesMax: 20, endpointPlacesMax: 16 })
  fill(
    many,
    Array.from({ length: 50 }, (_none, place) => place),
  )
  assert.equal(many.underWay, 20)
})
