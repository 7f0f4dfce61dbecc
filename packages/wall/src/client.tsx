/** @jsxImportSource preact */
import { hydrate, render } from 'preact'
import { App } from './app.tsx'
import { openBridge } from './bridge.ts'
import { watchOffers } from './impressions.ts'
import type { ListView, StoryView, WallPageModel } from './model.ts'
import { makeTalk } from './talk.ts'
import type { Words } from './words/words.ts'

interface State {
  readonly model: WallPageModel
  readonly behind: ListView | undefined
  readonly isBusy: boolean
  readonly toast: string | undefined
}

const root = document.getElementById('wall') as HTMLElement
// Written by the server's half of this program (render.tsx).
const given = JSON.parse(document.getElementById('model')?.textContent ?? '') as {
  model: WallPageModel
  words: Words
}
const { words } = given
const first = given.model.frame
const startedMs = Date.now()
const bridge = openBridge(first.origins, first.query === '')
let state: State = { model: given.model, behind: undefined, isBusy: false, toast: undefined }
let timeZone: string | undefined
/** Credited rewards that were seen before: what is new is told. */
let credited: ReadonlySet<string> | undefined
/** The list behind an open offer has this address, and its card these descriptions: focus goes back there. */
let behindAddress: string | undefined
let openedCard: string | null = null

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

/** The model of a page; what is no answer of ours is an error. */
async function load(address: string, body?: BodyInit): Promise<WallPageModel> {
  const options = body === undefined ? {} : { method: 'POST', body }
  const response = await fetch(address, { ...options, headers: { accept: 'application/json' } })
  if (response.status === 401) {
    bridge.tell('session_expired', null)
    return {
      frame: state.model.frame,
      page: { view: 'message', message: 'expired', reference: response.headers.get('x-request-id') ?? '' },
    }
  }
  const { data } = (await response.json()) as { data?: WallPageModel }
  if (!response.ok || data === undefined) throw new Error(`answered ${response.status}`)
  return data
}

async function goTo(address: string, how: 'push' | 'stay' | 'append', body?: BodyInit): Promise<void> {
  change({ isBusy: true })
  try {
    const model = await load(address, body)
    if (how === 'append') {
      append(model)
      return
    }
    const before = state.model.page
    const isOver = model.page.view === 'offer' && innerWidth >= 900
    const behind = before.view === 'list' ? before : state.behind
    if (how === 'push') history.pushState(null, '', address + location.hash)
    change({ model, isBusy: false, behind: isOver ? behind : undefined })
    if (how === 'push') scrollTo(0, 0)
    moveFocus()
  } catch {
    change({ isBusy: false, toast: words.failed })
    setTimeout(() => change({ toast: undefined }), 4_000)
  }
}

/** To the card of the offer that was left, else to the heading of the page. */
function moveFocus(): void {
  if (state.model.page.view === 'list' && openedCard !== null) {
    const cards = [...document.querySelectorAll<HTMLElement>('main .card a')]
    const card = cards.find((one) => one.getAttribute('aria-describedby') === openedCard)
    openedCard = null
    if (card) {
      card.focus()
      return
    }
  }
  // Arrow keys change the order at once: who tries one after the other stays at the menu.
  if (document.activeElement?.matches('[data-submits]')) return
  document.querySelector<HTMLElement>('main h1, main #h')?.focus({ preventScroll: true })
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
  moveFocus()
}

/** The next twenty go below those that are there. */
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
  if (target.closest('[data-close]') && state.behind) {
    event.preventDefault()
    history.back()
    return
  }
  const link = target.closest('a')
  if (!link || !isPlainClick(event)) return
  if (link.dataset['start']) return bridge.tell('offer_click', { offer_id: Number(link.dataset['start']) })
  const address = new URL(link.href)
  if (link.target !== '' || address.origin !== location.origin || !address.pathname.startsWith('/wall'))
    return
  if (address.hash !== '' && address.pathname === location.pathname) return
  event.preventDefault()
  if (address.pathname.startsWith('/wall/offers/')) {
    openedCard = link.getAttribute('aria-describedby')
    behindAddress = location.pathname + location.search
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
  if (key === 'Escape' && state.behind) history.back()
})
addEventListener('popstate', goBack)
for (const name of ['online', 'offline']) addEventListener(name, () => change({}))

async function copy(text: string): Promise<void> {
  await navigator.clipboard?.writeText(text).catch(() => {})
  change({ toast: words.copied })
  setTimeout(() => change({ toast: undefined }), 2_000)
}

/** Looks now and then whether a reward has come; the site around is told to look at its balance. */
async function lookForRewards(): Promise<void> {
  if (document.hidden || !navigator.onLine) return
  const address = view().talk.href('/wall/activity')
  const model = await load(address).catch(() => undefined)
  if (model?.page.view !== 'activity') return
  const stories = model.page.stories.filter((story) => story.state === 'credited')
  const fresh = credited === undefined ? [] : stories.filter(({ key }) => !credited?.has(key))
  credited = new Set(stories.map(({ key }) => key))
  for (const story of fresh) tellReward(story)
  if (fresh.length > 0) void goTo(location.pathname + location.search, 'stay')
}

function tellReward(story: StoryView): void {
  const { talk } = view()
  const { currency } = talk.frame
  bridge.tell('reward', { offer_id: story.offerId, amount: Number(story.amount), currency: currency.one })
  change({ toast: talk.say('toast', { amount: talk.money(story.amount) }) })
  setTimeout(() => change({ toast: undefined }), 6_000)
}

const lookEveryMs = 20_000

async function collect(mode: 'minimal' | 'full'): Promise<void> {
  const session = new URLSearchParams(first.query).get('session')
  if (session === null) return
  const { submitFingerprint } = await import('./collector/submit.ts')
  await submitFingerprint({ baseUrl: '', session, userId: first.userId, collect: mode })
}

/** The app says how much may be collected, and the page around may say less, or wait for consent. */
function beginCollecting(): void {
  const { collect: allowed } = first
  const { collect: wanted } = bridge
  if (allowed === 'off' || wanted === 'off') return
  const mode = wanted === 'minimal' ? 'minimal' : allowed
  const begin = (): void => {
    if ('requestIdleCallback' in window)
      requestIdleCallback(() => void collect(mode).catch(() => {}), { timeout: 2_000 })
    else setTimeout(() => void collect(mode).catch(() => {}), 1_000)
  }
  if (wanted !== 'ask') {
    begin()
    return
  }
  bridge.onMessage((type, data) => {
    if (type === 'consent' && data === true) begin()
  })
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
  if (type === 'refresh') void goTo(location.pathname + location.search, 'stay')
})
if (first.isSigned) {
  void lookForRewards()
  setInterval(() => void lookForRewards(), lookEveryMs)
  document.addEventListener('visibilitychange', () => void lookForRewards())
}
beginCollecting()
watchOffers(root, () => view().talk.href('/wall/impressions'))
const isExpired = given.model.page.view === 'message' && given.model.page.message === 'expired'
bridge.tell(isExpired ? 'session_expired' : 'ready', null)
