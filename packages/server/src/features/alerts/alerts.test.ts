import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { OutgoingRequest } from '../../ports/outgoing.ts'
import { diskWith } from '../../../../../test/support/disk-with.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { createChannel, removeChannel, testChannel } from './alert-channels.ts'
import { noteAlerts } from './note-alerts.ts'
import { updateQuietHours } from './quiet-hours.ts'
import { sendAlerts } from './send-alerts.ts'

const actor = 'person:ada@example.com'
let world: World
let channelId = 0
const received: string[] = []
let answers = 200
let freeBytes = 50

/** The world with a disk and a chat of its own. */
function ports() {
  const send = async ({ body }: OutgoingRequest) => {
    if (answers === 200) received.push(JSON.parse(String(body)).text)
    const answer = { status: answers, headers: {}, body: '', bodyExcerpt: '', latencyMs: 1 }
    return { kind: 'answer', ...answer } as const
  }
  const disk = diskWith(freeBytes)
  return { ...world.ports, disk, outgoing: { send, urlProblem: () => undefined } }
}

before(async () => {
  world = await createWorld()
  const address = 'https://chat.example/hooks/secret-part'
  channelId = await createChannel(ports(), { kind: 'webhook', name: 'Chat', address, actor })
})
after(() => world.close())
beforeEach(() => {
  received.length = 0
})

/** One turn of the periodic work, half a minute after the one before. */
async function look({ times = 1, free = freeBytes } = {}): Promise<void> {
  freeBytes = free
  for (let turn = 0; turn < times; turn += 1) {
    world.clock.advance({ seconds: 30 })
    await noteAlerts(ports())
    await sendAlerts(ports())
  }
}

test('a cause is told once however often it is seen, and by whichever process', async () => {
  await look({ free: 1 })
  assert.equal(received.length, 1)
  assert.match(
    received[0] ?? '',
    /^Little disk left\n1\.0 % of the disk of data, spool, database is free.*dashboard\/ops\/system\nRunbook: http.*\/docs\/runbooks\/disk$/s,
  )
  await look({ times: 5 })
  world.clock.advance({ seconds: 30 })
  await Promise.all([noteAlerts(ports()), noteAlerts(ports()), noteAlerts(ports())])
  await Promise.all([sendAlerts(ports()), sendAlerts(ports())])
  assert.equal(received.length, 1)
})

test('an alert gone for a moment is neither over nor begun again; its end is told once, and the next begins again', async () => {
  await look({ free: 50 })
  await look({ times: 2, free: 1 })
  assert.deepEqual(received, [])
  await look({ times: 8, free: 50 })
  assert.equal(received.length, 1)
  assert.match(received[0] ?? '', /^Over: Little disk left/)
  await look({ times: 2, free: 1 })
  assert.equal(received.length, 2)
  assert.match(received[1] ?? '', /^Little disk left/)
  await look({ times: 8, free: 50 })
})

test('a chat that is down is asked again for a bounded number of times', async () => {
  answers = 503
  await look({ free: 1 })
  const channel = await world.ports.store.alertChannels.findChannel(world.ports.db, channelId)
  assert.equal(channel?.lastFailure, 'It answered 503.')
  const attempts = async () => {
    const [row] = await world.ports.db.query<{ attempts: number; state: string }>(
      'select attempts, state from alert_messages order by id desc limit 1',
    )
    return row
  }
  for (let hour = 0; hour < 12; hour += 1) {
    world.clock.advance({ seconds: 3_600 })
    await look()
  }
  assert.deepEqual(await attempts(), { attempts: 8, state: 'failed' })
  answers = 200
  await look({ times: 8, free: 50 })
  // Nobody was told that it began.
  assert.deepEqual(received, [])
})

test('in quiet hours nothing is sent; what is over by their end is never told, the rest is told then', async () => {
  const hour = new Date(world.clock.nowMs()).getUTCHours()
  const quiet = { quietFrom: hour * 60, quietTo: ((hour + 2) % 24) * 60, timeZone: 'UTC', actor }
  await updateQuietHours(ports(), quiet)
  await look({ times: 2, free: 1 })
  await look({ times: 8, free: 50 })
  await look({ free: 1 })
  assert.deepEqual(received, [])
  world.clock.advance({ seconds: 2 * 3_600 })
  await look()
  assert.equal(received.length, 1)
  assert.match(received[0] ?? '', /^Little disk left/)
  await updateQuietHours(ports(), { ...quiet, quietTo: quiet.quietFrom })
  await look({ times: 8, free: 50 })
})

test('a test is sent at once, says what went wrong, and never shows the address', async () => {
  assert.equal(await testChannel(ports(), { channelId, actor }), null)
  assert.match(received.join(), /a test of “Chat”, asked for by ada@example\.com/)
  answers = 404
  assert.equal(await testChannel(ports(), { channelId, actor }), 'It answered 404.')
  answers = 200
  const rows = await world.ports.db.query('select * from alert_channels')
  const audit = await world.ports.db.query("select * from audit_log where action like 'alert%'")
  assert.doesNotMatch(JSON.stringify([rows, audit]), /secret-part/)
})

test('wrong addresses and names that are taken are refused, and unknown time zones', async () => {
  const channel = { kind: 'email', name: 'Mail', address: 'nobody', actor } as const
  await assert.rejects(createChannel(ports(), channel), /invalid/i)
  const taken = { kind: 'webhook', name: 'Chat', address: 'https://x.example/', actor } as const
  await assert.rejects(createChannel(ports(), taken), /invalid/i)
  const inside = { ...taken, name: 'Inside', address: 'http://127.0.0.1/hook' }
  await assert.rejects(createChannel(world.ports, inside), /invalid/i)
  const zone = { quietFrom: 1, quietTo: 2, timeZone: 'Moon/Crater', actor }
  await assert.rejects(updateQuietHours(ports(), zone), /invalid/i)
})

test('a channel that is removed is told nothing more', async () => {
  await removeChannel(ports(), { channelId, actor })
  await look({ times: 2, free: 1 })
  assert.deepEqual(received, [])
})
