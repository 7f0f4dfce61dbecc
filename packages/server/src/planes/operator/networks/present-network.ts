import { isSilent, usualGapMs } from '@quoin/core/networks/silence.ts'
import type { Network } from '@quoin/core/networks/network.ts'
import { networkSettings } from '@quoin/core/networks/network-settings.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import { showSettings } from '@quoin/core/settings/setting.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { presetOf, replyOf } from '../../../networks/index.ts'
import type { Ports } from '../../../ports/ports.ts'
import type { NetworkFigures } from '../../../store/networks/network-figures.ts'

type ListedNetwork = Pick<Network, 'id' | 'slug' | 'name' | 'preset' | 'currency' | 'proof' | 'status'>
type FiguresOf = (networkId: number) => NetworkFigures | undefined

const lookBackDays = 30

/** How networks fare, read once for a page. */
export async function readFigures(
  { db, store, clock }: Pick<Ports, 'db' | 'store' | 'clock'>,
  networkIds: readonly number[],
): Promise<FiguresOf> {
  const nowMs = clock.nowMs()
  const span = { sinceMs: nowMs - dayMs, lookBackMs: nowMs - lookBackDays * dayMs }
  const rows = await store.networkFigures.listNetworkFigures(db, networkIds, span)
  const byId = new Map(rows.map((row) => [row.networkId, row]))
  return (id) => byId.get(id)
}

export function presentListedNetwork(
  network: ListedNetwork,
  figures: NetworkFigures | undefined,
  nowMs: number,
) {
  const { id, slug, name, preset, currency, proof, status } = network
  return {
    id: String(id),
    slug,
    name,
    preset,
    currency,
    proof,
    status,
    offers: figures?.offers ?? 0,
    activity: presentActivity(figures, nowMs),
  }
}

function presentActivity(figures: NetworkFigures | undefined, nowMs: number) {
  const gapMs = figures === undefined ? null : usualGapMs(figures)
  return {
    last_accepted_at: secondsOf(figures?.lastAtMs),
    accepted: figures?.accepted ?? 0,
    refused: figures?.refused ?? 0,
    usual_gap_seconds: gapMs === null ? null : Math.round(gapMs / 1000),
    silent: figures !== undefined && isSilent(figures, nowMs),
  }
}

/** A network with all settings. Its token is kept only as a digest. */
export async function showNetwork(
  ports: Pick<Ports, 'db' | 'store' | 'clock' | 'settings'>,
  network: Network,
) {
  const figures = (await readFigures(ports, [network.id]))(network.id)
  const preset = presetOf(network)
  const { postbackUrl } = ports.settings
  return {
    ...presentListedNetwork(network, figures, ports.clock.nowMs()),
    postback_url: network.proof === 'none' ? postbackUrl : `${postbackUrl}/…`,
    paste_query: preset.query,
    offer_parameter: `${preset.clickParameter}={click_id}`,
    ...showSettings(networkSettings, network),
    preset_reply: replyOf({ preset: network.preset, reply: null })?.accepted ?? null,
    preset_words: preset.statusWords,
    preset_addresses: preset.addresses ?? [],
  }
}
