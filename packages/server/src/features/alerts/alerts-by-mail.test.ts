import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type MailBox, openMailBox } from '../../../../../test/support/mail-box.ts'
import { diskWith } from '../../../../../test/support/disk-with.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { openMail } from '../../adapters/mail/open-mail.ts'
import { createChannel, testChannel } from './alert-channels.ts'
import { noteAlerts } from './note-alerts.ts'
import { sendAlerts } from './send-alerts.ts'

const actor = 'person:ada@example.com'
let world: World
let box: MailBox
let channelId = 0

/** The world with a full disk, and mail by SMTP to a server of its own. */
function ports() {
  const { settings, log } = world.ports
  const mail = openMail({ settings: { ...settings, smtpUrl: box.url }, log })
  return { ...world.ports, mail, disk: diskWith(1) }
}

before(async () => {
  ;[world, box] = await Promise.all([createWorld(), openMailBox()])
  const address = 'night-shift@example.com'
  channelId = await createChannel(ports(), { kind: 'email', name: 'Night', address, actor })
})
after(async () => {
  await box.close()
  await world.close()
})

async function channel() {
  return await world.ports.store.alertChannels.findChannel(world.ports.db, channelId)
}

test('a letter that the mail server does not take is sent again until it is taken, and then once', async () => {
  box.answer = '451 come again'
  await noteAlerts(ports())
  world.clock.advance({ seconds: 60 })
  await noteAlerts(ports())
  assert.equal(await sendAlerts(ports()), 0)
  assert.equal((await channel())?.lastFailure, 'The mail server did not take it: it answered 451.')
  box.answer = '250 taken'
  assert.equal(await sendAlerts(ports()), 0, 'not before its pause is over')
  world.clock.advance({ seconds: 90 })
  assert.equal(await sendAlerts(ports()), 1)
  assert.equal(await sendAlerts(ports()), 0)
  assert.equal(box.letters.length, 1)
  assert.match(box.letters[0] ?? '', /To: night-shift@example\.com.*Subject: Little disk left/s)
  assert.equal((await channel())?.lastFailure, null)
})

test('a test by mail says what the mail server said, and a mail server that is gone is told as well', async () => {
  box.answer = '550 no such user'
  assert.equal(
    await testChannel(ports(), { channelId, actor }),
    'The mail server did not take it: it answered 550.',
  )
  const gone = openMail({
    settings: { ...world.ports.settings, smtpUrl: 'smtp://127.0.0.1:1' },
    log: world.ports.log,
  })
  const failure = await testChannel({ ...ports(), mail: gone }, { channelId, actor })
  assert.match(failure ?? '', /^The mail server did not take it: (ESOCKET|ECONNECTION|ECONNREFUSED)\.$/)
  box.answer = '250 taken'
  assert.equal(await testChannel(ports(), { channelId, actor }), null)
})
