import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import * as operations from '@quoin/contract/manage/callbacks/trial-operations.ts'
import { getOwnApp } from '../../../features/apps/own-app.ts'
import { getOwnEndpoint } from '../../../features/callbacks/endpoints/show-endpoint.ts'
import { previewDraft, previewSignature } from '../../../features/callbacks/preview-signature.ts'
import { atMoment } from '../../../features/callbacks/signature/at-moment.ts'
import { checkSignature } from '../../../features/callbacks/signature/check-signature.ts'
import { type TestCase, testCallback } from '../../../features/callbacks/test-callback.ts'
import { presentSignature, presentTested } from '../../../http/present/callback.ts'
import { memberRoute } from '../../../http/staff/member-route.ts'
import { choicesOf } from './choices.ts'

const payoutMicros = 1_250_000
/** Not of ASCII alone: who writes a body again finds out by it. */
const sampleUser = 'Zoë-77'
const sampleOf = (testCase: TestCase = 'approved') => ({ testCase, userId: sampleUser, payoutMicros })

const testMyCallback = memberRoute(
  operations.testMyCallback,
  async ({ ports, path: { endpointId }, body, member: { publisherId } }) => {
    await getOwnEndpoint(ports, { publisherId, endpointId })
    const tested = await testCallback(ports, {
      endpointId,
      testCase: body.case ?? 'approved',
      userId: body.userId ?? sampleUser,
      payoutMicros: body.payout ?? payoutMicros,
    })
    return {
      data: tested.map(presentTested),
      message: tested.length === 1 ? '1 request was sent.' : `${tested.length} requests were sent.`,
    }
  },
)

const previewMyCallback = memberRoute(
  operations.previewMyCallback,
  async ({ ports, path: { appId }, body, member: { publisherId } }) => {
    await getOwnApp(ports, { publisherId, appId })
    const { name = 'main', case: testCase, userId = sampleUser, ...given } = body
    const sample = { ...sampleOf(testCase), userId }
    const previews = await previewDraft(ports, { appId, name, choices: choicesOf(given), ...sample })
    return { data: previews.map(presentSignature), message: 'Nothing was sent.' }
  },
)

const showMySignature = memberRoute(
  operations.showMySignature,
  async ({ ports, path: { endpointId }, query, member: { publisherId } }) => {
    await getOwnEndpoint(ports, { publisherId, endpointId })
    const at = query.at ?? secondsOf(ports.clock.nowMs())
    const previews = await previewSignature(atMoment(ports, at), { endpointId, ...sampleOf(query.case) })
    return { data: { at, requests: previews.map(presentSignature) }, message: 'Nothing was sent.' }
  },
)

const checkMySignature = memberRoute(
  operations.checkMySignature,
  async ({ ports, path: { endpointId }, body, member: { publisherId } }) => {
    await getOwnEndpoint(ports, { publisherId, endpointId })
    const question = { ...sampleOf(body.case), atSec: body.at, given: body.signature }
    const { isSame, mistake, tried } = await checkSignature(ports, { endpointId, ...question })
    const message = isSame ? 'It is the same.' : (mistake?.sentence ?? 'It is not the same.')
    return { data: { is_same: isSame, mistake, tried }, message }
  },
)

/** Trying an endpoint before, and when, conversions are told to it. */
export const trialRoutes = [testMyCallback, previewMyCallback, showMySignature, checkMySignature]
