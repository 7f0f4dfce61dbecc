import { type KeepRule, readKeepRule } from '@quoin/core/backup/keep-rule.ts'
import { dayMs, hourMs, minuteMs, weekMs } from '@quoin/core/time/durations.ts'
import { isCountry } from '@quoin/core/detect/country.ts'
import { type Cidr, readCidr } from '@quoin/core/detect/address.ts'
import { splitHosts } from '@quoin/core/split-hosts.ts'
import { type RedisAddress, readRedisUrl } from './read-redis-url.ts'
import { type AddressClass, addressClasses } from '@quoin/core/risk/address-class.ts'

// How values of the environment are read. Each reader returns the value, or what is wrong as the end of a sentence.

export function wholeNumber(min: number, max: number): (text: string) => number | Error {
  return (text) => {
    const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN
    return value >= min && value <= max ? value : new Error(`must be a whole number from ${min} to ${max}`)
  }
}

export function word<const Word extends string>(...words: readonly Word[]): (text: string) => Word | Error {
  return (text) => words.find((known) => known === text) ?? new Error(`must be one of ${words.join(', ')}`)
}

export function flag(text: string): boolean | Error {
  if (['on', 'true', '1', 'yes'].includes(text.toLowerCase())) return true
  if (['off', 'false', '0', 'no'].includes(text.toLowerCase())) return false
  return new Error('must be on or off')
}

export function webUrl(text: string): string | Error {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return new Error('must be an http or https URL')
  if (url.username || url.search || url.hash) {
    return new Error('must not have credentials, a query or a fragment')
  }
  // As the URL parser writes it: what stands in links and JSON has no quote or space in it.
  return url.href.replace(/\/+$/, '')
}

export function offerUrl(text: string): string | Error {
  const url = URL.parse(text)
  return url && ['http:', 'https:'].includes(url.protocol) ? text : new Error('must be an http or https URL')
}

export function databaseUrl(text: string): string | Error {
  const isEach = splitHosts(text).every((one) =>
    ['postgres:', 'postgresql:'].includes(URL.parse(one)?.protocol ?? ''),
  )
  if (!isEach) return new Error('must be a postgres:// URL')
  // The name of the database and the port are told to people; a part of the password would stand there.
  const isTorn = splitHosts(text).some((one) => {
    const { pathname, hash } = new URL(one)
    return `${pathname}${hash}`.includes('@')
  })
  return isTorn ? new Error('must have a password whose special characters are percent-encoded') : text
}

export function redisUrl(text: string): RedisAddress | Error {
  return (
    readRedisUrl(text) ??
    new Error('must be a redis:// URL, with commas between the addresses of several hosts')
  )
}

export function country(text: string): string | Error {
  const code = text.toUpperCase()
  return isCountry(code) ? code : new Error('must be an ISO 3166-1 alpha-2 country code')
}

export function cidrs(text: string): readonly Cidr[] | Error {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '')
  const read = parts.map((part) => ({ part, cidr: readCidr(part) }))
  const wrong = read.find(({ cidr }) => cidr === undefined)
  if (wrong) return new Error(`must be addresses or CIDRs separated by commas; "${wrong.part}" is neither`)
  return read.flatMap(({ cidr }) => (cidr === undefined ? [] : [cidr]))
}

/** The same as they were written, for people. */
export function cidrTexts(text: string): readonly string[] | Error {
  const read = cidrs(text)
  return read instanceof Error ? read : text.split(/[\s,]+/).filter((part) => part !== '')
}

export function ports(text: string): readonly number[] | Error {
  const read = text.split(/[\s,]+/).map((part) => (/^[1-9]\d{0,4}$/.test(part) ? Number(part) : Number.NaN))
  return read.every((port) => port <= 65_535) ? read : new Error('must be ports separated by commas')
}

export function secret(text: string): string | Error {
  if (text.length < 32) return new Error('must have at least 32 characters')
  return /^(change|example|secret|password|quoin)/i.test(text)
    ? new Error('looks like an example; make one with: openssl rand -base64 32')
    : text
}

/** Words that a person can keep in a safe. */
export function passphrase(text: string): string | Error {
  return text.length < 12 ? new Error('must have at least 12 characters') : text
}

/** A secret that somebody else has made: nothing is known of its form. */
export function foreignSecret(text: string): string {
  return text
}

