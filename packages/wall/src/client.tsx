/** @jsxImportSource preact */
import { hydrate, render } from 'preact'
import { App, type Toast } from './app.tsx'
import { openBridge } from './bridge.ts'
import { beginCollecting } from './collector/begin-collecting.ts'
import { watchOffers } from './impressions.ts'
import type { ListView, StoryView, WallPageModel } from './model.ts'
import { makeTalk } from './talk.ts'
import { watchRewards } from './rewards.ts'
import type { WallWords } from '@quoin/core/languages/words/words.ts'

interface State {
  readonly model: WallPageModel
  readonly behind: ListView | undefined
  readonly isBusy: boolean
  readonly toast: Toast | undefined
}

const root = document.getElementById('wall') as HTMLElement
// Written by the server's half of this program (render.tsx).
const given = JSON.parse(document.getElementById('model')?.textContent ?? '') as {
  model: WallPageModel
  words: WallWords
}
const { words } = given
const first = given.model.frame
const startedMs = Date.now()
const bridge = openBridge(first.origins, first.query === '')
let state: State = { model: given.model, behind: undefined, isBusy: false, toast: undefined }
let timeZone: string | undefined
/** The list behind an open offer has this address and was scrolled so far; focus goes back to the card described so. */
let behindAddress: string | undefined
let behindScroll = 0
let openedCard: string | null = null
/** An offer was started, and its page does not show so yet. */
let isStartNews = false
/** Does again what has failed. */
let retry = (): void => {}

function view() {
  const { model, behind, isBusy, toast } = state
  const nowSec = model.frame.nowSec + Math.floor((Date.now() - startedMs) / 1000)
  const talk = makeTalk({ frame: model.frame, words, nowSec, isOnline: navigator.onLine, timeZone })
  return { talk, tree: <App talk={talk} page={model.page} behind={behind} isBusy={isBusy} toast={toast} /> }
}

function change(next: Partial<State>): void {
  state = { ...state, ...next }
  render(view().tree, root)
}

/**
 * Where the visitor sees the document, which a page around may cut: an offer and short words stand there. A part too low
 * for a panel is taken for more.
 */
function look(): void {
  const sight = new IntersectionObserver(([entry]) => {
    sight.disconnect()
    if (!entry) return
    const { top, height } = entry.intersectionRect
    const { style } = document.documentElement
    style.setProperty('--y', `${Math.max(0, top)}px`)
    style.setProperty('--h', `${Math.max(height, 480)}px`)
  })
  sight.observe(document.body)
}

/** Short words go by themselves, but for a failure. */
function say(toast: Toast, ms: number): void {
  if (bridge.isFramed) look()
  change({ toast })
  setTimeout(() => {
    if (state.toast === toast && !toast.isFailure) change({ toast: undefined })
  }, ms)
}

/** The model of a page; what is no answer of ours is an error. */
async function load(address: string, body?: BodyInit): Promise<WallPageModel> {
  const options = body === undefined ? {} : { method: 'POST', body }
  const response = await fetch(address, { ...options, headers: { accept: 'application/json' } })
  const { frame } = state.model
  const reference = response.headers.get('x-request-id') ?? ''
  if (response.status === 401) {
    bridge.tell('session_expired', null)
    // Without the proof no link of the page could lead anywhere.
    return {
      frame: { ...frame, query: '', isSigned: false },
      page: { view: 'message', message: 'expired', reference },
    }
  }
  if (response.status === 404) return { frame, page: { view: 'message', message: 'gone', reference } }
  const { data } = (await response.json()) as { data?: WallPageModel }
  if (!response.ok || data === undefined) throw new Error(`answered ${response.status}`)
  return data
}

type How = 'push' | 'stay' | 'append'

async function goTo(address: string, how: How, body?: BodyInit): Promise<void> {
  if (bridge.isFramed) look()
  change({ isBusy: true, toast: undefined })
  try {
    const model = await load(address, body)
    if (how === 'append') {
      append(model)
      return
    }
    if (how === 'push') history.pushState(null, '', address + location.hash)
    show(model)
    if (how === 'push' && !isPanel()) scrollTo(0, 0)
    moveFocus()
  } catch {
    retry = () => void goTo(address, how, body)
    change({ isBusy: false })
    say({ text: words.failed, isFailure: true }, 0)
  }
}

/** The list that an offer was come from is kept, for the way back. */
function show(model: WallPageModel): void {
  const before = state.model.page
  const behind = before.view === 'list' ? before : state.behind
  change({ model, isBusy: false, behind: model.page.view === 'offer' ? behind : undefined })
}

/** The page as it is by now, without a word and with the focus where it is. */
async function refresh(): Promise<void> {
  const address = location.pathname + location.search
  const model = await load(address).catch(() => undefined)
  if (model === undefined || address !== location.pathname + location.search) return
  const { page } = state.model
  // A list keeps the pages that were added to it.
  const isLonger = page.view === 'list' && model.page.view === 'list' && page.offers.length > page.limit
  show(isLonger ? { ...model, page: { ...page, going: model.page.going } } : model)
}

/** Whether an offer lies over its list, which only a wide page has room for. */
function isPanel(): boolean {
  return state.behind !== undefined && innerWidth >= 900
}

