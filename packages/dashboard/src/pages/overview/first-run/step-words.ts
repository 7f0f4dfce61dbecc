import type { StepName } from './use-first-run.ts'

interface Way {
  readonly text: string
  readonly to: string
  readonly hash?: string
}

interface StepWords {
  /** As a thing. */
  readonly title: string
  /** As something to do. */
  readonly verb: string
  readonly lead: string
  /** All of it, once the step is open. */
  readonly help: string
  readonly waits: string
  /** The first one is the filled button. */
  readonly ways: readonly Way[]
}

export const stepWords: Readonly<Record<StepName, StepWords>> = {
  network: {
    title: 'A network',
    verb: 'Add a network',
    lead: 'It pays you for conversions, and reports each by postback.',
    help: 'It pays you for conversions, and reports each by postback. Choose its system and Quoin knows its words, its macros and the address to give it.',
    waits: 'The step ticks when the network is saved.',
    ways: [{ text: 'Add a network', to: '/ops/networks', hash: 'new' }],
  },
  offers: {
    title: 'Offers',
    verb: 'Bring offers in',
    lead: 'They come from the network’s feed or a CSV file, or you make one by hand.',
    help: 'They come from the network’s feed or a CSV file, or you make one by hand. Users see an offer as soon as it is live.',
    waits: 'The step ticks when the first offer is live.',
    ways: [
      { text: 'Import a file', to: '/ops/offers/import' },
      { text: 'Add one by hand', to: '/ops/offers/new' },
    ],
  },
  app: {
    title: 'A publisher and its app',
    verb: 'Add a publisher and its app',
    lead: 'The app has the users, a currency and keys.',
    help: 'The publisher owns the app; the app has the users, a currency and keys. Its server lists offers with them.',
    waits: 'The step ticks when an app of an approved publisher is saved.',
    ways: [
      { text: 'Add a publisher', to: '/ops/publishers', hash: 'new' },
      { text: 'Add an app', to: '/ops/apps', hash: 'new' },
    ],
  },
  click: {
    title: 'The first click',
    verb: 'Follow a first link',
    lead: 'A user follows a link of the app; Quoin records it and sends them on.',
    help: 'Open it here or on a phone. You come to the network’s page as any user would; the click counts as live.',
    waits: 'The step waits for a click. It ticks by itself.',
    ways: [],
  },
  postback: {
    title: 'The first postback',
    verb: 'Receive a first postback',
    lead: 'The network reports it, and the conversion is booked to the micro.',
    help: 'Give the network its postback address. It calls that when somebody has completed an offer, and the conversion is booked to the micro.',
    waits: 'Ticks when a report is accepted.',
    ways: [{ text: 'See the networks', to: '/ops/networks' }],
  },
  callback: {
    title: 'The first callback',
    verb: 'Tell the publisher’s server',
    lead: 'The publisher’s server gets a callback and credits the user.',
    help: 'Enter the address at which the app’s server takes callbacks. It gets one for each conversion and credits the user.',
    waits: 'The step ticks when a callback is answered with 2xx.',
    ways: [{ text: 'See the apps', to: '/ops/apps' }],
  },
}

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six'] as const

/** How many trials are left, in a button. */
export function tellTrials(left: number): string {
  return `Try the last ${(numbers[left] ?? String(left)).toLowerCase()}`
}

/** The heading of the list. */
export function tellLeft(left: number): string {
  if (left === 0) return 'The first paid conversion has happened'
  return `${numbers[left] ?? left} ${left === 1 ? 'thing' : 'things'} until the first paid conversion`
}
