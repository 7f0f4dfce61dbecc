import {
  createNetwork as createOperation,
  rotateNetworkToken as rotateOperation,
  updateNetwork as updateOperation,
} from '@quoin/contract/operator/networks/network-operations.ts'
import { invalidFields } from '@quoin/core/errors.ts'
import { networkSettings } from '@quoin/core/networks/network-settings.ts'
import { pickSettings } from '@quoin/core/settings/setting.ts'
import {
  createNetwork as create,
  type NetworkSecrets,
  rotateNetworkToken as rotate,
} from '../../../features/networks/create-network.ts'
import { updateNetwork as update } from '../../../features/networks/update-network.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import { pasteTemplate, presetNames, presetOf } from '../../../networks/index.ts'
import { networkOf } from './list-networks.ts'
import { showNetwork } from './present-network.ts'

export const createNetwork = staffRoute(createOperation, async ({ ports, body, staff: { actor } }) => {
  const { slug, name, preset = 'generic', proof = 'token' } = body
  if (!presetNames.includes(preset)) {
    throw invalidFields([
      { field: 'preset', rule: 'enum', message: `must be one of ${presetNames.join(', ')}` },
    ])
  }
  const request = { ...pickSettings(networkSettings, body), slug, name, preset, proof }
  const { networkId, ...secrets } = await create({ ...ports, actor }, request)
  const data = presentSecrets({ id: networkId, preset }, secrets)
  return { status: 201, data, message: 'The network is there. Its address is shown once.' }
})

export const updateNetwork = staffRoute(updateOperation, async ({ ports, path, body, staff: { actor } }) => {
  const { name, status } = body
  const changes = { ...pickSettings(networkSettings, body), name, status }
  await update({ ...ports, actor }, networkOf(ports, path.networkId).slug, changes)
  return {
    data: await showNetwork(ports, networkOf(ports, path.networkId)),
    message: 'The network is changed.',
  }
})

export const rotateNetworkToken = staffRoute(rotateOperation, async ({ ports, path, staff: { actor } }) => {
  const network = networkOf(ports, path.networkId)
  const secrets = await rotate({ ...ports, actor }, network.slug)
  return { data: presentSecrets(network, secrets), message: 'The old address works no more.' }
})

function presentSecrets(
  network: { id: number; preset: string },
  { postbackUrl, hmacSecret }: NetworkSecrets,
) {
  return {
    id: String(network.id),
    postback_url: postbackUrl,
    paste_url: pasteTemplate(network, postbackUrl),
    offer_parameter: `${presetOf(network).clickParameter}={click_id}`,
    hmac_secret: hmacSecret,
  }
}
