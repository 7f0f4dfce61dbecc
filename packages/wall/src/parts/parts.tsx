/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import type { DeviceName, ListView, StoryView, Usual } from '../model.ts'
import { stateWord } from '../story-words.ts'
import { shown, type Talk } from '../talk.ts'
import type { icons } from './icons.ts'

export type IconName = keyof typeof icons

/** An icon beside words that say the same. */
export function Icon({ name, flips = false }: { name: IconName; flips?: boolean }) {
  return (
    <svg aria-hidden="true" class={flips ? 'fl' : undefined}>
      <use href={`#${name}`} />
    </svg>
  )
}

/** The publisher's logo, or the first letter of their app. */
export function SiteMark({ talk: { frame } }: { talk: Talk }) {
  if (frame.logo) return <img class="logo" src={frame.logo} alt="" width="36" height="36" />
  return (
    <span class="mono" aria-hidden="true">
      {[...shown(frame.appName)][0] ?? ''}
    </span>
  )
}

/** A picture of an offer: an ornament beside its name. */
export function Picture({ src, isEager = false }: { src: string; isEager?: boolean }) {
  return (
    <img
      class="art"
      src={`${src}?s=96`}
      srcset={`${src}?s=96 1x, ${src}?s=192 2x`}
      alt=""
      width="56"
      height="56"
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
    />
  )
}

/** Text of advertisers: shown, never interpreted, in its own direction. */
export function Foreign({ text }: { text: string }) {
  return <bdi>{shown(text)}</bdi>
}

const chips: Readonly<Record<StoryView['state'], readonly [tone: string, icon: IconName]>> = {
  started: ['io', 'dot'],
  asked: ['io', 'clock'],
  pending: ['wa', 'wait'],
  credited: ['ok', 'ok'],
  reversed: ['da', 'redo'],
  rejected: ['da', 'no'],
  ended: ['', 'minus'],
}

export function StateChip({ talk, story: { state, code } }: { talk: Talk; story: StoryView }) {
  const [tone, icon] = chips[state]
  return (
    <span class={`chip ${tone}`}>
      <Icon name={icon} />
      {stateWord(talk, state, code)}
    </span>
  )
}

/** How a promotion changes rewards, and until when. */
export function Promotion({ talk, promotion }: { talk: Talk; promotion: ListView['promotion'] }) {
  if (promotion === null) return null
  const times = talk.number(promotion.times)
  return (
    <p class="note io promo">
      <Icon name="gift" />
      <span>{talk.say('promo', { times, time: talk.date(promotion.endsAt) })}</span>
    </p>
  )
}

/** A box of one message. */
export function Note(props: {
  tone: string
  icon: IconName
  title?: string
  isAlert?: boolean
  children?: ComponentChildren
}) {
  return (
    <div
      class={`note ${props.tone}`}
      role={props.isAlert ? 'alert' : undefined}
      tabIndex={props.isAlert ? -1 : undefined}
    >
      <Icon name={props.icon} />
      <div>
        {props.title && <h2>{props.title}</h2>}
        {props.children}
      </div>
    </div>
  )
}

interface RelayStep {
  readonly name: string
  readonly text: string
  readonly state: '' | 'd' | 'o' | 'x'
  readonly icon: IconName
}

/** The parties of a reward in turn, and which of them have acted: here, the advertiser, the site. */
export function Relay({ steps }: { steps: readonly RelayStep[] }) {
  return (
    <ol class="relay">
      {steps.map(({ name, text, state, icon }) => (
        <li key={name} class={state}>
          <span>
            <Icon name={icon} />
          </span>
          <b>
            <Foreign text={name} />
          </b>
          {text}
        </li>
      ))}
    </ol>
  )
}

/** The relay of one story. */
export function StoryRelay({ talk, story }: { talk: Talk; story: StoryView }) {
  const { code, startedAt, reportedAt, because } = story
  // A start that led elsewhere has reached nobody.
  if (code === 'unavailable') return null
  const isRefused = (code === 'rejected' && because === null) || code === 'reversed'
  const site = siteStep(talk, story)
  return (
    <Relay
      steps={[
        {
          name: talk.say('here'),
          text: startedAt === null ? '–' : talk.date(startedAt),
          state: startedAt === null ? '' : 'd',
          icon: startedAt === null ? 'minus' : 'ok',
        },
        {
          name: talk.say('advertiser'),
          text: talk.say(
            isRefused
              ? code === 'reversed'
                ? 'reversed'
                : 'rejected'
              : reportedAt === null
                ? 'notReported'
                : 'reported',
          ),
          state: isRefused ? 'x' : reportedAt !== null ? 'd' : code === 'late' ? 'o' : '',
          icon: isRefused ? 'no' : reportedAt !== null ? 'ok' : 'wait',
        },
        { name: talk.frame.appName, ...site },
      ]}
    />
  )
}

function siteStep(
  talk: Talk,
  { code, state, momentAt }: StoryView,
): Pick<RelayStep, 'text' | 'state' | 'icon'> {
  if (state === 'ended' || state === 'rejected' || state === 'reversed')
    return { text: '–', state: '', icon: 'minus' }
  if (code === 'told') return { text: talk.say('informed'), state: 'd', icon: 'ok' }
  if (code === 'failing' || code === 'unheard') return { text: talk.say('waits'), state: 'o', icon: 'bang' }
  if (code === 'released_later' && momentAt !== null)
    return { text: talk.date(momentAt), state: 'o', icon: 'wait' }
  return { text: talk.say('waits'), state: '', icon: 'coin' }
}

/** You, half, nine of ten: on one straight axis. */
export function WaitingScale({ talk, usual, waitedSec }: { talk: Talk; usual: Usual; waitedSec: number }) {
  const end = Math.max(usual.mostSec * 1.25, Math.min(waitedSec, usual.mostSec * 2))
  const at = (sec: number): number => Math.min(100, (sec / end) * 100)
  const x = (sec: number): string => `${talk.frame.direction === 'rtl' ? 100 - at(sec) : at(sec)}%`
  return (
    <div class="box gap">
      <h2>{talk.say('waited')}</h2>
      <svg class="scale" aria-hidden="true">
        <rect class="tr" x="0" y="20" width="100%" height="12" rx="6" />
        <line x1={x(usual.halfSec)} x2={x(usual.halfSec)} y1="20" y2="32" />
        <line x1={x(usual.mostSec)} x2={x(usual.mostSec)} y1="20" y2="32" />
        <line class="me" x1={x(waitedSec)} x2={x(waitedSec)} y1="15" y2="37" />
      </svg>
      <p class="s">
        <b>
          {talk.say('you')}: {talk.duration(waitedSec)}
        </b>
        {' · '}
        {talk.say('half', { time: talk.duration(usual.halfSec) })}
        {' · '}
        {talk.say('nineOfTen', { time: talk.duration(usual.mostSec) })}
      </p>
      <p class="s">{talk.count('creditCount', usual.credits)}</p>
    </div>
  )
}

/** Where an offer runs, when that is not on the visitor's own device. */
export function deviceWords(talk: Talk, devices: readonly DeviceName[]): string | undefined {
  if (devices.length === 0 || devices.includes(talk.frame.device)) return undefined
  if (devices.includes('desktop')) return talk.say('computer')
  if (devices.length === 2) return talk.say('phone')
  return devices[0] === 'ios' ? 'iPhone' : 'Android'
}
