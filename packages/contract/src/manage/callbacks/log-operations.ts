import { operation } from '../../operation.ts'
import {
  listCallbackAttempts,
  listCallbacks,
  replayCallback,
  replayCallbacks,
} from '../../operator/callbacks/callback-operations.ts'
import { member, ofMode } from '../manage-parts.ts'

const log = { ...member, tag: 'Callbacks' } as const

export const listMyCallbacks = operation({
  ...listCallbacks,
  ...log,
  id: 'listMyCallbacks',
  path: '/manage/v1/callback-endpoints/{endpointId}/callbacks',
  description:
    'Lists callbacks that were sent and that are due, newest first. An endpoint may be told of both live ' +
    'and test conversions.',
  query: { ...ofMode, ...listCallbacks.query },
})

export const listMyCallbackAttempts = operation({
  ...listCallbackAttempts,
  ...log,
  id: 'listMyCallbackAttempts',
  path: '/manage/v1/callbacks/{callbackId}/attempts',
})

export const replayMyCallback = operation({
  ...replayCallback,
  ...log,
  id: 'replayMyCallback',
  path: '/manage/v1/callbacks/{callbackId}/replay',
  role: 'developer',
})

export const replayMyCallbacks = operation({
  ...replayCallbacks,
  ...log,
  id: 'replayMyCallbacks',
  path: '/manage/v1/callback-endpoints/{endpointId}/replay',
  role: 'developer',
  query: ofMode,
})

export const callbackLogOperations = [
  listMyCallbacks,
  listMyCallbackAttempts,
  replayMyCallback,
  replayMyCallbacks,
] as const
