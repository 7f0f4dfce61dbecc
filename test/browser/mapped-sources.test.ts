import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertQuiet, assertSeenWell, takeComplaints } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { eventually } from '../support/eventually.ts'
import { startPlainFeed } from '../support/feed-servers/plain-feed.ts'
import { shoot } from '../support/shoot.ts'
import { addMappedSource } from '../support/source-scene.ts'
import { openStaffPages } from '../support/staff-pages.ts'

const key = 'k3y-of-the-browser-test'
const headers = { authorization: 'Bearer ada' }
interface View {
  readonly width: 1280 | 390
  readonly scheme: 'light' | 'dark'
}

const views: readonly View[] = [
  { width: 1280, scheme: 'light' },
  { width: 390, scheme: 'dark' },
]

describe('sources of feeds of any shape', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const { world, browser } = await openStaffPages({
    environment: { OUTGOING_ALLOW: '127.0.0.0/8' },
    people: { findToken: (token) => ({ id: token, name: token, role: 'operator' }) },
  })
  const feed = await startPlainFeed()

  async function get(path: string) {
    const answer = await world.get(`/operator/v1/${path}`, { headers })
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json().data
  }

  const field = (page: Page, label: string) => page.getByRole('combobox', { name: `Field for ${label}` })

  async function look(page: Page, name: string, { width, scheme }: View): Promise<void> {
    await assertSeenWell(page)
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width, height: 900 })
    await shoot(page, `${name}-${scheme}`)
  }

  for (const { width, scheme } of views) {
    test(`a feed is looked at, matched and added, ${width} px`, async () => {
      const slug = `bright-${width}`
      await world.addNetwork({ slug, preset: 'generic' })
      const page = await browser.visit(`/dashboard/ops/sources/new?kind=mapped&network=${slug}`, {
        width,
        scheme,
      })
      const read = page.getByRole('button', { name: 'Read a sample' })
      await read.waitFor()
      assert.equal(await read.isDisabled(), true)
      await look(page, `mapped-empty-${width}`, { width, scheme })
      const address = page.getByRole('textbox', { name: 'Address of the feed' })
      await address.fill(`${feed}?api_key=abcdefgh`)
      await read.click()
      await page.getByText('The feed could not be read').waitFor()
      assert.equal(takeComplaints(page).length, 1) // the answer that refused it
      await address.fill(`${feed}?api_key={key}`)
      await page.getByText('Fill in the key: the address').waitFor()
      await page.getByLabel('Key of the API').fill(key)
      await read.click()
      await field(page, 'Name').waitFor()
      assert.equal(await field(page, 'Name').inputValue(), 'title')
      await page.getByText('campid has a value of its own in all 3 records.').waitFor()
      await page.getByText('Credit Check - No Incentive Traffic').last().waitFor()
      await look(page, `mapped-guess-${width}`, { width, scheme })

      const add = page.getByRole('button', { name: 'Add the source' })
      await field(page, 'Network’s id').selectOption('')
      await page.getByText('It is required.').first().waitFor()
      assert.equal(await add.isDisabled(), true)
      await field(page, 'Network’s id').selectOption('campid')
      await field(page, 'Description').selectOption('title')
      await page.getByText('Try the mapping to see it.').waitFor()
      await page.getByRole('button', { name: 'Try the mapping' }).click()
      await page.getByText('Try the mapping to see it.').waitFor({ state: 'detached' })
      assert.doesNotMatch(page.url(), /k3y/)
      assert.doesNotMatch(await page.innerText('main'), /k3y/)
      await add.click()
      await page.getByRole('heading', { level: 1, name: slug }).waitFor()
      await page.getByRole('heading', { name: 'Mapping, version 1' }).waitFor()
      const own = (await get('sources')).find((one: { name: string }) => one.name === slug)
      assert.deepEqual([own.kind, own.mapping_version], ['mapped', 1])
      const [version] = await get(`sources/${own.id}/mappings`)
      assert.deepEqual(version.mapping.columns.description, { at: ['title'], as: 'html' })
      await look(page, `mapped-source-${width}`, { width, scheme })
      assertQuiet(page)
    })

    test(`a mapping is changed, and an earlier version comes back, ${width} px`, async () => {
      const { sourceId } = await addMappedSource(world, feed)
      const page = await browser.visit(`/dashboard/ops/sources/${sourceId}`, { width, scheme })
      await page.getByRole('button', { name: 'Change the mapping' }).click()
      await page.getByRole('button', { name: 'Read a sample' }).click()
      const save = page.getByRole('button', { name: 'Save as version 2' })
      assert.equal(await save.isDisabled(), true)
      await field(page, 'Description').selectOption('=')
      await page.getByRole('textbox', { name: 'Value of Description' }).fill('An offer.')
      await look(page, `mapped-edit-${width}`, { width, scheme })
      await save.click()
      await page.getByRole('heading', { name: 'Mapping, version 2' }).waitFor()
      await page.getByRole('combobox', { name: 'Earlier versions' }).selectOption('1')
      await page.getByRole('button', { name: 'Take version 1 back into force' }).click()
      await page.getByRole('heading', { name: 'Mapping, version 3' }).waitFor()
      await eventually(async () => (await get(`sources/${sourceId}`)).mapping_version, 3)
      assertQuiet(page)
    })
  }
})
