import type { LabelledUser } from '@quoin/core/risk/backtest/back-test.ts'
import { chanceOf } from './population.ts'

type Mix = (users: readonly LabelledUser[]) => LabelledUser[]

const fraudKinds = [
  'multi_device',
  'antidetect',
  'naive_bot',
  'stealth_bot',
  'emulator',
  'spoof_ua',
  'geo_vpn',
  'click_spam',
  'click_inject',
]
const honestKinds = [
  'family',
  'public_device',
  'vpn_privacy',
  'traveller',
  'ios_relay',
  'privacy_browser',
  'desktop_mode',
  'vm_or_rdp',
]

/** Other shares of the same kinds of users. Each user's data stay; the numbers of users differ. */
export const mixes: Readonly<Record<string, Mix>> = {
  ...Object.fromEntries(
    [2, 5, 10, 20, 40].map((percent) => [`fraud ${percent} %`, fraudShare(percent / 100)]),
  ),
  ...Object.fromEntries(honestKinds.map((kind) => [`${kind} × 5`, times(kind, 5)])),
  'all special honest kinds × 3': (users) =>
    repeat(users, ({ kind }) => (honestKinds.includes(kind) ? 3 : 1)),
  ...Object.fromEntries(
    fraudKinds.flatMap((kind) => [
      [`${kind} × 3`, times(kind, 3)],
      [`no ${kind}`, times(kind, 0)],
    ]),
  ),
  'each kind of fraud equally': equalKinds(180),
  'rings only': (users) => users.filter(({ kind, isFraud }) => !isFraud || kind === 'multi_device'),
  'bots only': (users) => users.filter(({ kind, isFraud }) => !isFraud || /bot|emulator/.test(kind)),
  'hidden kinds only': (users) =>
    users.filter(({ kind, isFraud }) => !isFraud || /antidetect|geo_vpn|stealth|click/.test(kind)),
}

/** How often each user is there; a part of one is a chance. */
function repeat(users: readonly LabelledUser[], timesOf: (user: LabelledUser) => number): LabelledUser[] {
  return users.flatMap((user) => {
    const times = timesOf(user)
    const whole = Math.floor(times) + Number(chanceOf('repeat', user.userId) < times % 1)
    return Array.from({ length: whole }, () => user)
  })
}

function times(kind: string, factor: number): Mix {
  return (users) => repeat(users, (user) => (user.kind === kind ? factor : 1))
}

/** Takes users of one class away, by chance; the other class stays. */
function fraudShare(share: number): Mix {
  return (users) => {
    const frauds = users.filter(({ isFraud }) => isFraud).length
    const odds = share / (1 - share) / (frauds / (users.length - frauds))
    return repeat(users, ({ isFraud }) => (isFraud ? Math.min(1, odds) : Math.min(1, 1 / odds)))
  }
}

function equalKinds(size: number): Mix {
  return (users) => {
    const counts = new Map([...Map.groupBy(users, ({ kind }) => kind)].map(([kind, of]) => [kind, of.length]))
    return repeat(users, ({ kind, isFraud }) => (isFraud ? size / (counts.get(kind) ?? size) : 1))
  }
}
