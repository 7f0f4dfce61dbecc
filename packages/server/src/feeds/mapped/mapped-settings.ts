import type { FeedAccount, FeedRequest, FeedSetting } from '../feed-kind.ts'
import { timeZoneSetting, wordSetting } from '../feed-settings.ts'

/** The place of the key in an address and a header: settings are shown, and keys never. */
const keyMark = '{key}'
const addressLengthMax = 1_000

/** Parameters that carry secrets. One that is written out would be read by whoever reads the settings. */
const secretNames =
  /^(?:(?:api|access|auth|client|app|s2s|x|secret|private|user|account|publisher|pub|affiliate|aff|network)[_.-]?)*(?:key|token|secret|password|passwd|pass|pwd|hash|signature|sig|jwt|bearer)$/i

const addressSetting: FeedSetting = {
  name: 'url',
  label: 'Address of the feed',
  about: `The whole address that the network gives out for its feed; where the key stands in it, write ${keyMark}.`,
  example: `https://api.network.example/offers?api_key=${keyMark}`,
  problem: addressProblem,
}

const headerSetting: FeedSetting = {
  name: 'header',
  label: 'Header with the key',
  about: `Where the network wants the key in a header: its name, a colon, and ${keyMark}.`,
  example: `authorization: Bearer ${keyMark}`,
  isOptional: true,
  problem: (value) =>
    readHeader(value) === undefined ? `must be the name of a header, a colon, and ${keyMark}` : undefined,
}

const pagings = ['none', 'page_from_0', 'page_from_1', 'offset'] as const
type Paging = (typeof pagings)[number]

const pageSizeMax = 10_000

export const mappedSettings: readonly FeedSetting[] = [
  addressSetting,
  headerSetting,
  {
    name: 'paging',
    label: 'Pages',
    about:
      'How further pages are asked for: by numbers, or by the records before. Left out: one answer has all.',
    example: 'page_from_1',
    isOptional: true,
    choices: pagings,
    problem: (value) => (isPaging(value) ? undefined : `must be one of ${pagings.join(', ')}`),
  },
  parameterSetting('page_parameter', 'Parameter of the page', 'page, or offset where it is asked so', 'page'),
  parameterSetting('size_parameter', 'Parameter of the size', 'none is sent', 'limit'),
  {
    name: 'page_size',
    label: 'Records of a page',
    about: 'A page of fewer records is the last one; left out: pages are asked for until one is empty.',
    example: '100',
    isOptional: true,
    problem: (value) =>
      /^[1-9]\d{0,4}$/.test(value) && Number(value) <= pageSizeMax
        ? undefined
        : `must be a number from 1 to ${pageSizeMax}`,
  },
  timeZoneSetting,
]

function parameterSetting(name: string, label: string, standard: string, example: string): FeedSetting {
  const about = `Its name, where there are pages; left out: ${standard}.`
  return { ...wordSetting({ name, label, about, example }), isOptional: true }
}

function isPaging(value: string): value is Paging {
  return (pagings as readonly string[]).includes(value)
}

