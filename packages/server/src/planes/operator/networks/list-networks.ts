import {
  getNetwork as getOperation,
  listNetworkPresets as presetsOperation,
  listNetworks as listOperation,
} from '@quoin/contract/operator/networks/network-operations.ts'
import { notFound } from '@quoin/core/errors.ts'
import type { Network } from '@quoin/core/networks/network.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import { presetNames, presetOf } from '../../../networks/index.ts'
import type { Ports } from '../../../ports/ports.ts'
import { listAnswer, sliceOf } from '../../../http/staff/list-answer.ts'
import { presentListedNetwork, readFigures, showNetwork } from './present-network.ts'

export const listNetworks = staffRoute(listOperation, async ({ ports, query }) => {
  const slice = sliceOf(query, 'name')
  const filter = { search: query.search ?? null, status: query.status ?? null }
  const page = await ports.store.networkList.listNetworkPage(ports.db, filter, slice)
  const figuresOf = await readFigures(
    ports,
    page.rows.map(({ id }) => id),
  )
  const nowMs = ports.clock.nowMs()
  return listAnswer(page, slice, (network) => presentListedNetwork(network, figuresOf(network.id), nowMs))
})

export const getNetwork = staffRoute(getOperation, async ({ ports, path }) => ({
  data: await showNetwork(ports, networkOf(ports, path.networkId)),
  message: 'The network.',
}))

export const listNetworkPresets = staffRoute(presetsOperation, () => ({
  data: presetNames.map((name) => {
    const { title, clickParameter, query, statusWords, addresses = [], reply } = presetOf({ preset: name })
    return {
      name,
      title,
      click_parameter: clickParameter,
      query,
      status_words: statusWords,
      addresses,
      reply: reply?.accepted ?? null,
    }
  }),
  message: `${presetNames.length} presets.`,
}))

/** Throws RESOURCE_NOT_FOUND for an unknown one. */
export function networkOf({ snapshots }: Pick<Ports, 'snapshots'>, id: number): Network {
  const network = snapshots.networks().findNetwork(id)
  if (!network) throw notFound(`There is no network ${id}.`)
  return network
}
