import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DeviceSnapshot, UserSnapshot } from '../../ports/devices.ts'
import { LiveDeviceMemory } from './device-memory.ts'

let nowMs = 0
const open = (): LiveDeviceMemory => new LiveDeviceMemory(() => nowMs)

function deviceOf(users: number): DeviceSnapshot {
  const links = Array.from({ length: users }, (_, index) => {
    return [`u${index}`, { firstSeenAtMs: 1, lastSeenAtMs: 1, subnet: undefined }] as const
  })
  return { version: 'v', dataDigest: undefined, links: new Map(links), score: {} }
}

function userOf({ devices = 1, clicks = 0 }): UserSnapshot {
  return {
    readAtMs: 0,
    devices: new Map(Array.from({ length: devices }, (_, index) => [`d${index}`, 1])),
    clicks: Array.from({ length: clicks }, () => ({ offerId: 1, clickedAtMs: 1, address: null })),
    conversions: [],
  }
}

test('a page is found until it is forgotten or ten minutes old', () => {
  const memory = open()
  const [device, user] = [deviceOf(1), userOf({})]
  memory.keepDevice('d', device)
  memory.keepUser('u', user)
  nowMs += 10 * 60_000 - 1
  assert.deepEqual([memory.findDevice('d'), memory.findUser('u')], [device, user])
  memory.forgetUser('u')
  assert.equal(memory.findUser('u'), undefined)
  nowMs += 1
  assert.equal(memory.findDevice('d'), undefined)
  memory.keepDevice('d', device)
  assert.equal(memory.findDevice('d'), device)
  memory.forgetDevice('d')
  assert.equal(memory.findDevice('d'), undefined)
})

test('however many come, no more than a fixed number is kept, and nothing of the large ones', () => {
  const memory = open()
  for (let index = 0; index < 200_000; index += 1) {
    memory.keepDevice(`d${index}`, deviceOf(1))
    memory.keepUser(`u${index}`, userOf({}))
  }
  assert.ok(memory.size <= 80_000, `${memory.size}`)
  assert.ok(memory.findDevice('d199999'))
  for (const page of [deviceOf(1), deviceOf(5)]) memory.keepDevice('grown', page)
  for (const page of [userOf({}), userOf({ devices: 5 })]) memory.keepUser('grown', page)
  assert.deepEqual([memory.findDevice('grown'), memory.findUser('grown')], [undefined, undefined])
  memory.keepUser('clicker', userOf({ clicks: 17 }))
  assert.equal(memory.findUser('clicker'), undefined)
})