function addressProblem(value: string): string | undefined {
  if (value.length > addressLengthMax) return `must have at most ${addressLengthMax} characters`
  const url = readAddress(value)
  const isPlain = url?.protocol === 'http:'
  if (url === undefined || url.hostname === '' || (url.protocol !== 'https:' && !isPlain))
    return 'must be an address, such as https://api.network.example/offers'
  if (isPlain && !/^(?:[\d.]+|\[.*\])$/.test(url.hostname)) return 'must begin with https://'
  if (url.username !== '' || url.password !== '') return 'must not have a user and a password in it'
  if (url.hash !== '') return 'must not have a # in it'
  if (!url.hostname.includes('.') && !url.hostname.startsWith('[')) return 'must name a whole host'
  const [beforePath] = /^https?:\/\/[^/?#]*/i.exec(value) ?? ['']
  if (/[{}]/.test(beforePath)) return `must have ${keyMark} behind its host`
  const open = [...url.searchParams].find(
    ([name, one]) => secretNames.test(name) && one !== '' && !one.includes(keyMark),
  )
  return open && `must have ${keyMark} as its ${open[0].slice(0, 40)}: settings are shown, and keys never`
}

function readAddress(value: string): URL | undefined {
  const isWhole = /^https?:\/\/[^\s"<>\\^`]+$/i.test(value)
  return isWhole && URL.canParse(value) ? new URL(value) : undefined
}

/** Headers that say how an answer comes, and not who asks. */
const ownHeaders =
  /^(?:host|content-.*|connection|keep-alive|proxy-.*|transfer-encoding|accept-encoding|te|trailer|upgrade|expect|range|if-.*)$/i

function readHeader(value: string): readonly [name: string, value: string] | undefined {
  const [, name, written] = /^([a-z0-9-]{1,60}): ?([\x20-\x7e]{1,300})$/i.exec(value) ?? []
  if (name === undefined || written === undefined || ownHeaders.test(name)) return undefined
  return written.includes(keyMark) ? [name.toLowerCase(), written] : undefined
}

export function needsKey(settings: FeedAccount['settings']): boolean {
  return (settings['url'] ?? '').includes(keyMark) || settings['header'] !== undefined
}

/** A key that is written out where everybody can read it, or that is used nowhere. */
export function accountProblem({ settings, key }: FeedAccount) {
  const isAtKey = (value: string): boolean => key !== '' && writingsOf(key).some((one) => value.includes(one))
  const open = ['url', 'header'].find((setting) => isAtKey(settings[setting] ?? ''))
  if (open !== undefined) return { setting: open, message: `must have ${keyMark} in place of the key itself` }
  if (key !== '' && !needsKey(settings))
    return { setting: 'url', message: `must have ${keyMark} where the key stands, here or in a header` }
  if (settings['header'] !== undefined && !/^[\x20-\x7e]*$/.test(key))
    return { setting: 'header', message: 'cannot carry this key: a header has plain letters and marks alone' }
  return undefined
}

function writingsOf(key: string): readonly string[] {
  return [key, encodeURIComponent(key)]
}

/** The question for a page: its number from 1, and the records before it. */
export function requestOf(account: FeedAccount, { page, seen }: { page: number; seen: number }): FeedRequest {
  const { settings, key } = account
  const url = new URL((settings['url'] ?? '').replaceAll(keyMark, encodeURIComponent(key)))
  for (const [name, value] of pageParameters(settings, { page, seen })) url.searchParams.set(name, value)
  const header = readHeader(settings['header'] ?? '')
  const own = header === undefined ? {} : { [header[0]]: header[1].replaceAll(keyMark, () => key) }
  return {
    method: 'GET',
    url: url.href,
    headers: { accept: 'application/json, text/csv, application/xml;q=0.9, */*;q=0.5', ...own },
    body: null,
  }
}

function pageParameters(
  settings: FeedAccount['settings'],
  { page, seen }: { page: number; seen: number },
): readonly (readonly [string, string])[] {
  const numbers: Readonly<Record<Paging, number | undefined>> = {
    none: undefined,
    page_from_0: page - 1,
    page_from_1: page,
    offset: seen,
  }
  const paging = pagingOf(settings)
  const number = numbers[paging]
  if (number === undefined) return []
  const name = settings['page_parameter'] ?? (paging === 'offset' ? 'offset' : 'page')
  const size = settings['size_parameter']
  return [
    [name, String(number)],
    ...(size === undefined ? [] : [[size, String(pageSizeOf(settings) ?? 100)] as const]),
  ]
}

export function pagingOf(settings: FeedAccount['settings']): Paging {
  const paging = settings['paging'] ?? 'none'
  return isPaging(paging) ? paging : 'none'
}

/** The records of a full page; undefined where nobody knows. */
export function pageSizeOf(settings: FeedAccount['settings']): number | undefined {
  const written = settings['page_size'] ?? (settings['size_parameter'] === undefined ? '' : '100')
  return written === '' ? undefined : Number(written)
}
