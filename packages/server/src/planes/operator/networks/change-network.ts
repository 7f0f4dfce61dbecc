import {
  createNetwork as createOperation,
  rotateNetworkToken as rotateOperation,
  updateNetwork as updateOperation,
} from '@quoin/contract/operator/networks/network-operations.ts'
import { invalidFields } from '@quoin/core/errors.ts'
import {
  createNetwork as create,
  type NetworkSecrets,
  rotateNetworkToken as rotate,
} from '../../../features/networks/create-network.ts'
import { updateNetwork as update } from '../../../features/networks/update-network.ts'
import { staffRoute, type StaffCall } from '../../../http/staff/staff-route.ts'
import { pasteTemplate, presetNames, presetOf } from '../../../networks/index.ts'
import type { NetworkChanges, NetworkSetting } from '../../../store/networks/networks.ts'
import { networkOf } from './list-networks.ts'
import { showNetwork } from './present-network.ts'

export const createNetwork = staffRoute(createOperation, async ({ ports, body, staff: { actor } }) => {
  const { slug, name, preset = 'generic', proof = 'token', allowedAddresses = [], timeZone = 'UTC' } = body
  if (!presetNames.includes(preset)) {
    throw invalidFields([
      { field: 'preset', rule: 'enum', message: `must be one of ${presetNames.join(', ')}` },
    ])
  }
  const request = { slug, name, preset, proof, allowedAddresses, timeZone }
  const { networkId, ...secrets } = await create({ ...ports, actor }, request)
  const data = presentSecrets({ id: networkId, preset }, secrets)
  return { status: 201, data, message: 'The network is there. Its address is shown once.' }
})

type UpdateBody = StaffCall<(typeof updateOperation)['query'], (typeof updateOperation)['body']>['body']

/** The members of the body that may be null, and what that unsets. */
const unsetBy = {
  reply: 'reply',
  statusWords: 'status-word',
  statusWordsAfter: 'status-word-after',
  onChangedPayout: 'on-changed-payout',
  onLoss: 'on-loss',
  payoutMax: 'payout-max',
  payoutMin: 'payout-min',
  allowedAddresses: 'allow-address',
  timeZone: 'time-zone',
} as const satisfies Partial<Record<keyof UpdateBody, NetworkSetting>>

export const updateNetwork = staffRoute(updateOperation, async ({ ports, path, body, staff: { actor } }) => {
  const { slug } = networkOf(ports, path.networkId)
  const unset = (Object.keys(unsetBy) as (keyof typeof unsetBy)[]).filter((name) => body[name] === null)
  await update(
    { ...ports, actor },
    slug,
    changesOf(body),
    unset.map((name) => unsetBy[name]),
  )
  return {
    data: await showNetwork(ports, networkOf(ports, path.networkId)),
    message: 'The network is changed.',
  }
})

function changesOf(body: UpdateBody): NetworkChanges {
  return {
    name: body.name,
    status: body.status,
    reply: body.reply ?? undefined,
    statusWords: lowered(body.statusWords),
    statusWordsAfter: body.statusWordsAfter ?? undefined,
    onChangedPayout: body.onChangedPayout ?? undefined,
    onLoss: body.onLoss ?? undefined,
    payoutMaxMicros: body.payoutMax ?? undefined,
    payoutMinMicros: body.payoutMin ?? undefined,
    allowedAddresses: body.allowedAddresses ?? undefined,
    timeZone: body.timeZone ?? undefined,
  }
}

/** Words are compared in small letters. */
function lowered(words: UpdateBody['statusWords']): NetworkChanges['statusWords'] {
  if (words == null) return undefined
  return Object.fromEntries(
    Object.entries(words).map(([word, meaning]) => [word.trim().toLowerCase(), meaning]),
  )
}

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
