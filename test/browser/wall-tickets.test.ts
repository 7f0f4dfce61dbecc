import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { DiagnosisCode } from '@quoin/core/tickets/diagnose-reward.ts'
import type { Page } from 'playwright-core'
import { assertAccessible, assertFits, assertQuiet, staffByCookie } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { type MissedReward, missReward, sessionOf, wait } from '../support/missed-rewards.ts'
import { createWallWorld } from '../support/wall-world.ts'

interface Seen {
  readonly title: string
  readonly sentence: string
  readonly asks: 'now' | 'later' | 'never'
}

const dates = new Intl.DateTimeFormat('en-GB-u-nu-latn', {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Europe/Berlin',
})
const date = (atMs: number): string => dates.format(Math.floor(atMs / 1000) * 1000)
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The words for the user, and whether they may ask: a row for every diagnosis. */
const seenBy: Readonly<Record<DiagnosisCode, (missed: MissedReward) => Seen>> = {
  never_started: () => ({
    title: 'Is the offer not here?',
    sentence: 'We have no start from you. Rewards count only when you open the offer in this list.',
    asks: 'never',
  }),
  unavailable: () => ({
    title: 'Ended',
    sentence: 'Not available now. Nothing was started.',
    asks: 'never',
  }),
  young: ({ startedAtMs }) => ({
    title: 'Nothing is wrong yet',
    sentence: `You started 2 hours ago. If nothing has come by ${date(startedAtMs + 7 * dayMs)}, you can ask here.`,
    asks: 'later',
  }),
  late: ({ startedAtMs }) => ({
    title: 'The advertiser has not reported your reward',
    sentence: `You started 8 days ago. You can ask until ${date(startedAtMs + 37 * dayMs)}.`,
    asks: 'now',
  }),
  ended: ({ startedAtMs }) => ({
    title: 'Ended',
    sentence: `This ended on ${date(startedAtMs + 30 * dayMs)}. What was done after that is not paid. You could ask here until ${date(startedAtMs + 37 * dayMs)}.`,
    asks: 'never',
  }),
  too_old: () => ({
    title: 'Ended',
    sentence: 'It is more than 60 days old. You can ask within 60 days of starting.',
    asks: 'never',
  }),
  pending: () => ({
    title: 'Pending',
    sentence: 'The advertiser has reported it and decides soon.',
    asks: 'never',
  }),
  asked: () => ({ title: 'We ask the advertiser', sentence: 'You have nothing to do.', asks: 'never' }),
  held: () => ({ title: 'Pending', sentence: 'It is being checked. You have nothing to do.', asks: 'never' }),
  released_later: ({ lastAtMs }) => ({
    title: 'Pending',
    sentence: `You get it on ${date(lastAtMs + 3 * dayMs)}. You have nothing to do.`,
    asks: 'never',
  }),
  rejected: () => ({
    title: 'The advertiser said no',
    sentence: 'The advertiser did not accept it.',
    asks: 'now',
  }),
  reversed: () => ({ title: 'Taken back', sentence: 'The advertiser took it back.', asks: 'now' }),
  told: ({ appName, lastAtMs }) => ({
    title: `${appName} has it`,
    sentence: `We told ${appName} about your reward on ${date(lastAtMs)}.`,
    asks: 'never',
  }),
  untold: ({ appName, lastAtMs }) => ({
    title: 'Approved',
    sentence: `Approved on ${date(lastAtMs)}. ${appName} adds it to your balance.`,
    asks: 'never',
  }),
  failing: ({ appName }) => ({
    title: 'Approved',
    sentence: `${appName} could not be reached. We keep trying.`,
    asks: 'never',
  }),
  unheard: ({ appName }) => ({
    title: 'Approved',
    sentence: `We told ${appName}, and it has not confirmed that yet.`,
    asks: 'never',
  }),
}
const codes = Object.keys(seenBy) as DiagnosisCode[] // its keys are the codes

