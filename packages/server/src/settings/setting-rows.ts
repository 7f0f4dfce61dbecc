import { cellMax } from '@quoin/core/tracking/click-id.ts'
import { backupSettingRows } from './backup-setting-rows.ts'
import {
  addressLists,
  anyText,
  cidrs,
  cidrTexts,
  contacts,
  country,
  databaseUrl,
  flag,
  offerUrl,
  ports,
  redisUrl,
  secret,
  smtpUrl,
  webUrl,
  wholeNumber,
  word,
} from './setting-readers.ts'
import { row, type SettingRow } from './setting-row.ts'

/** Every setting there is. `readSettings` reads the environment by it; the docs' table is printed from it. */
export const settingRows = {
  port: row('PORT', '8080', wholeNumber(0, 65_535), 'Port to listen on; 0 takes a free one.'),
  host: row('HOST', '127.0.0.1', anyText, 'Address to listen on; `0.0.0.0` or `::` for all.'),
  dataDir: row(
    'DATA_DIR',
    'data',
    anyText,
    'Folder for the embedded database, its secret and the demo credentials.',
  ),
  databaseUrl: row(
    'DATABASE_URL',
    undefined,
    databaseUrl,
    'PostgreSQL 15 or newer; several hosts by commas. Not set: an embedded PostgreSQL 18 under `DATA_DIR`.',
  ),
  databaseConnections: row(
    'DATABASE_CONNECTIONS',
    '12',
    wholeNumber(2, 500),
    'Connections of one process; pages of the dashboards have a sixth of them.',
  ),
  connectionsMax: row(
    'MAX_CONNECTIONS',
    '10000',
    wholeNumber(10, 1_000_000),
    'Connections of clients that one process keeps; more are closed at once.',
  ),
  cell: row(
    'CELL',
    '0',
    wholeNumber(0, cellMax),
    'The number of this installation among several, 0 to 1023, in each id and credential that it makes. Chosen once, at the first start; one that was upgraded is 0.',
  ),
  baseUrl: row('BASE_URL', undefined, webUrl, 'Public address of the API. Default: `http://localhost:PORT`.'),
  trackUrl: row(
    'TRACK_URL',
    undefined,
    webUrl,
    'Public address of tracking links. Default: `BASE_URL/track`.',
  ),
  postbackUrl: row(
    'POSTBACK_URL',
    undefined,
    webUrl,
    'Public address of the postback receiver. Default: `BASE_URL/postback`.',
  ),
  trustProxy: row(
    'TRUST_PROXY',
    '',
    cidrs,
    'Addresses or CIDRs of your own proxies, by commas; only their `X-Forwarded-For` is believed.',
  ),
  countryHeader: row(
    'COUNTRY_HEADER',
    undefined,
    anyText,
    "Header in which a trusted proxy passes the visitor's country, such as `CF-IPCountry`.",
  ),
  rateLimitPerMinute: row(
    'RATE_LIMIT_PER_MINUTE',
    '100',
    wholeNumber(1, 1_000_000),
    'Requests per API key in any 60 seconds, where an app has no limit of its own.',
  ),
  failedCredentialsPerMinute: row(
    'FAILED_CREDENTIALS_PER_MINUTE',
    '60',
    wholeNumber(1, 1_000_000),
    'Wrong credentials per client address in any 60 seconds.',
  ),
  linksPerMinute: row(
    'LINKS_PER_MINUTE',
    '3000',
    wholeNumber(1, 1_000_000),
    'Tracking links followed per public client address (IPv6: per /64) in any 60 seconds.',
  ),
  wallPagesPerMinute: row(
    'WALL_PAGES_PER_MINUTE',
    '300',
    wholeNumber(1, 1_000_000),
    'Pages of the wall per public client address (IPv6: per /64) in any 60 seconds.',
  ),
  defaultCountry: row(
    'DEFAULT_COUNTRY',
    undefined,
    country,
    'Country of private and unknown addresses. Not set: `ZZ`, for which only unrestricted offers are listed.',
  ),
  geoDatabase: row(
    'GEO_DATABASE',
    undefined,
    anyText,
    'An MMDB file with countries, instead of the bundled one.',
  ),
  asnDatabase: row(
    'ASN_DATABASE',
    undefined,
    anyText,
    'An MMDB file with the ASN of every address; without it only data centres, VPNs and relays are known.',
  ),
  addressLists: row(
    'ADDRESS_LISTS',
    '',
    addressLists,
    'Files with an address or CIDR a line, as `vpn=FILE,tor=FILE,hosting=FILE,relay=FILE`; read again on change.',
  ),
  riskWeights: row(
    'RISK_WEIGHTS',
    undefined,
    anyText,
    'A weights file of `risk fit`, instead of the shipped and learned weights; read again on change.',
  ),
  riskLearning: row(
    'RISK_LEARNING',
    'propose',
    word('propose', 'auto', 'manual', 'off'),
    'Refit the weights to outcomes each night: `propose` (`manual` is its old name) shows what would change and leaves it to you, `auto` uses what proves itself.',
  ),
  riskLabelsMin: row(
    'RISK_LABELS_MIN',
    '200',
    wholeNumber(20, 1_000_000),
    'Frauds, and as many honest users, that must be known before weights are refitted.',
  ),
  riskShadowHours: row(
    'RISK_SHADOW_HOURS',
    '24',
    wholeNumber(0, 8_760),
    'How long the scores of new weights are only computed beside the answers.',
  ),
  deviceDataDays: row(
    'DEVICE_DATA_DAYS',
    '30',
    wholeNumber(1, 3_650),
    'How long `fingerprint_data` is kept as it was sent, after the device was last seen.',
  ),
  deviceLinkDays: row(
    'DEVICE_LINK_DAYS',
    '180',
    wholeNumber(1, 3_650),
    'How long it is known that a user was on a device, and why their scores were what they were.',
  ),
  listEntryDays: row(
    'LIST_ENTRY_DAYS',
    '30',
    wholeNumber(0, 3_650),
    'How long list entries that have ended are still shown.',
  ),
  fallbackUrl: row('FALLBACK_URL', undefined, offerUrl, 'Where links to unavailable offers lead at last.'),
  clickRetentionDays: row(
    'CLICK_RETENTION_DAYS',
    '400',
    wholeNumber(35, 36_500),
    'How long clicks are kept; chargebacks come after up to 90 days. A week past that is set aside for 30 days more, and still answered from, before it is dropped.',
  ),
  clickRewriting: row(
    'CLICK_REWRITING',
    '20',
    wholeNumber(0, 100),
    'After an upgrade to 0.3.0: which part of the time, in per cent, each process spends on copying the clicks of before into fewer bytes. 0: none.',
  ),
  postbackDataDays: row(
    'POSTBACK_DATA_DAYS',
    '180',
    wholeNumber(35, 36_500),
    'How long the parameters of postbacks are kept, and reports that may be applied again. Later only that they came and what became of them.',
  ),
  operatorToken: row(
    'OPERATOR_TOKEN',
    undefined,
    secret,
    'Opens `/operator/v1/…` as `Authorization: Bearer`, at least 32 characters, as role operator. Not set: people sign in, and tokens are made, on the dashboard.',
  ),
  metricsToken: row(
    'METRICS_TOKEN',
    undefined,
    secret,
    'Opens `/metrics` as `Authorization: Bearer`, at least 32 characters. Not set: it answers the machine itself alone.',
  ),
  securityContact: row(
    'SECURITY_CONTACT',
    undefined,
    contacts,
    'Contact for reports of weaknesses, such as `security@example.com` or an `https://` page, by commas: it stands in `/.well-known/security.txt`. Not set: there is no such file.',
  ),
  smtpUrl: row(
    'SMTP_URL',
    undefined,
    smtpUrl,
    'Mail server for invitations and new passwords, such as `smtps://user:password@mail.example.com`. Not set: operators see the links and pass them on.',
  ),
  mailFrom: row(
    'MAIL_FROM',
    undefined,
    anyText,
    'Sender of that mail, such as `Quoin <quoin@example.com>`. Default: `quoin@` and the host of `BASE_URL`.',
  ),
  signUp: row(
    'SIGN_UP',
    'approval',
    word('open', 'approval', 'closed'),
    'Whether publishers sign up on the dashboard: `open`, by `approval` (until then with test data alone), or `closed`. With `SMTP_URL` their e-mail is confirmed first; without it an operator confirms it, so `open` is as `approval`. Closed until there is an operator.',
  ),
  spoolMaxMb: row(
    'SPOOL_MAX_MB',
    '1024',
    wholeNumber(1, 1_000_000),
    'Most disk for clicks while the database is away, in `DATA_DIR/spool`; beyond it links answer 503.',
  ),
  secret: row(
    'QUOIN_SECRET',
    undefined,
    secret,
    'Master secret. Generated into `DATA_DIR` with the embedded database, required with `DATABASE_URL`.',
  ),
  previousSecret: row(
    'QUOIN_SECRET_PREVIOUS',
    undefined,
    secret,
    'The secret before a rotation, still accepted.',
  ),
  ...backupSettingRows,
  demo: row(
    'DEMO',
    'on',
    flag,
    'Demo data on the first start of an empty embedded database; never elsewhere.',
  ),
  demoMonth: row(
    'DEMO_MONTH',
    'on',
    flag,
    'A month of made-up traffic for the demo, written after its first start, which then goes on slowly.',
  ),
  outgoingAllow: row(
    'OUTGOING_ALLOW',
    '',
    cidrs,
    'Addresses or CIDRs that are not public but may get callbacks, by commas, such as `10.1.2.0/24`; on any port.',
  ),
  outgoingPorts: row(
    'OUTGOING_PORTS',
    '80,443',
    ports,
    'Ports at public addresses that may get callbacks, by commas.',
  ),
  outgoingAddresses: row(
    'OUTGOING_ADDRESSES',
    '',
    cidrTexts,
    'The public addresses or CIDRs that callbacks come from, by commas: `callbacks show` names them to publishers, whose receivers may let in no others. Without it that shows the addresses of the machine.',
  ),
  callbacksAtOnce: row(
    'CALLBACKS_AT_ONCE',
    '256',
    wholeNumber(1, 512),
    'Callbacks that one process sends at the same time.',
  ),
  callbacksPerEndpoint: row(
    'CALLBACKS_PER_ENDPOINT',
    '16',
    wholeNumber(1, 32),
    'Callbacks that one process sends to one endpoint at the same time.',
  ),
  callbackRetentionDays: row(
    'CALLBACK_RETENTION_DAYS',
    '60',
    wholeNumber(7, 3_650),
    'How long callbacks that have ended, and their attempts, are kept; what a disabled endpoint is owed, too.',
  ),
  logLevel: row(
    'LOG_LEVEL',
    'info',
    word('debug', 'info', 'warn', 'error', 'silent'),
    'How much is logged, as JSON lines.',
  ),
  workers: row(
    'WORKERS',
    '1',
    wholeNumber(1, 64),
    'Processes that answer on the port; the limits stay exact over all of them.',
  ),
  redisUrl: row(
    'REDIS_URL',
    undefined,
    redisUrl,
    'Redis or Valkey, a cluster of them, or their sentinels (`redis://a,b,c/0?master=name`): keeps the rate limits exact over several machines. Not set: over the workers of this one.',
  ),
  drainMs: row(
    'DRAIN_MS',
    '0',
    wholeNumber(0, 60_000),
    'How long to answer on after SIGTERM, for a load balancer.',
  ),
} as const

/** The docs' table of settings, in Markdown. */
export function printSettings(): string {
  const rows = Object.values<SettingRow<unknown>>(settingRows).map(({ variable, standard, doc }) => {
    const shown = standard === undefined || standard === '' ? '–' : `\`${standard}\``
    return `| \`${variable}\` | ${shown} | ${doc} |`
  })
  return ['| Setting | Default | Meaning |', '| --- | --- | --- |', ...rows, ''].join('\n')
}
