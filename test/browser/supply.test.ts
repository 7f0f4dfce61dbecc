import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { workOnJob } from '../../packages/server/src/features/jobs/work-on-job.ts'
import { rotateNetworkToken } from '../../packages/server/src/features/networks/create-network.ts'
import { keepTestOffers } from '../../packages/server/src/features/catalogue/keep-test-offers.ts'
import { assertAccessible, assertFits, assertQuiet } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { eventually } from '../support/eventually.ts'
import { followOffer } from '../support/conversions.ts'
import { hostileName, openSupplyScene } from '../support/supply-scene.ts'

describe('offers and networks on the dashboard', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const { world, browser, networkId, farm } = await openSupplyScene()
  const clickId = await followOffer(world, { offerId: farm, userId: 'ada' })

  async function seeWell(page: Page): Promise<void> {
    await page.waitForLoadState('networkidle')
    await assertAccessible(page)
    await assertFits(page)
    assertQuiet(page)
  }

  test('an offer is found and paused, and the pause is taken back', async () => {
    const page = await browser.visit('/dashboard/ops/offers')
    await page.getByRole('searchbox', { name: 'Name or id' }).fill('bubble')
    await page.getByText('1 offer', { exact: true }).waitFor()
    assert.match(page.url(), /search=bubble/)
    await page.getByRole('button', { name: 'Pause Bubble Farm' }).click()
    await page.getByText('Bubble Farm is paused.').waitFor()
    await page.getByRole('button', { name: 'Resume Bubble Farm' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Pause Bubble Farm' }).waitFor()
    const actions = await world.ports.db.query<{ action: string; actor: string }>(
      `select action, actor from audit_log where object = $1 order by id desc limit 2`,
      [`offer:${farm}`],
    )
    assert.deepEqual(
      actions.map(({ action, actor }) => `${action} ${actor}`),
      ['offer.active person:operator@example.com', 'offer.paused person:operator@example.com'],
    )
    assertQuiet(page)
  })

  for (const width of [1280, 390] as const) {
    test(`an offer is tried: its click, the report to send, and the outcome as it comes, ${width} px`, async () => {
      const page = await browser.visit(`/dashboard/ops/offers/${farm}`, { width })
      await page.getByRole('button', { name: 'Try it' }).click()
      const drawer = page.getByRole('dialog')
      await drawer.getByRole('link', { name: 'Open the offer with this click' }).waitFor()
      await seeWell(page)
      const clickId = (await drawer.locator('code').first().textContent()) ?? ''
      const address = (await drawer.locator('code').nth(1).textContent()) ?? ''
      const outcome = drawer.getByRole('region', { name: 'The outcome' }).locator('b')
      await eventually(
        async () => (await outcome.textContent()) !== 'The story of the click is asked for.',
        true,
      )
      const before = await outcome.textContent()
      const { postbackUrl } = await rotateNetworkToken({ ...world.ports, actor: 'test' }, 'bright')
      const report = await world.get(`${new URL(postbackUrl).pathname}?${address.split('?')[1]}`)
      assert.equal(report.statusCode, 200, report.body)
      await eventually(async () => (await outcome.textContent()) !== before, true)
      await drawer.getByRole('link', { name: 'Every step of this click' }).click()
      await page.waitForURL(`**/t/${clickId}`)
      assertQuiet(page)
    })
  }

  test('a person who may only read sees no button that changes something', async () => {
    const page = await browser.visit(`/dashboard/ops/offers/${farm}?tab=limits`, { role: 'analyst' })
    await page.getByText('No cap is set here').waitFor()
    for (const name of ['Pause', 'Try it', 'Set a cap', 'Set a margin'])
      assert.equal(await page.getByRole('button', { name }).count(), 0, name)
    assertQuiet(page)
  })

  test('the first rule that keeps an offer from a person is named', async () => {
    const page = await browser.visit(`/dashboard/ops/offers/${farm}?tab=audience`)
    await page.getByRole('combobox', { name: 'Country' }).selectOption('FR')
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByText('They do not see it: country.').waitFor()
    await page.getByRole('combobox', { name: 'Country' }).selectOption('DE')
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByText('They see it.').waitFor()
    assertQuiet(page)
  })

  test('a test offer is shown to test credentials, and the page says why live ones do not see it', async () => {
    await keepTestOffers(world.ports)
    const [offer] = await world.ports.db.query<{ id: number }>(
      "select o.id from offers o join networks n on n.id = o.network_id where n.slug = 'quoin-test' order by o.id limit 1",
    )
    const page = await browser.visit(`/dashboard/ops/offers/${offer?.id}?tab=audience`)
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByText('They do not see it: test only.').waitFor()
    await page.getByRole('combobox', { name: 'Credentials' }).selectOption('test')
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByText('They see it.').waitFor()
    const cells = page.getByRole('region', { name: 'Who sees it' })
    await cells.getByText('Test only').first().waitFor()
    await page.getByRole('radiogroup', { name: 'Credentials' }).getByText('Test', { exact: true }).click()
    await cells.getByText('Shown').first().waitFor()
    assert.equal(await cells.getByText('Test only').count(), 0)
    assertQuiet(page)
  })

  test('a file is mapped and tried, with what is refused by cause', async () => {
    const page = await browser.visit('/dashboard/ops/offers/import')
    await page
      .getByRole('textbox', { name: 'Paste the file' })
      .fill(
        'Key,Title,Price,Aim\n1,New game,2.50,https://x.example/?c={click_id}\n2,Broken,abc,https://x.example/?c={click_id}\n',
      )
    await page.getByRole('button', { name: 'Read what is pasted' }).click()
    await page.getByText('Still missing: Network’s id, Offer address').waitFor()
    await page.getByRole('combobox', { name: 'Key is' }).selectOption('external_id')
    await page.getByRole('combobox', { name: 'Aim is' }).selectOption('destination_url')
    await page.getByText('All that is needed is there').waitFor()
    await page.getByRole('combobox', { name: 'The offers are of' }).selectOption(String(networkId))
    await page.getByText('0 of 2 rows can be imported.').waitFor()
    await page.getByRole('heading', { name: 'No price: publisher earns' }).waitFor()
    await page.getByRole('heading', { name: 'The price is no number' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Nothing to import' }).isDisabled(), true)
    assertQuiet(page)
  })

  test('an import goes on while nobody looks, and its result is there when they come back', async () => {
    const page = await browser.visit('/dashboard/ops/offers/import')
    await page
      .getByRole('textbox', { name: 'Paste the file' })
      .fill('id,title,payout,revenue,url\nimp-1,Imported game,1,2.50,https://x.example/?c={click_id}\n')
    await page.getByRole('button', { name: 'Read what is pasted' }).click()
    await page.getByRole('combobox', { name: 'The offers are of' }).selectOption(String(networkId))
    await page.getByRole('button', { name: 'Import 1 offer' }).click()
    await page.waitForURL('**job=**')
    const address = page.url()
    assert.equal(await workOnJob(world.ports, new AbortController().signal), true)
    const again = await browser.visit(address)
    await again.getByText('1 created, 0 updated.').waitFor()
    await again.getByRole('link', { name: 'See the offers' }).click()
    await again.getByText('Imported game').waitFor()
    assertQuiet(again)
  })

  test('a network is created, a pasted call is read and tried, and its address has what fills it', async () => {
    const page = await browser.visit('/dashboard/ops/networks')
    await page.getByRole('button', { name: 'New network' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Tune Co')
    await page.getByRole('button', { name: 'Create the network' }).click()
    await page.getByText('Paste this at Tune Co').waitFor()
    assert.match(
      (await page.locator('.paste-address').textContent()) ?? '',
      /\/postback\/[\w-]{32}\?click_id=/,
    )
    await page.getByRole('button', { name: 'Copy address' }).waitFor()
    await page
      .getByRole('textbox', { name: 'Paste a call of theirs' })
      .fill('https://old.example/pb?sub1=abc&sum=1.80&state=approved&tid=T-1')
    await page.getByText('It would be approved and paid').waitFor()
    await page.getByText('A pretend click stands in').waitFor()
    const own = await browser.visit(`/dashboard/ops/networks/${networkId}?tab=address`)
    await own
      .getByRole('textbox', { name: 'Paste a call of theirs' })
      .fill(`https://old.example/pb?sub1=${clickId}&sum=1.80&state=2&tid=T-1&goal={goal_id}`)
    await own.getByText('It would be refused').waitFor()
    await own.getByRole('button', { name: 'Leave it out' }).click()
    await own.getByRole('combobox', { name: '“2” means' }).selectOption('approved')
    await own.getByText('It would be approved and paid').waitFor()
    await own.getByText('sub1={click_id}', { exact: true }).waitFor()
    assert.equal(await own.getByRole('button', { name: 'Copy address' }).count(), 0, 'its token is gone')
    await own.getByRole('button', { name: 'Make a new token' }).waitFor()
    await seeWell(own)
    await own.getByRole('button', { name: 'Save 1 word' }).click()
    await own.getByText('Brightpath means what you said.').waitFor()
    assert.deepEqual(world.ports.snapshots.networks().findNetwork(networkId)?.statusWords, {
      '2': 'approved',
    })
    assert.equal(
      (await own.locator('.paste-address').textContent())?.split('?')[1],
      'click_id={sub1}&payout={sum}&status={state}&txn_id={tid}',
    )
  })

  test('a refused postback is told in full and applied again once its cause is mended', async () => {
    const { postbackUrl } = await world.addNetwork({ slug: 'third', name: 'Third' })
    const offerId = await world.addOffer({ name: 'Third offer' }, 'third')
    const ofThird = await followOffer(world, { offerId, userId: 'bob' })
    const path = new URL(postbackUrl).pathname
    await world.get(path, {
      query: { click_id: ofThird, payout: '1.50', status: 'won', txn_id: hostileName.slice(0, 3) },
    })
    const page = await browser.visit('/dashboard/ops/networks')
    await page.getByRole('link', { name: 'Third' }).click()
    await page.getByRole('tab', { name: 'Words and rules' }).click()
    await page.getByRole('textbox', { name: 'The network’s own words, one a line' }).fill('won=approved')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Third is changed.').waitFor()
    await page.getByRole('tab', { name: 'Log' }).click()
    await page.getByRole('button', { name: /status=won/ }).click()
    await page
      .getByRole('dialog')
      .getByText(/must be one of/)
      .waitFor()
    await page.getByRole('button', { name: 'Apply it again' }).click()
    await page.getByText('It is applied: approved.').waitFor()
    assertQuiet(page)
  })
})
