/** Words and figures from which offers are made up: the world of offers.csv, with every name invented. */

export const brandHeads = (
  'Ember Tide Moss Gear Orbit Dune Candle Iron Vault Word Pixel Quiet Kraken Tiny Alder Quill North ' +
  'Paper Haven Lantern Penny Coin Salt Mint Node Hearth Plinth Ledger Desk Signal Wick Crew Opinion ' +
  'Murmur Quorum Lumen Fern Brew Glyph Kestrel Sock Birch Oven Lark Fettle Petal Meal Razor Whisker ' +
  'Magazine Cloud Fox Harbour Marble Nettle Owl Pitch Toon Stride Night Hydro Vitamin Gull Sleeper ' +
  'Cabin Road Hostel Letter Town Sample Willow Job Book'
).split(' ')

export const brandTails = (
  'hold wright fable lock puck wick fall bark mere stone bank loom field oak trust kite ferry ' +
  'harrow mine lark post tally lane fen well note keep pack log chat box dell bird jay marten finch ' +
  'shed vpn reel hour side bell leaf gate lane crane wisp hen loft press burrow mill brook crest ' +
  'dale gale haven ridge spire thorn vale wharf yard'
).split(' ')

type PlatformWord = 'desktop' | 'android' | 'ios'

export interface CategoryWords {
  readonly slug: string
  /** How many of a hundred offers belong here. */
  readonly share: number
  readonly payoutCents: readonly [low: number, high: number]
  /** The words that a brand of this kind adds to its name. */
  readonly kinds: readonly string[]
  readonly pitches: readonly string[]
  readonly tasks: readonly string[]
  /** Drawn evenly; an empty list is an offer for all three. */
  readonly platforms: readonly (readonly PlatformWord[])[]
  /** Percent of the offers that a user may complete again and again. */
  readonly repeatablePercent: number
}

const phones: readonly PlatformWord[] = ['android', 'ios']
const everything: readonly PlatformWord[] = []

