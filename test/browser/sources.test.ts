import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { noCounts } from '@quoin/core/sources/source.ts'
import type { Page } from 'playwright-core'
import { assertQuiet, assertSeenWell, takeComplaints } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { sealKey } from '../../packages/server/src/features/sources/source-key.ts'
import { startEverflow } from '../support/feed-servers/everflow.ts'
import { startLinkHost } from '../support/link-hosts.ts'
import { applyWaiting } from '../../packages/server/src/features/sources/decide-run.ts'
import { lookAgain } from '../../packages/server/src/features/sources/look-at-link.ts'
import { pixelsOf } from '../support/fire-pixels.ts'
import { addRun } from '../support/source-run-scene.ts'
import { addSource } from '../support/source-scene.ts'
import { openStaffPages } from '../support/staff-pages.ts'

const key = 'k3y-of-the-browser-test'
const headers = { authorization: 'Bearer ada' }
const widths = [1280, 390] as const

describe('sources of offers', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const { world, browser } = await openStaffPages({
    environment: { OUTGOING_ALLOW: '127.0.0.0/8' },
    people: { findToken: (token) => ({ id: token, name: token, role: 'operator' }) },
  })
  const { db } = world.ports

  async function get(path: string) {
    const answer = await world.get(`/operator/v1/${path}`, { headers })
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json().data
  }

  async function offerOf(networkId: number, externalId: string) {
    const found = await get(`offers?networkId=${networkId}&search=${externalId}`)
    assert.equal(found.length, 1)
    return await get(`offers/${found[0].id}`)
  }

  const group = (page: Page, name: string) => page.getByRole('tab', { name })
  const dialog = (page: Page) => page.getByRole('dialog')

  test('without a source the list says what one does, and leads on', async () => {
    for (const width of widths) {
      const page = await browser.visit('/dashboard/ops/sources', { width })
      await page.getByText('No source yet').waitFor()
      assert.equal(await page.getByRole('link', { name: 'Add a source' }).count(), 1)
      await assertSeenWell(page)
    }
    const page = await browser.visit('/dashboard/ops/sources', { role: 'analyst' })
    await page.getByText('No source yet').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Add a source' }).count(), 0)
    assertQuiet(page)
  })

  for (const width of widths) {
    test(`a source is added; a wrong answer is told at its field, ${width} px`, async () => {
      const { networkId } = await world.addNetwork({ slug: `lumen-${width}`, preset: 'everflow' })
      const page = await browser.visit('/dashboard/ops/sources', { width })
      await page.getByRole('link', { name: 'Add a source' }).click()
      await page.getByRole('radio', { name: 'Everflow' }).check()
      await page.getByRole('combobox', { name: 'Offers go to the network' }).selectOption(`lumen-${width}`)
      const host = page.getByRole('textbox', { name: 'Host of the API' })
      await host.fill('no host at all')
      await page.getByRole('textbox', { name: 'Publishers earn' }).fill('65.5')
      await page.getByText('a publisher earns $6.55').waitFor()
      const add = page.getByRole('button', { name: 'Add the source' })
      assert.equal(await add.isDisabled(), true)
      await page.getByLabel('Key of the API').fill(key)
      await add.click()
      await page.getByText('Nothing was saved: 1 field needs another value.').waitFor()
      await page.getByText('It must be a host, such as api.network.example.').waitFor()
      assert.equal(await host.getAttribute('aria-invalid'), 'true')
      assert.equal(await host.evaluate((field) => field === document.activeElement), true)
      assert.equal(takeComplaints(page).length, 1) // the answer that refused it
      await assertSeenWell(page)
      await page.setViewportSize({ width, height: 900 })
      await host.fill('api-eu.eflow.team')
      assert.equal(await page.getByLabel('Key of the API').getAttribute('type'), 'password')
      assert.doesNotMatch(page.url(), /k3y/)
      await add.click()
      await page.getByRole('heading', { level: 1, name: `lumen-${width}` }).waitFor()
      await page.getByText('The first run begins in a moment').waitFor()
      const own = (await get('sources')).find((one: { name: string }) => one.name === `lumen-${width}`)
      assert.deepEqual(own.settings, { api_host: 'api-eu.eflow.team' })
      assert.deepEqual(
        [own.network_id, own.payout_percent, own.every_sec],
        [String(networkId), '65.5', 1_800],
      )
      await assertSeenWell(page)
    })

    test(`a first run is looked at group by group, and applied, ${width} px`, async () => {
      const { sourceId, networkId } = await addSource(world)
      const runId = await addRun(world, sourceId, {
        cause: 'first',
        message: 'The first run of a source is looked at before it counts.',
        theirs: 7,
        offers: [
          {
            externalId: '11',
            verdict: 'new',
            name: 'Bubble Farm',
            changes: [
              { field: 'payout', before: '', after: '1.75' },
              { field: 'prices', before: '', after: 'DE: 1.4 of 2; US on ios: 2.8 of 4' },
              { field: 'countries', before: '', after: 'DE, US' },
            ],
          },
          { externalId: '12', verdict: 'new', name: 'Zen Sudoku' },
          {
            externalId: '13',
            verdict: 'held',
            name: 'Mintwharf',
            reasons: ['It does not say what is paid.'],
          },
          {
            externalId: '14',
            verdict: 'forbidden',
            name: 'Havenfinch',
            reasons: ['No incentivized traffic.'],
            forbidden: { sentence: 'No incentivized traffic.', place: 'description' },
          },
          { externalId: '15', verdict: 'not_approved', name: 'Coinferry' },
        ],
      })
      const page = await browser.visit(`/dashboard/ops/sources/${sourceId}`, { width })
      await page.getByRole('heading', { name: 'The first run waits for you' }).waitFor()
      await page.getByText('5 of 7').first().waitFor()
      await assertSeenWell(page)
      await page.setViewportSize({ width, height: 900 })
      await page.getByRole('link', { name: 'Look at the run and decide' }).click()
      await page.getByText('It does not say what is paid.').waitFor()
      await page.getByText('2 fewer than counted').waitFor()
      await group(page, 'New').click()
      await page.getByText('Zen Sudoku').waitFor()
      await page.getByText('DE: 1.4 of 2; US on ios: 2.8 of 4').waitFor()
      assert.match(page.url(), /group=new/)
      await page.getByRole('searchbox', { name: 'Part of the name' }).fill('bubble')
      await page.getByText('Zen Sudoku').waitFor({ state: 'detached' })
      await page.getByRole('searchbox', { name: 'Part of the name' }).fill('nothing of this')
      await page.getByRole('button', { name: 'Clear the search' }).click()
      await page.getByText('Zen Sudoku').waitFor()
      await group(page, 'Forbidden').click()
      await page.getByText('No incentivized traffic.').waitFor()
      await assertSeenWell(page)
      await page.setViewportSize({ width, height: 900 })

      await page.getByRole('button', { name: 'Allow…' }).click()
      const allow = dialog(page).getByRole('button', { name: 'Allow the offer' })
      assert.equal(await allow.isDisabled(), true)
      await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('Agreed by mail')
      await allow.click()
      await page.getByText('Havenfinch is allowed: the next run lists it.').waitFor()
      const [allowed] = await db.query<{ reason: string }>(
        'select allowed_reason as reason from source_offers where source_id = $1 and external_id = $2',
        [sourceId, '14'],
      )
      assert.equal(allowed?.reason, 'Agreed by mail')

      await page.getByRole('button', { name: 'Apply the run…' }).click()
      await dialog(page).getByText('2 offers appear.').waitFor()
      await dialog(page).getByRole('button', { name: 'Apply the run' }).click()
      await page.getByText('Applied', { exact: true }).waitFor()
      await page.getByRole('heading', { name: 'It counts', exact: true }).waitFor()
      assert.equal((await get(`source-runs/${runId}`)).state, 'applied')
      assert.equal((await offerOf(networkId, '11')).status, 'active')
      assertQuiet(page)
    })

    test(`a run beyond bounds is applied after a tick, and taken back, ${width} px`, async () => {
      const { sourceId, networkId } = await addSource(world)
      const first = await addRun(world, sourceId, {
        cause: 'first',
        offers: [{ externalId: `2${width}`, verdict: 'new', name: 'Nightbark Idle' }],
      })
      const applied = await world.post(`/operator/v1/source-runs/${first}/apply`, { headers })
      assert.equal(applied.statusCode, 200, applied.body)
      const message = 'It would move the middle of what is paid by +60 %.'
      const runId = await addRun(world, sourceId, {
        cause: 'prices_moved',
        message,
        offers: [
          {
            externalId: `2${width}`,
            verdict: 'changed',
            name: 'Nightbark Idle',
            row: { payout: '2', revenue: '4' },
            changes: [
              { field: 'payout', before: '1', after: '2' },
              { field: 'revenue', before: '2', after: '4' },
            ],
            own: ['image_url'],
          },
        ],
      })
      const page = await browser.visit(`/dashboard/ops/sources/${sourceId}/runs/${runId}`, { width })
      await page.getByText('yours stays').waitFor()
      const link = page.getByRole('link', { name: 'Nightbark Idle' })
      await link.waitFor()
      assert.match(
        (await link.getAttribute('href')) ?? '',
        new RegExp(`networkId=${networkId}&search=2${width}`),
      )
      await page.getByText('Network pays', { exact: true }).waitFor()
      await assertSeenWell(page)
      await page.setViewportSize({ width, height: 900 })
      await page.getByRole('button', { name: 'Apply the run…' }).click()
      const apply = dialog(page).getByRole('button', { name: 'Apply the run' })
      assert.equal(await apply.isDisabled(), true)
      await dialog(page).getByRole('checkbox').check()
      await apply.click()
      await page.getByRole('heading', { name: 'It counts', exact: true }).waitFor()
      assert.equal((await offerOf(networkId, `2${width}`)).revenue, '4')

      await page.getByRole('button', { name: 'Undo…' }).click()
      await dialog(page).getByText('1 changed offer gets back what nobody has changed since.').waitFor()
      assert.equal(await dialog(page).getByRole('checkbox').isChecked(), true)
      await dialog(page).getByRole('button', { name: 'Undo the run' }).click()
      await page.getByRole('heading', { name: 'It was taken back' }).waitFor()
      await page.getByText(/took it back: 1 offer put back\./).waitFor()
      assert.equal((await offerOf(networkId, `2${width}`)).revenue, '2')
      const source = await get(`sources/${sourceId}`)
      assert.equal(source.is_paused, true)
      await page.getByRole('link', { name: source.name }).click()
      await page.getByRole('button', { name: 'Resume' }).click()
      await page.getByText('The source is asked again.').waitFor()
      assert.equal((await get(`sources/${sourceId}`)).is_paused, false)
      await assertSeenWell(page)
    })
  }

  test('a run that is left aside changes nothing, and says so', async () => {
    const { sourceId } = await addSource(world)
    const offers = [{ externalId: '31', verdict: 'new' }] as const
    const runId = await addRun(world, sourceId, { cause: 'first', offers })
    const page = await browser.visit(`/dashboard/ops/sources/${sourceId}/runs/${runId}`)
    await page.getByRole('button', { name: 'Leave the run aside…' }).click()
    await dialog(page).getByRole('button', { name: 'Leave the run aside' }).click()
    await page.getByText('Left aside', { exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Apply/ }).count(), 0)
    assertQuiet(page)
  })

  test('a refused key is replaced on the page of the source', async () => {
    const { sourceId } = await addSource(world)
    await addRun(world, sourceId, {
      state: 'failed',
      cause: 'key_refused',
      message: 'The network does not know the key.',
    })
    await db.query('update sources set failures = 2 where id = $1', [sourceId])
    const page = await browser.visit(`/dashboard/ops/sources/${sourceId}`)
    await page.getByText('Key refused').first().waitFor()
    await page.getByRole('heading', { name: 'The source needs a new key' }).waitFor()
    await assertSeenWell(page)
    await page.getByRole('textbox', { name: 'New key' }).fill('another-key')
    await page.getByRole('button', { name: 'Save the key and try it' }).click()
    await page.getByText('The key is sealed, and tried within seconds.').waitFor()
    await page.getByRole('heading', { name: 'The source needs a new key' }).waitFor({ state: 'detached' })
    assertQuiet(page)
  })

  for (const width of widths) {
    test(`the postback is connected, refused in words at first, and again once it is gone, ${width} px`, async () => {
      const network = await startEverflow()
      const { sourceId } = await addSource(world)
      const settings = JSON.stringify({ api_host: network.origin })
      const sealed = sealKey(world.ports, network.key)
      const set = 'update sources set settings = $2::jsonb, key_sealed = $3 where id = $1'
      await db.query(set, [sourceId, settings, sealed])
      await db.query(
        `update networks set preset = 'everflow', proof = 'token' where id = (select network_id from sources where id = $1)`,
        [sourceId],
      )
      network.trouble = { pixels: 'refused' }
      const page = await browser.visit(`/dashboard/ops/sources/${sourceId}`, { width })
      await page.getByRole('button', { name: 'Connect the postback' }).click()
      await page.getByText('does not let this key set up postbacks').first().waitFor()
      takeComplaints(page)
      network.trouble = {}
      await page.getByRole('button', { name: 'Connect the postback' }).click()
      await page.getByRole('heading', { name: 'The postback is connected' }).waitFor()
      await assertSeenWell(page)
      await db.query(
        `update source_postbacks set state = 'missing', message = 'It is not there.' where source_id = $1`,
        [sourceId],
      )
      await page.reload()
      await page.getByRole('heading', { name: 'The postback is gone' }).waitFor()
      await assertSeenWell(page)
      await page.getByRole('button', { name: 'Connect it again' }).click()
      await page.getByRole('heading', { name: 'The postback is connected' }).waitFor()
      assert.equal((await pixelsOf(network)).length, 1)
      assertQuiet(page)
      await network.close()
    })
  }

  for (const width of widths) {
    test(`links that lead nowhere are shown, looked at again, and paused by a person, ${width} px`, async () => {
      const host = await startLinkHost()
      const { sourceId } = await addSource(world)
      const offers = ['gone', 'page'].map((path) => ({
        ...{ externalId: `${path}-${width}`, verdict: 'new' as const, name: `Offer ${path} ${width}` },
        row: { destination_url: `${host.origin}/${path}?c={click_id}` },
      }))
      const runId = await addRun(world, sourceId, { cause: 'first', offers })
      await applyWaiting(world.ports, { runId, actor: 'test' })
      for (const { externalId } of offers) await lookAgain(world.ports, { sourceId, externalId })
      const page = await browser.visit(`/dashboard/ops/sources/${sourceId}`, { width })
      await page.getByText('has no such page (404)').first().waitFor()
      await assertSeenWell(page)
      await page.setViewportSize({ width, height: 900 })
      await page.getByRole('button', { name: `Look again at the link of Offer gone ${width}` }).click()
      await page.getByText('has no such page (404)').first().waitFor()
      await page.getByRole('button', { name: 'Pause 1 offer' }).click()
      await dialog(page).getByRole('button', { name: 'Pause 1 offer' }).click()
      await page.getByText('1 offer is paused.').waitFor()
      await page.getByRole('button', { name: 'Pause 1 offer' }).waitFor({ state: 'detached' })
      await page.getByRole('combobox', { name: 'Links of which this was seen' }).selectOption('works')
      await page.getByText(`Offer page ${width}`).first().waitFor()
      const links = await get(`sources/${sourceId}/links`)
      assert.deepEqual(
        links.map((one: { is_shown: boolean }) => one.is_shown),
        [false, true],
      )
      assertQuiet(page)
      await host.close()
    })
  }

  test('settings are changed in the drawer, and only what differs is sent', async () => {
    const { sourceId } = await addSource(world)
    const page = await browser.visit(`/dashboard/ops/sources/${sourceId}`)
    await page.getByRole('button', { name: 'Edit settings' }).click()
    assert.equal(await dialog(page).getByRole('button', { name: 'Save' }).isDisabled(), true)
    await dialog(page).getByRole('textbox', { name: 'Publishers earn' }).fill('170')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await dialog(page).getByText('It must be from 0 to 100.').waitFor()
    assert.equal(takeComplaints(page).length, 1)
    await dialog(page).getByRole('textbox', { name: 'Publishers earn' }).fill('80')
    await dialog(page).getByRole('combobox', { name: 'How often it is asked' }).selectOption('3600')
    await assertSeenWell(page)
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. It holds from the next run on.').waitFor()
    const { payout_percent: percent, every_sec: everySec, has_key: hasKey } = await get(`sources/${sourceId}`)
    assert.deepEqual([percent, everySec, hasKey], ['80', 3_600, true])
    assertQuiet(page)
  })

  test('a run that is under way is followed to its end without a reload', async () => {
    const { sourceId } = await addSource(world)
    const runId = await addRun(world, sourceId, { state: 'running', ours: 200, theirs: 412, pages: 4 })
    const page = await browser.visit(`/dashboard/ops/sources/${sourceId}`)
    await page.getByText('A run is under way.').waitFor()
    await page.getByText('Page 4: 200 of 412 offers so far.').first().waitFor()
    assert.equal(await page.getByRole('button', { name: 'Run now' }).isDisabled(), true)
    const counts = { ...noCounts, same: 412 }
    const ended = { id: runId, actor: 'server', counts, isChange: false, nowMs: world.clock.nowMs() }
    await world.ports.store.sourceRuns.markApplied(db, ended)
    await page.getByText('Nothing new').first().waitFor()
    await page.getByText('A run is under way.').waitFor({ state: 'detached' })
    assertQuiet(page)
  })

  test('an analyst sees a source and its runs, and decides nothing', async () => {
    const { sourceId } = await addSource(world)
    const offers = [{ externalId: '41', verdict: 'forbidden', reasons: ['No incent.'] }] as const
    const runId = await addRun(world, sourceId, { cause: 'first', offers })
    const page = await browser.visit(`/dashboard/ops/sources/${sourceId}`, { role: 'analyst' })
    await page.getByRole('link', { name: 'Look at the run' }).waitFor()
    assert.equal(await page.getByRole('button', { name: /Run now|Pause|Edit|Remove/ }).count(), 0)
    await page.goto(`/dashboard/ops/sources/${sourceId}/runs/${runId}`)
    await page.getByText('An operator decides whether it counts.').waitFor()
    assert.equal(await page.getByRole('button', { name: /Apply|Leave|Allow/ }).count(), 0)
    assertQuiet(page)
  })

  test('the sidebar counts the sources that need a person, and a source is removed', async () => {
    const { sourceId, name } = await addSource(world)
    await addRun(world, sourceId, { cause: 'first', offers: [{ externalId: '51', verdict: 'new' }] })
    const page = await browser.visit('/dashboard/ops/sources')
    const section = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Sources' })
    await section.locator('.badge').waitFor()
    await assertSeenWell(page)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('link', { name, exact: true }).first().click()
    await page.getByRole('button', { name: 'Remove…' }).click()
    await dialog(page).getByRole('button', { name: 'Remove the source' }).click()
    await page.getByText(`${name} is removed.`).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Sources' }).waitFor()
    await page
      .getByRole('table')
      .getByRole('link', { name, exact: true })
      .first()
      .waitFor({ state: 'detached' })
    assertQuiet(page)
  })
})
