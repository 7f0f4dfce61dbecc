import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eventually } from '../../../../../test/support/eventually.ts'
import { type MailBox, openMailBox } from '../../../../../test/support/mail-box.ts'
import { makeStaff, TestVisitor } from '../../../../../test/support/people.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { invitePerson } from './invite-person.ts'
import { askForReset } from './reset-password.ts'
import { mailSignUp } from './sign-up.ts'

let box: MailBox
/** Two processes on one database. */
let worlds: readonly [World, World]
before(async () => {
  box = await openMailBox()
  const environment = { SMTP_URL: box.url, SIGN_UP: 'open' }
  const first = await createWorld({ environment })
  worlds = [first, await createWorld({ environment, beside: first })]
  await makeStaff(first, { role: 'operator' })
})
after(async () => {
  for (const world of worlds.toReversed()) await world.close()
  await box.close()
})

/** Letters that have come, once none is under way. */
async function countTo(address: string): Promise<number> {
  for (const { ports } of worlds) await ports.mail.close()
  return box.letters.filter((letter) => letter.toLowerCase().includes(`to: ${address}`)).length
}
const every = (times: number, act: (world: World, at: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: times }, (_, at) => act(worlds[at % 2 === 0 ? 0 : 1], at)))

test('an address gets five letters of a kind in an hour, whichever process sends them', async () => {
  const { email } = await makeStaff(worlds[0])
  await every(12, ({ ports }) => askForReset(ports, { email, language: 'en' }))
  assert.equal(await countTo(email), 5)
  await every(12, ({ ports }) => mailSignUp(ports, { email: 'stranger@example.com', language: 'en' }))
  assert.equal(await countTo('stranger@example.com'), 5)
})

test('letters of one kind take none from another, and an invitation that cannot be sent is not made', async () => {
  const { email } = await makeStaff(worlds[0])
  await every(6, ({ ports }) => askForReset(ports, { email, language: 'en' }))
  await every(6, ({ ports }) => mailSignUp(ports, { email, language: 'en' }))
  const { ports, app } = worlds[0]
  const guest = { email, role: 'analyst', isByOperator: false, publisherId: app.publisherId } as const
  const made = []
  for (let times = 0; times < 5; times += 1) made.push(await invitePerson(ports, guest))
  await assert.rejects(invitePerson(ports, guest), { code: 'RATE_LIMIT_EXCEEDED' })
  assert.equal(await countTo(email), 15)
  const organization = await ports.store.organizations.findOrganizationOf(ports.db, app.publisherId)
  const open = await ports.store.peopleLinks.listInvitations(
    ports.db,
    organization?.id ?? 0,
    ports.clock.nowMs(),
  )
  assert.deepEqual(
    open.map(({ id }) => id),
    [made.at(-1)?.id],
  )
})

test('a letter that is not sent is counted and logged without its address, and the answer is the same', async () => {
  const email = 'flooded@example.com'
  await every(5, ({ ports }) => mailSignUp(ports, { email, language: 'en' }))
  const answer = await new TestVisitor(worlds[0]).post('sign-up', { email })
  assert.equal(answer.json().data.state, 'mailed')
  const refused = async () =>
    /quoin_mails_refused_total\{kind="sign_up"\} [1-9]/.test((await worlds[0].get('/metrics')).body)
  await eventually(refused, true)
  const lines = worlds[0].log.lines.filter((line) => line.includes('mail not sent'))
  assert.ok(lines.length > 0)
  assert.doesNotMatch(lines.join('\n'), /flooded|example\.com/)
})

test('a sign-up that sends no letter leaves the link of the last one valid', async () => {
  const email = 'patient@example.com'
  await every(5, ({ ports }) => mailSignUp(ports, { email, language: 'en' }))
  const open = async () => {
    const [row] = await worlds[0].ports.db.query<{ id: string }>(
      `select max(id::text) as id from people_links where email = $1 and revoked_at is null`,
      [email],
    )
    return row?.id
  }
  const before = await open()
  assert.ok(before)
  await mailSignUp(worlds[1].ports, { email, language: 'en' })
  assert.equal(await open(), before)
})

test('a sent mail is forgotten after an hour, and no row has an address', async () => {
  const { db, store } = worlds[0].ports
  const rows = await db.query<{ text: string }>('select m::text as text from mails_sent m')
  assert.ok(rows.length > 0)
  assert.ok(rows.every(({ text }) => !text.includes('example')))
  await db.query("update mails_sent set sent_at = sent_at - interval '61 minutes'")
  const box = { address: Buffer.from('any'), kind: 'reset', perKindMax: 1 }
  assert.ok(await db.transaction((tx) => store.mailsSent.insertMail(tx, box)))
  await store.mailsSent.deleteOldMails(db)
  const [left] = await db.query<{ rows: number }>('select count(*)::int as rows from mails_sent')
  assert.equal(left?.rows, 1)
})

test('after twenty wrong passwords in an hour the owner of an account gets one letter, and an address of nobody none', async () => {
  const [world] = worlds
  const { email } = await makeStaff(world)
  for (const account of [email, 'nobody@example.com'])
    for (let tries = 0; tries < 30; tries += 1) {
      const browser = new TestVisitor(world, { address: `198.51.100.${tries}` })
      await browser.signIn({ email: account, password: 'wrong' })
    }
  await eventually(() => countTo(email), 1)
  assert.equal(await countTo('nobody@example.com'), 0)
  assert.match(box.letters.find((letter) => letter.includes(email)) ?? '', /Somebody tries to sign in as you/)
})
