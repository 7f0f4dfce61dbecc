import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { assertQuiet } from '../support/browser.ts'
import { chromiumMissing as skip } from '../support/collectors.ts'
import { makeMember, makeStaff } from '../support/people.ts'
import { takeDay } from '../support/browser-day.ts'
import { openVisitor, signIn } from '../support/visitor.ts'
import { createWorld, type World } from '../support/world.ts'

/* Real people with passwords: two members with two roles, a rotation under load, and an operator who looks in. */

let world: World
let baseUrl: string
before(async () => {
  if (skip) return
  world = await createWorld()
  await world.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = world.server.server.address() as AddressInfo // an IP server has one
  baseUrl = `http://127.0.0.1:${port}`
})
after(async () => {
  if (skip) return
  await world.close()
})

async function visit(context: { after(end: () => Promise<void>): void }): Promise<Page> {
  const page = await openVisitor(baseUrl)
  await takeDay(page, world)
  context.after(() => page.context().close())
  return page
}

const address = (page: string) => `/o/${world.app.publisherId}/apps/${world.app.appId}/${page}`

const paceMs = 25

async function asOwner(page: Page, at: string): Promise<void> {
  const { email } = await makeMember(world, { publisherId: world.app.publisherId, role: 'owner' })
  await page.goto(`/dashboard/sign-in?to=${encodeURIComponent(at)}`)
  await signIn(page, email)
}

test('an owner invites a developer and an analyst: each sees and may do what their role says', {
  skip,
}, async (context) => {
  const owner = await visit(context)
  await asOwner(owner, `/o/${world.app.publisherId}/team`)
  await owner.getByRole('heading', { name: 'Invite somebody' }).waitFor()
  for (const [role, mayRotate] of [
    ['Developer', true],
    ['Analyst', false],
  ] as const) {
    const email = `${role.toLowerCase()}@nova.example`
    await owner.getByLabel('E-mail').fill(email)
    await owner.getByRole('combobox', { name: 'Role', exact: true }).click()
    await owner.getByRole('option', { name: new RegExp(`^${role}`) }).click()
    await owner.getByRole('button', { name: 'Invite', exact: true }).click()
    const link = (await owner.getByLabel('Invitation').textContent()) ?? ''
    await owner.getByRole('button', { name: 'I have stored it' }).click()
    const guest = await visit(context)
    await guest.goto(`/dashboard/link${new URL(link).hash}`)
    await guest.getByLabel('New password').fill('correct horse battery')
    await guest.getByRole('button', { name: 'Accept the invitation' }).click()
    await guest.getByRole('heading', { name: 'Apps', level: 1 }).waitFor()
    await guest.goto(`/dashboard${address('keys')}`)
    await guest.getByRole('heading', { name: 'Secrets', exact: true }).waitFor()
    await guest.getByRole('complementary').getByText(role, { exact: true }).waitFor()
    assert.equal(await guest.getByRole('button', { name: 'Rotate…' }).count(), mayRotate ? 2 : 0)
    await guest.goto(`/dashboard/o/${world.app.publisherId}/team`)
    await guest.getByRole('cell', { name: email, exact: true }).first().waitFor()
    assert.equal(await guest.getByRole('button', { name: 'Invite', exact: true }).count(), 0)
    assertQuiet(guest)
  }
})

test('a secret is rotated on the page while calls go on, and none of them fails', {
  skip,
}, async (context) => {
  const page = await visit(context)
  await asOwner(page, address('keys'))
  await page.getByRole('heading', { name: 'Keys and secrets', exact: true }).waitFor()
  await page.getByRole('switch', { name: 'Test' }).click()
  await page.getByRole('heading', { name: 'Test keys and secrets' }).waitFor()
  const { apiKey, apiSecret } = world.app.test
  const statuses = new Map<number, number>()
  const call = async (secret: string) => {
    const headers = { 'x-api-key': apiKey, 'x-api-secret': secret }
    const answer = await fetch(`${baseUrl}/api/v1/offers?userId=u`, { headers })
    await answer.arrayBuffer()
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
  }
  let isOver = false
  const calling = (async () => {
    // As often as the limit of an app lets it.
    while (!isOver) await Promise.all([call(apiSecret), delay(paceMs)])
  })()
  try {
    await page.getByRole('button', { name: 'Rotate…' }).first().click()
    await page.getByLabel('For 7 days').check()
    await page.getByRole('button', { name: 'Make a new secret' }).click()
    const secret = (await page.getByRole('status', { name: 'New secret' }).textContent()) ?? ''
    for (let count = 0; count < 20; count += 1) await call(secret)
    await page.getByLabel('I have stored the secret').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Expiring').waitFor()
  } finally {
    isOver = true
    await calling
  }
  assert.deepEqual([...statuses.keys()], [200])
  assertQuiet(page)
})

test('an operator looks at a publisher for a reason, may change nothing, and stands in the audit log', {
  skip,
}, async (context) => {
  const { email } = await makeStaff(world, { role: 'operator' })
  const page = await visit(context)
  await page.goto(`/dashboard/sign-in?to=/ops/publishers/${world.app.publisherId}/view`)
  await signIn(page, email)
  await page.getByLabel('Reason').fill('Ticket 4711: callbacks fail')
  await page.getByRole('button', { name: 'View as publisher' }).click()
  await page.getByText('and can change nothing').waitFor()
  await page.goto(`/dashboard${address('keys')}`)
  await page.getByRole('heading', { name: 'Secrets', exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Rotate…' }).count(), 0)
  await page.getByText('and can change nothing').waitFor()
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  const rows = await world.ports.store.audit.listAudit(world.ports.db, { limit: 20 })
  const own = rows.filter(
    ({ actor, action }) => actor === `person:${email}` && action.startsWith('publisher.'),
  )
  assert.deepEqual(
    own.map(({ action }) => action),
    ['publisher.view_ended', 'publisher.view_begun'],
  )
  assert.match(JSON.stringify(own[1]), /Ticket 4711/)
  await page.goto('/dashboard/ops/audit')
  await page.getByText('looked at the dashboard of').first().waitFor()
  assertQuiet(page)
})

test('an operator who asked for it changes something for a publisher, under their own name', {
  skip,
}, async (context) => {
  const { email } = await makeStaff(world, { role: 'operator' })
  const page = await visit(context)
  await page.goto(`/dashboard/sign-in?to=/ops/publishers/${world.app.publisherId}/view`)
  await signIn(page, email)
  await page.getByLabel('Reason').fill('Ticket 4712: wrong name')
  await page.getByLabel('I must change something in their name').check()
  await page.getByRole('button', { name: 'View as publisher' }).click()
  await page.getByText('and may change everything').waitFor()
  await page.goto(`/dashboard${address('settings')}`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Nova Arcade')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText('Saved. It is in force.').waitFor()
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  const rows = await world.ports.store.audit.listAudit(world.ports.db, { limit: 20 })
  assert.deepEqual(
    rows
      .filter(({ actor, action }) => actor === `person:${email}` && action !== 'person.signed_in')
      .map(({ action }) => action),
    ['publisher.view_ended', 'app.updated', 'publisher.view_begun'],
  )
  await page.goto('/dashboard/ops/audit')
  await page.getByText('changed the settings of').first().waitFor()
  await page.goto(`/dashboard${address('settings')}`)
  await page.getByText('You belong to no publisher here.').waitFor()
})
