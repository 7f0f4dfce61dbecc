import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, assertFits, assertQuiet, takeComplaints } from '../support/browser.ts'
import { chromiumMissing as skip } from '../support/collectors.ts'
import { makeStaff } from '../support/people.ts'
import { shoot } from '../support/shoot.ts'
import { openPublisherPages } from '../support/staff-pages.ts'

/* A publisher's pages from signing up to the first call; keys, settings, team. */

const { world, browser, as, address } = await openPublisherPages({
  people: { findPublisherToken: () => undefined },
})

const pages = [
  ['start', 'Go live with App'],
  ['keys', 'Keys and secrets'],
  ['settings', 'Settings'],
  ['../../team', 'Team'],
  ['../../new-app', 'New app'],
  ['../../tokens', 'Tokens'],
] as const

for (const [width, scheme] of [
  [1280, 'light'],
  [390, 'dark'],
] as const)
  for (const [path, title] of pages)
    test(`${title} at ${width} px, ${scheme}: quiet, accessible, and it fits`, { skip }, async () => {
      const page = await browser.visit(address(path), { member: as('owner'), width, scheme })
      await page.getByRole('heading', { name: title, level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      await shoot(page, `${path.replaceAll(/\W/g, '')}-${width}-${scheme}`)
      assertQuiet(page)
      await assertAccessible(page)
      await assertFits(page)
    })

test('a new app is made in one form, its secrets are shown once, and the start page runs the first call', {
  skip,
}, async () => {
  const page = await browser.visit(address('../../new-app'), { member: as('owner') })
  await page.getByLabel('Name').fill('Second game')
  await page.getByText('1 USD').first().waitFor()
  await page.getByRole('button', { name: 'Create the app' }).click()
  const secret = page.getByLabel('Test secret')
  assert.match((await secret.textContent()) ?? '', /^sk_test_/)
  await shoot(page, 'new-secret-1280-light')
  await page.getByRole('button', { name: 'I have stored it' }).click()
  assert.match((await page.getByLabel('Live secret').textContent()) ?? '', /^sk_live_/)
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByRole('heading', { name: 'Go live with Second game' }).waitFor()
  assert.match(page.url(), /mode=test/)
  await page.getByRole('tab', { name: 'Python' }).click()
  await page.getByText('pk_test_').first().waitFor()
  await page.getByRole('button', { name: 'Run' }).click()
  await page.getByText(/^200, /).waitFor()
  await page.getByText('1 of 6').waitFor()
  await shoot(page, 'start-run-1280-light')
  assertQuiet(page)
})

test('a secret is rotated with an overlap: shown once, and both are in the list', { skip }, async () => {
  const page = await browser.visit(`${address('keys')}?mode=test`, { member: as('owner') })
  await page.getByRole('button', { name: 'Rotate…' }).first().click()
  await shoot(page, 'rotate-1280-light')
  await page.getByLabel('For 7 days').check()
  await page.getByRole('button', { name: 'Make a new secret' }).click()
  assert.match((await page.getByRole('status', { name: 'New secret' }).textContent()) ?? '', /^sk_test_/)
  assert.equal(await page.getByRole('button', { name: 'Done' }).isDisabled(), true)
  await page.getByLabel('I have stored the secret').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Expiring').waitFor()
  await page.getByText('Active').first().waitFor()
  assertQuiet(page)
})

test('an owner makes a token, sees it once, and revokes it', { skip }, async () => {
  const page = await browser.visit(address('../../tokens'), { member: as('owner') })
  await page.getByLabel('What it is for').fill('Nightly figures')
  await page.getByRole('button', { name: 'Make the token' }).click()
  const token = page.getByLabel('Token', { exact: true })
  assert.match((await token.textContent()) ?? '', /^qpt_/)
  await shoot(page, 'token-1280-light')
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByRole('button', { name: 'Revoke…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke Nightly figures' }).click()
  await page.getByText('No token yet').waitFor()
  assertQuiet(page)
})

test('an invitation stands on the team page until it is taken back', { skip }, async () => {
  const page = await browser.visit(address('../../team'), { member: as('owner') })
  await page.getByRole('textbox', { name: 'E-mail' }).fill('orla@nova.example')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByRole('button', { name: 'I have stored it' }).click()
  const invited = page.getByRole('table', { name: 'Open invitations' })
  await invited.getByText('orla@nova.example').waitFor()
  await shoot(page, 'team-invited-1280-light')
  await invited.getByRole('button', { name: 'Take back…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take the invitation back' }).click()
  await page.getByText('Nobody is invited').waitFor()
  assertQuiet(page)
})

test('an analyst reads the same pages without what they may not do', { skip }, async () => {
  const analyst = { role: 'analyst', publisherId: world.app.publisherId } as const
  const page = await browser.visit(address('keys'), { member: analyst })
  await page.getByRole('heading', { name: 'Secrets', exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Rotate…' }).count(), 0)
  await page.goto(address('settings'))
  await page.getByRole('heading', { name: 'Name and currency' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0)
  assertQuiet(page)
})

test('somebody signs up on the page and is led to their first app', { skip }, async () => {
  await makeStaff(world, { role: 'operator' })
  const page = await browser.visit('/dashboard/sign-up', { role: null })
  await page.getByLabel('Company or project').fill('Nova Studios')
  await page.getByLabel('E-mail').fill('mira@nova.example')
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery')
  await shoot(page, 'sign-up-1280-light')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Create the account' }).click()
  await page.waitForURL(/\/dashboard\/(?!sign-up)/)
  const [person] = await world.ports.store.persons.listUnconfirmed(world.ports.db)
  assert.deepEqual([person?.claimedEmail, person?.hasPassword], ['mira@nova.example', true])
  // The people of this world are those of cookies: the new session is nobody's in it.
  takeComplaints(page)
})