describe('missing rewards in the wall', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const world = await createWallWorld({
    people: staffByCookie,
    environment: { WALL_PAGES_PER_MINUTE: '1000' },
  })
  after(() => world.close())

  async function open(missed: MissedReward): Promise<Page> {
    const page = await world.visit(`/wall?session=${sessionOf(world, missed)}&lang=en`)
    await page.getByRole('link', { name: 'Missing reward?' }).first().click()
    await page.getByRole('heading', { name: 'Missing a reward?', level: 1 }).waitFor()
    return page
  }

  async function choose(page: Page, missed: MissedReward): Promise<void> {
    await page.getByRole('link', { name: missed.offerName }).click()
    await page.locator('#diagnosis').waitFor()
  }

  async function read(page: Page): Promise<Omit<Seen, 'asks'> & { readonly code: string | null }> {
    const diagnosis = page.locator('#diagnosis')
    const [title, sentence] = await Promise.all([
      diagnosis.locator('.note h2').first().textContent(),
      diagnosis.locator('.note p').first().textContent(),
    ])
    const code = await diagnosis.getAttribute('data-code')
    return { code, title: plain(title), sentence: plain(sentence) }
  }

  for (const code of codes)
    test(`${code}: the user reads where the reward is, and whether they may ask`, async () => {
      const missed = await missReward(world, code)
      const page = await open(missed)
      const expected = seenBy[code](missed)
      if (code === 'never_started') {
        await page.getByText(expected.title).click()
        await page.getByText(expected.sentence).waitFor()
        assert.equal(await page.locator('.pick').count(), 0)
      } else {
        await choose(page, missed)
        const { title, sentence } = expected
        assert.deepEqual(await read(page), { code, title, sentence })
      }
      const forms = await page.getByRole('button', { name: 'Send ticket' }).count()
      assert.equal(forms, expected.asks === 'now' ? 1 : 0)
      const references = await page.locator('[data-copy]').allTextContents()
      assert.deepEqual(
        references.map(plain).includes(missed.callbackId ?? ''),
        missed.callbackId !== undefined,
      )
      await assertFits(page)
      await takePictures(page, code)
      assertQuiet(page)
      await page.context().close()
    })

  for (const code of codes.filter((one) => one === 'late' || one === 'rejected' || one === 'reversed'))
    test(`${code}: the ticket that is sent opens, and an operator sees it${code === 'late' ? ' and its claim' : ''}`, async () => {
      const missed = await missReward(world, code, ' who asks')
      const page = await open(missed)
      await choose(page, missed)
      await page.getByLabel('What did you do, and when?').fill('I did it on Monday.')
      await page.getByRole('button', { name: 'Send ticket' }).click()
      await page.getByRole('alert').getByText('Sent. The advertiser has 15 days to answer.').waitFor()
      await page.locator('.chip').getByText('We ask the advertiser', { exact: true }).waitFor()
      assert.equal(await page.getByRole('button', { name: 'Send ticket' }).count(), 0)
      assert.equal((await read(page)).code, code === 'late' ? 'asked' : code)
      await takePictures(page, `${code}-sent`)
      assertQuiet(page)

      await page.context().addCookies([{ name: 'staff', value: 'reviewer', url: world.base }])
      const answer = await page.request.get('/operator/v1/tickets')
      const tickets: readonly OperatorTicket[] = (await answer.json()).data
      const own = tickets.filter(({ user_id }) => user_id === missed.userId)
      assert.deepEqual(
        own.map(({ diagnosis, state, note }) => [diagnosis, state, note]),
        [[code, 'asking', 'I did it on Monday.']],
      )
      if (code === 'late') {
        await page.setViewportSize({ width: 1280, height: 900 })
        await page.goto('/dashboard/ops/review')
        await page.getByText(missed.userId, { exact: true }).first().waitFor()
      }
      await page.context().close()
    })

  test('too early becomes late, and an answer of a person is read, by the time and their words alone', async () => {
    const missed = await missReward(world, 'young', ' who waits')
    const early = await open(missed)
    await choose(early, missed)
    assert.equal(await early.getByRole('button', { name: 'Send ticket' }).count(), 0)
    await early.context().close()
    await wait(world, { days: 8 })
    const page = await open(missed)
    await choose(page, missed)
    await page.getByLabel('What did you do, and when?').fill('I did it on Monday.')
    await page.getByRole('button', { name: 'Send ticket' }).click()
    await page.getByRole('alert').waitFor()
    await page.context().addCookies([{ name: 'staff', value: 'reviewer', url: world.base }])
    const { data } = await (await page.request.get('/operator/v1/tickets')).json()
    const ticket = (data as readonly OperatorTicket[]).find(({ user_id }) => user_id === missed.userId)
    const answered = await page.request.post(`/operator/v1/tickets/${ticket?.id}/answer`, {
      headers: { origin: world.base },
      data: { answer: 'needs_more', because: 'Which order number did you get?' },
    })
    assert.equal(answered.status(), 200, await answered.text())
    await page.reload()
    await page.getByText('We need something from you').waitFor()
    await page.getByText('Which order number did you get?').waitFor()
    await takePictures(page, 'answered')
  })

  // With the form, with a reference, and with a ticket.
  for (const code of ['late', 'told', 'asked'] as const)
    test(`${code}: light, dark and from right to left the page keeps nobody out`, async () => {
      const missed = await missReward(world, code, ' in every look')
      for (const [colorScheme, language] of [
        ['light', 'en'],
        ['dark', 'en'],
        ['dark', 'ar'],
      ] as const) {
        const address = `/wall/missing?session=${sessionOf(world, missed)}&lang=${language}`
        const page = await world.visit(address, { colorScheme })
        await choose(page, missed)
        await assertAccessible(page)
        await assertFits(page)
        assertQuiet(page)
        await page.context().close()
      }
    })
})

interface OperatorTicket {
  readonly id: string
  readonly user_id: string
  readonly diagnosis: string
  readonly state: string
  readonly note: string
}

/** Without the marks that keep foreign text to itself. */
function plain(text: string | null): string {
  return (text ?? '').replaceAll(/[\u2068\u2069]/g, '').trim()
}

/** Takes pictures where SCREENSHOTS names a folder. */
async function takePictures(page: Page, name: string): Promise<void> {
  const into = process.env['SCREENSHOTS']
  if (into === undefined) return
  for (const [width, colorScheme] of [
    [1000, 'light'],
    [390, 'dark'],
    [390, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: `${into}/missing-${name}-${colorScheme}-${width}.png` })
  }
}
