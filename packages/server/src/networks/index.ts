import type { ConversionStatus } from '@quoin/core/conversions/status.ts'
import type { MeaningsAfter } from '@quoin/core/conversions/network-state.ts'
import { acceptedStatusWords, conversionStatuses } from '@quoin/core/conversions/status.ts'
import type { Network } from '@quoin/core/networks/network.ts'
import type { Preset, Reply } from './preset.ts'
import { presets } from './presets.ts'

const byName: ReadonlyMap<string, Preset> = new Map(presets.map((preset) => [preset.name, preset]))

/** The preset of that name; one that is not known any more speaks like any network. */
export function presetOf({ preset }: Pick<Network, 'preset'>): Preset {
  const found = byName.get(preset) ?? byName.get('generic')
  if (found === undefined) throw new Error('the generic preset is missing')
  return found
}

export const presetNames: readonly string[] = presets.map(({ name }) => name)

/** The network's own words: what was set for it wins over its preset. */
export function statusWordsOf(network: Pick<Network, 'preset' | 'statusWords'>): OwnWords {
  return { ...presetOf(network).statusWords, ...network.statusWords }
}

/** The meaning of a word once the network has said something else before; undefined where it is the same. */
export function meaningsAfterOf(
  network: Pick<Network, 'preset' | 'statusWordsAfter'>,
  word: string,
): MeaningsAfter | undefined {
  const key = word.trim().toLowerCase()
  const sources = [network.statusWordsAfter, presetOf(network).statusWordsAfter ?? {}]
  // A word that means the same whatever was said before, as nearly all do, costs no more than this.
  if (!sources.some((byStatus) => Object.keys(byStatus).length > 0)) return undefined
  const meanings = conversionStatuses.flatMap((said) => {
    const meant = sources
      .map((byStatus) => byStatus[said] ?? {})
      .find((words) => Object.hasOwn(words, key))?.[key]
    return meant === undefined ? [] : [[said, meant] as const]
  })
  return meanings.length === 0 ? undefined : Object.fromEntries(meanings)
}

type OwnWords = Readonly<Record<string, ConversionStatus>>

/** Every word this network may send. */
export function acceptedWordsOf(network: Pick<Network, 'preset' | 'statusWords'>): readonly string[] {
  return [...new Set([...Object.keys(statusWordsOf(network)), ...acceptedStatusWords])]
}

/** Addresses and CIDRs it may call from; empty: any. */
export function allowedAddressesOf(
  network: Pick<Network, 'preset' | 'allowedAddresses'>,
  { addresses = [] }: Pick<Preset, 'addresses'> = presetOf(network),
): readonly string[] {
  return network.allowedAddresses.length > 0 ? network.allowedAddresses : addresses
}

/** The body that the network wants to read, or undefined for the envelope. */
export function replyOf(network: Pick<Network, 'preset' | 'reply'>): Reply | undefined {
  if (network.reply !== null) return { accepted: network.reply, duplicate: network.reply }
  return presetOf(network).reply ?? undefined
}

/** The address to paste into the network's postback field; `postbackUrl` includes its token. */
export function pasteTemplate({ preset }: Pick<Network, 'preset'>, postbackUrl: string): string {
  return `${postbackUrl}?${presetOf({ preset }).query}`
}