export const categories: readonly CategoryWords[] = [
  {
    slug: 'games',
    share: 24,
    payoutCents: [25, 3800],
    kinds: ['', 'Arena', 'Tactics', 'Match', 'Idle', 'Solitaire', 'Online', 'Islands', 'Merge', 'Rush'],
    pitches: [
      'Build slowly, raid quickly.',
      'Two minutes a match.',
      'No ads, no timers.',
      'Hand-drawn and merciless.',
    ],
    tasks: ['Reach level {n} within 14 days.', 'Win {n} ranked matches.', 'Complete chapter {n}.'],
    platforms: [phones, phones, phones, ['android'], ['ios'], ['desktop'], everything],
    repeatablePercent: 0,
  },
  {
    slug: 'apps',
    share: 16,
    payoutCents: [5, 320],
    kinds: ['Notes', 'Weather', 'Scanner', 'Keyboard', 'Plants', 'Trails', 'Journal', 'Cleaner'],
    pitches: [
      'Does one thing and stops.',
      'Works without a network.',
      'Nothing leaves your phone.',
      'Made by three people.',
    ],
    tasks: ['Open the app on {n} different days.', 'Install and finish the set-up.', 'Create {n} entries.'],
    platforms: [phones, phones, ['android'], ['android'], ['ios'], everything],
    repeatablePercent: 2,
  },
  {
    slug: 'surveys',
    share: 11,
    payoutCents: [5, 450],
    kinds: ['Panel', 'Polls', 'Voices', 'Survey', 'Diary'],
    pitches: [
      'Short questions about ordinary things.',
      'The length is written before you begin.',
      'Results are public.',
    ],
    tasks: ['Complete one survey of {n} minutes.', 'Finish the profile survey.', 'Answer {n} questions.'],
    platforms: [everything, everything, everything, phones],
    repeatablePercent: 55,
  },
  {
    slug: 'finance',
    share: 8,
    payoutCents: [400, 15000],
    kinds: ['Bank', 'Markets', 'Savings', 'Cover', 'Card', 'Remit'],
    pitches: [
      'Fees on the first page.',
      'Opened in ten minutes.',
      'Capital at risk.',
      'Statements you can read.',
    ],
    tasks: [
      'Open an account and deposit {n}0 USD.',
      'Verified account and first payment.',
      'First premium paid.',
    ],
    platforms: [everything, everything, ['desktop'], phones],
    repeatablePercent: 0,
  },
  {
    slug: 'crypto',
    share: 4,
    payoutCents: [50, 13500],
    kinds: ['Exchange', 'Wallet', 'Staking', 'Tax'],
    pitches: ['Reserves proven monthly.', 'Rewards shown after fees.', 'Buy in small change.'],
    tasks: ['Verify identity and trade {n}0 USD.', 'Finish {n} lessons.', 'First purchase completed.'],
    platforms: [everything, everything, phones, ['desktop']],
    repeatablePercent: 0,
  },
  {
    slug: 'shopping',
    share: 10,
    payoutCents: [80, 1900],
    kinds: ['Coats', 'Kitchenware', 'Tea', 'Flowers', 'Spectacles', 'Refill', 'Records'],
    pitches: ['Repaired for free, for ever.', 'The parcel fits the letterbox.', 'Made in a former mill.'],
    tasks: ['First order over {n} USD, not returned.', 'New customer, first box shipped.'],
    platforms: [everything, everything, everything, ['desktop']],
    repeatablePercent: 3,
  },
  {
    slug: 'trials',
    share: 7,
    payoutCents: [150, 2500],
    kinds: ['Meal Kits', 'Box', 'Unlimited', 'Plan', 'Club'],
    pitches: ['Skip any week by text message.', 'Cancel in one tap.', 'The trial costs less than a stamp.'],
    tasks: ['Start the trial with a valid card.', 'First box delivered.', 'Use it on {n} days of the trial.'],
    platforms: [everything, everything, phones, ['desktop']],
    repeatablePercent: 0,
  },
  {
    slug: 'vpn',
    share: 4,
    payoutCents: [60, 4500],
    kinds: ['VPN', 'Shield', 'Antivirus', 'DNS'],
    pitches: ['RAM-only servers, audited twice.', 'One big button.', 'Blocks at DNS level.'],
    tasks: ['Buy a yearly plan.', 'Connect on {n} days of the trial.', 'Second month paid.'],
    platforms: [everything, everything, phones, ['desktop']],
    repeatablePercent: 0,
  },
  {
    slug: 'streaming',
    share: 5,
    payoutCents: [20, 1400],
    kinds: ['Reel', 'Radio', 'Kids', 'Documentaries'],
    pitches: ['Restored cinema, no algorithm.', 'No adverts, no autoplay.', 'Commentary by supporters.'],
    tasks: ['First month paid after the trial.', 'Watch {n} films.', 'Listen for {n} minutes.'],
    platforms: [everything, everything, phones],
    repeatablePercent: 4,
  },
  {
    slug: 'education',
    share: 4,
    payoutCents: [25, 9500],
    kinds: ['Academy', 'Tutors', 'Certificate', 'Languages'],
    pitches: [
      'Mentors who reply on weekdays.',
      'Weekends are respected.',
      'Written by people who took the test.',
    ],
    tasks: ['First paid lesson.', 'Finish unit {n}.', 'Enrol and pay the first instalment.'],
    platforms: [everything, everything, ['desktop'], phones],
    repeatablePercent: 0,
  },
  {
    slug: 'health',
    share: 4,
    payoutCents: [30, 6700],
    kinds: ['Sleep', 'Walks', 'Pilates', 'Therapy', 'Vitamins'],
    pitches: ['Knees are consulted.', 'A doctor’s letter in plain words.', 'Seven minutes, thin floors.'],
    tasks: ['Log {n} days.', 'First paid session.', 'Order the starter kit.'],
    platforms: [everything, phones, phones],
    repeatablePercent: 0,
  },
  {
    slug: 'travel',
    share: 3,
    payoutCents: [100, 8500],
    kinds: ['Stays', 'Ferries', 'Night Trains', 'Travel Cover', 'Guides'],
    pitches: ['The price includes cleaning.', 'Breakfast not negotiable.', 'Installs before you land.'],
    tasks: ['First stay completed.', 'Booking of {n}0 USD or more, travelled.', 'First trip taken.'],
    platforms: [everything, everything, phones],
    repeatablePercent: 0,
  },
]
