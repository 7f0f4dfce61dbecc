import { networkStatuses, proofs } from '@quoin/core/networks/network.ts'
import { networkSettings } from '@quoin/core/networks/network-settings.ts'
import { Type } from '../../json-schema.ts'
import { optional, required } from '../../fields/field.ts'
import { resettableParameters, settingParameters } from '../../fields/setting-fields.ts'
import { patternField, search, textField, wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { listMeta, listParameters } from '../list-parameters.ts'
import { networkPath } from './network-fields.ts'
import { listedNetworkShape, networkDetailShape, networkSecretsShape, presetShape } from './network-shapes.ts'
import { staffErrors, staffErrorsOfOne } from '../operator-parts.ts'

const name = textField({ min: 1, max: 100, example: 'Brightpath' })
const slug = patternField({
  pattern: /^[a-z0-9][a-z0-9_-]{0,39}$/,
  message: 'must be 1 to 40 small letters, digits, - or _, and begin with a letter or digit',
  example: 'brightpath',
  max: 40,
})

// A new network is given these two at once; the others have their standard values at first.
const { allowedAddresses, timeZone } = settingParameters(networkSettings)

export const listNetworks = operation({
  id: 'listNetworks',
  method: 'GET',
  path: '/operator/v1/networks',
  reads: 'elsewhere',
  tag: 'Networks',
  summary: 'Networks',
  description: 'Lists the networks, how each proves itself, and whether it reports.',
  proof: 'staff',
  role: 'analyst',
  query: {
    ...listParameters({ name: ['text', 'integer'], id: ['integer'] }, 'name'),
    search: optional(search, 'A part of the name or the slug.', { emptyIsAbsent: true }),
    status: optional(wordField(networkStatuses), 'Only networks in this state.'),
  },
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'One page of the list.',
      data: Type.Array(listedNetworkShape),
      meta: listMeta,
    },
  ],
  errors: staffErrors,
})

export const getNetwork = operation({
  id: 'getNetwork',
  method: 'GET',
  path: '/operator/v1/networks/{networkId}',
  pathParameters: networkPath,
  tag: 'Networks',
  summary: 'One network',
  description: 'Returns the network with all settings and what its preset brings.',
  proof: 'staff',
  role: 'analyst',
  query: noParameters,
  body: noParameters,
  success: [{ status: 200, description: 'The network in full.', data: networkDetailShape }],
  errors: staffErrorsOfOne,
})

export const listNetworkPresets = operation({
  id: 'listNetworkPresets',
  method: 'GET',
  path: '/operator/v1/network-presets',
  tag: 'Networks',
  summary: 'How families of networks speak',
  description: 'A preset is the ready-made part of a network’s settings.',
  proof: 'staff',
  role: 'analyst',
  query: noParameters,
  body: noParameters,
  success: [{ status: 200, description: 'The presets and what they bring.', data: Type.Array(presetShape) }],
  errors: staffErrors,
})

export const createNetwork = operation({
  id: 'createNetwork',
  method: 'POST',
  path: '/operator/v1/networks',
  tag: 'Networks',
  summary: 'Create a network',
  description: 'The address and the secret of the new network are shown once.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: {
    slug: required(slug, 'Its short name in commands.'),
    name: required(name, 'The name of the network.'),
    preset: optional(textField({ min: 1, max: 64, example: 'generic' }), 'How it speaks. Default: generic.'),
    proof: optional(wordField(proofs), 'How it proves itself. Default: token.'),
    allowedAddresses,
    timeZone,
  },
  success: [
    {
      status: 201,
      description: 'The address and the parameter to paste at the network.',
      data: networkSecretsShape,
    },
  ],
  errors: staffErrors,
})

export const updateNetwork = operation({
  id: 'updateNetwork',
  method: 'PATCH',
  path: '/operator/v1/networks/{networkId}',
  pathParameters: networkPath,
  tag: 'Networks',
  summary: 'Change a network',
  description: 'A field that you leave out stays as it is; null sets it back to the default.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: {
    name: optional(name, 'The name of the network.'),
    status: optional(wordField(networkStatuses), 'A paused one is not listed.'),
    ...resettableParameters(networkSettings),
  },
  success: [{ status: 200, description: 'The network as it is now.', data: networkDetailShape }],
  errors: staffErrorsOfOne,
})

export const rotateNetworkToken = operation({
  id: 'rotateNetworkToken',
  method: 'POST',
  path: '/operator/v1/networks/{networkId}/rotate-token',
  pathParameters: networkPath,
  tag: 'Networks',
  summary: 'Give a network a new token',
  description:
    'A network that signs gets a new secret, too. The old ones end at once: paste the new address at the ' +
    'network.',
  proof: 'staff',
  role: 'operator',
  query: noParameters,
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The address and the parameter to paste at the network.',
      data: networkSecretsShape,
    },
  ],
  errors: staffErrorsOfOne,
})

export const networkOperations = [
  listNetworks,
  getNetwork,
  listNetworkPresets,
  createNetwork,
  updateNetwork,
  rotateNetworkToken,
]