/** To the card of the offer that was left, else to what was answered, else to the heading of the page. */
function moveFocus(): void {
  if (state.model.page.view === 'list' && openedCard !== null) {
    const cards = [...document.querySelectorAll<HTMLElement>('main .card a')]
    const card = cards.find((one) => one.getAttribute('aria-describedby') === openedCard)
    openedCard = null
    if (card) {
      card.focus()
      // The page around gives the frame its height back, and then the card lies elsewhere.
      const options = { once: true, signal: AbortSignal.timeout(1_000) }
      if (bridge.isFramed) addEventListener('resize', () => card.scrollIntoView({ block: 'center' }), options)
      return
    }
  }
  // Arrow keys change the order at once: who tries one after the other stays at the menu.
  if (document.activeElement?.matches('[data-submits]')) return
  const answer = document.querySelector<HTMLElement>('main [role=alert]')
  if (answer) {
    answer.focus()
    return
  }
  // A frame that has become shorter lies elsewhere in the page around.
  const preventScroll = !bridge.isFramed || isPanel()
  document.querySelector<HTMLElement>('main h1, main #h')?.focus({ preventScroll })
}

/** The list behind an offer is shown as it was left, with the pages that were added to it. */
function goBack(): void {
  const address = location.pathname + location.search
  const { behind, model } = state
  if (behind === undefined || address !== behindAddress) {
    void goTo(address, 'stay')
    return
  }
  change({ model: { ...model, page: behind }, behind: undefined })
  scrollTo(0, behindScroll)
  moveFocus()
}

/** The next twenty go below those that are there, and the focus to the first of them. */
function append(model: WallPageModel): void {
  const before = state.model.page
  if (before.view !== 'list' || model.page.view !== 'list') {
    change({ model, isBusy: false })
    return
  }
  const page = {
    ...model.page,
    going: before.going,
    offset: before.offset,
    offers: [...before.offers, ...model.page.offers],
  }
  change({ model: { ...model, page }, isBusy: false })
  document.querySelector<HTMLElement>(`[data-offer="${model.page.offers[0]?.id}"] a`)?.focus()
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}

root.addEventListener('click', (event) => {
  const target = event.target as Element
  const copies = target.closest<HTMLElement>('[data-copy]')
  if (copies) {
    void copy(copies.dataset['copy'] ?? '')
    return
  }
  if (target.closest('[data-retry]')) return retry()
  if (target.closest('[data-dismiss]')) return change({ toast: undefined })
  if (target.closest('[data-close]') && state.behind) {
    event.preventDefault()
    history.back()
    return
  }
  const link = target.closest('a')
  if (!link || !isPlainClick(event)) return
  if (link.dataset['start']) {
    isStartNews = true
    return bridge.tell('offer_click', { offer_id: Number(link.dataset['start']) })
  }
  const address = new URL(link.href)
  if (link.target !== '' || address.origin !== location.origin || !address.pathname.startsWith('/wall'))
    return
  if (address.hash !== '' && address.pathname === location.pathname) return
  event.preventDefault()
  if (address.pathname.startsWith('/wall/offers/')) {
    openedCard = link.getAttribute('aria-describedby')
    behindAddress = location.pathname + location.search
    behindScroll = scrollY
  }
  void goTo(address.pathname + address.search, link.dataset['more'] === undefined ? 'push' : 'append')
})

root.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement
  if (form.dataset['form'] === undefined) return
  event.preventDefault()
  const fields = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
  if (form.method === 'post') void goTo(form.action, 'stay', fields)
  else void goTo(`${new URL(form.action).pathname}?${fields}`, 'push')
})

root.addEventListener('change', (event) => {
  const field = event.target as HTMLSelectElement
  if (field.dataset['submits'] !== undefined) field.form?.requestSubmit()
})

addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') document.querySelector<HTMLElement>('[data-close]')?.click()
})
addEventListener('popstate', goBack)
for (const name of ['online', 'offline']) addEventListener(name, () => change({}))

async function copy(text: string): Promise<void> {
  await navigator.clipboard?.writeText(text).catch(() => {})
  say({ text: words.copied }, 2_000)
}

document.documentElement.classList.add('js')
document.body.classList.toggle('inline', bridge.isFramed)
hydrate(view().tree, root)
timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
change({})
setInterval(() => change({}), 60_000)
new ResizeObserver(() =>
  bridge.tell('resize', { height: Math.ceil(root.getBoundingClientRect().height) }),
).observe(root)
bridge.onMessage((type, data) => {
  if (type === 'theme' && (data === 'light' || data === 'dark'))
    document.documentElement.dataset['theme'] = data
  if (type === 'refresh') void refresh()
})
if (first.isSigned) {
  watchRewards({
    load: async () => {
      if (state.model.frame.query === '') return undefined
      return (await load(view().talk.href('/wall/activity'))).page
    },
    tell: tellReward,
    refresh: () => void refresh(),
  })
}
function tellReward(story: StoryView, next: StoryView | undefined): void {
  const { talk } = view()
  const { currency } = talk.frame
  bridge.tell('reward', { offer_id: story.offerId, amount: Number(story.amount), currency: currency.one })
  const news = [talk.say('toast', { amount: talk.money(story.amount) })]
  if (next) news.push(talk.say('next', { step: next.step, amount: talk.money(next.amount) }))
  say({ text: news.join(' · ') }, 6_000)
}

for (const name of ['visibilitychange', 'focus'])
  addEventListener(name, () => {
    if (!isStartNews || document.hidden) return
    isStartNews = false
    void refresh()
  })
beginCollecting(first, bridge)
watchOffers(root, () => view().talk.href('/wall/impressions'))
const isExpired = given.model.page.view === 'message' && given.model.page.message === 'expired'
bridge.tell(isExpired ? 'session_expired' : 'ready', null)
