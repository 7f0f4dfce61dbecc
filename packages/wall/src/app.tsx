/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { ActivityPage } from './pages/activity.tsx'
import { ListPage } from './pages/list.tsx'
import { MessagePage } from './pages/message.tsx'
import { MissingPage } from './pages/missing.tsx'
import { OfferPage } from './pages/offer.tsx'
import { PhonePage } from './pages/phone.tsx'
import { Icon, type IconName, SiteMark } from './parts/parts.tsx'
import type { ListView, WallView } from './model.ts'
import { shown, type Talk } from './talk.ts'

interface AppProps {
  readonly talk: Talk
  readonly page: WallView
  /** The list that an offer lies on, where it was come from. */
  readonly behind?: ListView | undefined
  readonly isBusy?: boolean
  readonly toast?: Toast | undefined
}

/** A short word at the edge; a failure stays until it is tried again or closed. */
export interface Toast {
  readonly text: string
  readonly isFailure?: boolean
}

/** A whole page but for its head: the same on the server and in the browser. */
export function App({ talk, page, behind, isBusy = false, toast }: AppProps) {
  const isOffer = page.view === 'offer'
  return (
    <div class={`${isOffer ? 'sheet' : ''} ${isBusy ? 'busy' : ''}`}>
      <a class="vh btn" href="#main">
        {talk.say('skip')}
      </a>
      <Top talk={talk} page={page} />
      {!talk.isOnline && (
        <p class="note wa in" role="status">
          <Icon name="off" />
          <span>{talk.say('offline')}</span>
        </p>
      )}
      {isOffer && behind && (
        <>
          <div class="in behind" inert>
            <ListPage talk={talk} page={behind} />
            <Foot talk={talk} />
          </div>
          <div class="shade behind" data-close />
        </>
      )}
      <main
        id="main"
        class={isOffer ? (behind ? 'panel narrow in' : 'narrow in') : 'in'}
        aria-labelledby={isOffer ? 'h' : undefined}
      >
        <Page talk={talk} page={page} />
        {!isOffer && <Foot talk={talk} />}
      </main>
      <div role="status" class="toast">
        {toast && <ToastNote talk={talk} toast={toast} />}
      </div>
    </div>
  )
}

function ToastNote({ talk, toast: { text, isFailure } }: { talk: Talk; toast: Toast }) {
  if (!isFailure) return <span class="note ok">{text}</span>
  return (
    <div class="note da row">
      {text}
      <button type="button" class="btn" data-retry>
        {talk.say('retry')}
      </button>
      <button type="button" class="btn ib" data-dismiss aria-label={talk.say('close')}>
        <Icon name="no" />
      </button>
    </div>
  )
}

function Page({ talk, page }: { talk: Talk; page: WallView }): ComponentChildren {
  switch (page.view) {
    case 'list':
      return <ListPage talk={talk} page={page} />
    case 'offer':
      return <OfferPage talk={talk} page={page} />
    case 'activity':
      return <ActivityPage talk={talk} page={page} />
    case 'missing':
      return <MissingPage talk={talk} page={page} />
    case 'message':
      return <MessagePage talk={talk} page={page} />
    case 'phone':
      return <PhonePage talk={talk} />
    default:
      return page satisfies never
  }
}

const places: readonly {
  view: string
  path: string
  word: 'offers' | 'activity' | 'missing'
  icon: IconName
}[] = [
  { view: 'list', path: '/wall', word: 'offers', icon: 'list' },
  { view: 'activity', path: '/wall/activity', word: 'activity', icon: 'act' },
  { view: 'missing', path: '/wall/missing', word: 'missing', icon: 'help' },
]

function Top({ talk, page }: { talk: Talk; page: WallView }) {
  const { frame } = talk
  if (frame.query === '') return null
  return (
    <header class="top">
      <div class="in">
        <a class="pub" href={talk.href('/wall')}>
          <SiteMark talk={talk} />
          <span>
            <b>
              <bdi>{shown(frame.appName)}</bdi>
            </b>
            <small>{talk.say('earn', { currency: frame.currency.many })}</small>
          </span>
        </a>
        {frame.balance !== null && (
          <p class="bal">
            <span class="vh">{talk.say('balance')} </span>
            <b>
              <span dir="ltr">{talk.amount(frame.balance)}</span> <Icon name="coin" />
            </b>
            {frame.pending !== null && Number(frame.pending) !== 0 && (
              <small>{talk.say('pendingSum', { amount: talk.amount(frame.pending) })}</small>
            )}
          </p>
        )}
        {frame.isSigned && (
          <nav class="nav" aria-label={shown(frame.appName)}>
            {places.map(({ view, path, word, icon }) => (
              <a key={view} href={talk.href(path)} aria-current={page.view === view ? 'page' : undefined}>
                <Icon name={icon} />
                <span>{talk.say(word)}</span>
                {view === 'activity' && frame.started > 0 && (
                  <span class="n">
                    {talk.number(frame.started)}
                    <span class="vh"> {talk.say('inProgress')}</span>
                  </span>
                )}
              </a>
            ))}
          </nav>
        )}
      </div>
    </header>
  )
}

function Foot({ talk }: { talk: Talk }) {
  const { frame } = talk
  if (frame.query === '') return null
  return (
    <footer class="foot">
      <p class="s">{talk.say('independent')}</p>
      <button type="button" data-copy={frame.userId}>
        <span>{talk.say('yourId')}</span> <bdi class="vis">{shown(frame.userId)}</bdi> <Icon name="copy" />
      </button>
      {frame.isSigned && <a href={talk.href('/wall/missing')}>{talk.say('missing')}</a>}
      {frame.privacyUrl && (
        <a href={frame.privacyUrl} target="_blank" rel="noopener noreferrer">
          {talk.say('privacy')}
        </a>
      )}
    </footer>
  )
}
