/** The order in which the pages stand at the side, by what a reader wants: to learn, to do, to look up, to understand. */
export const sidebar = [
  {
    text: 'Start',
    items: [
      { text: 'First reward in ten minutes', link: '/start/first-reward' },
      { text: 'From sign-up to a callback', link: '/start/first-callback' },
      { text: 'curl', link: '/start/curl' },
      { text: 'JavaScript', link: '/start/javascript' },
      { text: 'PHP', link: '/start/php' },
      { text: 'Python', link: '/start/python' },
      { text: 'Go', link: '/start/go' },
    ],
  },
  {
    text: 'Publishers',
    items: [
      { text: 'Publisher guide', link: '/publishers' },
      { text: 'The publisher’s dashboard', link: '/publisher-dashboard' },
      { text: 'Callbacks', link: '/callbacks' },
      { text: 'Receivers', link: '/receivers' },
      { text: 'Move from another wall', link: '/how-to/migrate' },
      { text: 'The wall', link: '/wall' },
      { text: 'The SDK', link: '/sdk' },
      { text: 'Fingerprint collector', link: '/collector' },
      { text: 'What is collected', link: '/what-is-collected' },
    ],
  },
  {
    text: 'Operators',
    items: [
      { text: 'Overview', link: '/operations' },
      { text: 'Run', link: '/run' },
      { text: 'Connect publishers', link: '/connect' },
      { text: 'Networks and offers', link: '/networks' },
      { text: 'Sources', link: '/sources' },
      { text: 'The first hour', link: '/first-hour' },
      { text: 'Caps and money', link: '/money' },
      { text: 'The dashboard', link: '/dashboard' },
      { text: 'Offers on the dashboard', link: '/offers-on-the-dashboard' },
      { text: 'Publishers on the dashboard', link: '/publishers-on-the-dashboard' },
      { text: 'Watch', link: '/watch' },
      { text: 'Runbooks', link: '/runbooks/README' },
      { text: 'Back up', link: '/back-up' },
      { text: 'Upgrade', link: '/upgrade' },
      { text: 'People and their data', link: '/people' },
    ],
  },
  {
    text: 'Reference',
    items: [
      { text: 'API', link: '/reference/' },
      { text: 'Errors', link: '/publishers#errors' },
      { text: 'Settings', link: '/settings' },
      { text: 'Commands', link: '/commands' },
      { text: 'Tables', link: '/tables' },
      { text: 'Glossary', link: '/glossary' },
      { text: 'Changelog', link: '/changelog' },
    ],
  },
  {
    text: 'Understand',
    items: [
      { text: 'The life of a click', link: '/explanation/life-of-a-click' },
      { text: 'Risk score', link: '/risk' },
      { text: 'What is kept when things fail', link: '/reliability' },
      { text: 'Performance', link: '/performance' },
      { text: 'Compare', link: '/compare' },
      { text: 'Decisions', link: '/decisions/README' },
    ],
  },
]

export const navigation = [
  { text: 'Start', link: '/start/first-reward' },
  { text: 'Publishers', link: '/publishers' },
  { text: 'Operators', link: '/operations' },
  { text: 'API', link: '/reference/' },
]
