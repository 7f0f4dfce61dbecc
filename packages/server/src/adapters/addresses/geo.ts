import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type CountryResponse, Reader } from 'maxmind'
import { isCountry } from '@quoin/core/detect/country.ts'
import { isPublicAddress, normalizeAddress } from '@quoin/core/detect/address.ts'
import type { Geo } from '../../ports/ports.ts'

const bundled = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

/** A visitor comes several times within minutes. Some 6 MB. */
const rememberedMax = 50_000

/** Reads a country database into memory: the bundled one (CC0, 8 MB), or any MMDB file with countries. */
export function openGeo({ path }: { readonly path?: string | undefined } = {}): Geo {
  const reader = path === undefined ? openBundled() : openReader(path)
  const find = (text: string): string | undefined => {
    // The reader takes `1.2.3` for an address and does not know a wrapped IPv4 one.
    const address = normalizeAddress(text)
    if (address === undefined || !isPublicAddress(address)) return undefined
    // A file of IPv4 addresses would be asked for the first 32 bits of an IPv6 one.
    if (address.includes(':') && reader.metadata.ipVersion === 4) return undefined
    return readCountry(reader.get(address))
  }
  const remembered = new Map<string, string | undefined>()
  return {
    countryOf(text) {
      if (remembered.has(text)) return remembered.get(text)
      const country = find(text)
      if (remembered.size >= rememberedMax) remembered.clear()
      remembered.set(text, country)
      return country
    },
  }
}

/** The country of a record in one of the two usual shapes; codes outside ISO 3166-1 (EU, XK) are unknown. */
export function readCountry(record: unknown): string | undefined {
  const code =
    member(record, 'country_code') ??
    member(member(record, 'country'), 'iso_code') ??
    member(member(record, 'registered_country'), 'iso_code')
  return typeof code === 'string' && isCountry(code.toUpperCase()) ? code.toUpperCase() : undefined
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

let opened: Reader<CountryResponse> | undefined

/** It never changes, so a process reads it once. */
function openBundled(): Reader<CountryResponse> {
  opened ??= openReader(createRequire(import.meta.url).resolve(bundled))
  return opened
}

function openReader(path: string): Reader<CountryResponse> {
  try {
    return new Reader<CountryResponse>(readFileSync(path))
  } catch (cause) {
    throw new Error(`The country database ${path} cannot be read: it must be an uncompressed MMDB file.`, {
      cause,
    })
  }
}