/** A part of a bucket. */
export interface S3Address {
  readonly bucket: string
  /** Without a slash at either end; empty for the whole bucket. */
  readonly prefix: string
}

/** Keys may have 1,024 bytes, of which ours take 200. */
const prefixBytesMax = 512

/** Whether a text means S3, rightly written or not. */
export function isS3Address(text: string): boolean {
  return /^s3:/i.test(text)
}

/** `s3://bucket/prefix`; an Error is the end of a sentence. */
export function readS3Address(text: string): S3Address | Error {
  const [, bucket = '', rest = ''] = /^s3:\/\/([^/]*)\/?(.*)$/is.exec(text) ?? []
  if (bucket === '') return new Error('must name a bucket: s3://bucket/prefix')
  if (!/^[A-Za-z0-9][\w.-]{1,61}[A-Za-z0-9]$/.test(bucket) || bucket.includes('..'))
    return new Error('must name a bucket of 3 to 63 letters, digits, dots and hyphens: s3://bucket/prefix')
  const prefix = rest.replace(/\/+$/, '')
  const parts = prefix === '' ? [] : prefix.split('/')
  // An address is rewritten where a part of it is empty or dots, and its signature would not fit.
  if (parts.some((part) => part === '' || part === '.' || part === '..'))
    return new Error('must have a prefix without empty parts, "." and ".."')
  if (/[\p{Cc}\\?#]/u.test(prefix) || new TextEncoder().encode(prefix).length > prefixBytesMax)
    return new Error(
      `must have a prefix of at most ${prefixBytesMax} bytes, without "?", "#" and backslashes`,
    )
  return { bucket, prefix }
}

/** A folder, or a part of a bucket. */
export function backupAddress(text: string): string | Error {
  if (!isS3Address(text)) return text
  const address = readS3Address(text)
  return address instanceof Error ? address : text
}

/** `eu-central-1`; other providers have names of their own. */
export function regionName(text: string): string | Error {
  return /^[a-z0-9-]{1,63}$/.test(text)
    ? text
    : new Error('must be the name of a region, such as eu-central-1')
}

/** `90m`, `6h`, `1d`, in milliseconds; between an hour and a week. */
export function backupPace(text: string): number | Error {
  const [, count = '', unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? []
  const ms = Number(count) * ({ m: minuteMs, h: hourMs, d: dayMs }[unit] ?? Number.NaN)
  return ms >= hourMs && ms <= weekMs ? ms : new Error('must be between 1h and 7d, such as 6h')
}

/** The rule and its words. */
export function keepRule(text: string): { readonly text: string; readonly rule: KeepRule } | Error {
  const rule = readKeepRule(text)
  return rule instanceof Error ? rule : { text, rule }
}

/** `smtp://user:password@host:587`; `smtps:` for TLS from the beginning. */
export function smtpUrl(text: string): string | Error {
  const url = URL.parse(text)
  const isSmtp = url !== null && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== ''
  return isSmtp ? text : new Error('must be an smtp:// or smtps:// URL')
}

/** `security@example.com, https://example.com/report`: the kinds of contact that RFC 9116 names, an address as `mailto:`. */
export function contacts(text: string): readonly string[] | Error {
  const read = text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part) => (/^[^:@]+@[^:@]+$/.test(part) ? `mailto:${part}` : part))
  return read.every((uri) => /^(mailto:[^@]+@[^@]+|https:\/\/.+|tel:\+?[\d-]+)$/.test(uri))
    ? read
    : new Error('must be e-mail addresses, https: or tel: addresses, by commas')
}

export function anyText(value: string): string {
  return value
}

/** `vpn=/etc/quoin/vpn.txt,tor=/etc/quoin/tor.txt` */
export function addressLists(
  text: string,
): readonly { readonly class: AddressClass; readonly path: string }[] | Error {
  const lists: { readonly class: AddressClass; readonly path: string }[] = []
  for (const part of text.split(',').map((given) => given.trim())) {
    if (part === '') continue
    const [name, ...path] = part.split('=')
    const known = addressClasses.find((word) => word === name)
    if (known === undefined || path.join('=') === '') {
      return new Error(`must be CLASS=FILE separated by commas, CLASS one of ${addressClasses.join(', ')}`)
    }
    lists.push({ class: known, path: path.join('=') })
  }
  return lists
}
