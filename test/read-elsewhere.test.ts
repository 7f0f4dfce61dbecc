import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manageOperations } from '@quoin/contract/manage/operations.ts'
import type { Operation } from '@quoin/contract/operation.ts'
import { operatorOperations } from '@quoin/contract/operator/operations.ts'

/** Why calls that only read are answered by the database that is written to. */
const reasons = {
  access: 'it tells who may do what, or shows a credential',
  money: 'people pay, charge or decide about money by it',
  work: 'it is looked at again and again to see something end',
  form: 'it fills the form by which the same thing is changed',
  memory: 'the process knows it, or asks for a row or two',
  unlogged: 'its rows are not copied to standbys',
  service: 'it is about this process and the database that is written to',
} as const

const readHere: Readonly<Record<keyof typeof reasons, string>> = {
  access: `getSession getMySession getLinkKey getMyLinkKey listMyCredentials listTokens listMyTokens listInvitations
    listMyInvitations listPeople listMyPeople listUnconfirmedPeople listMyApps`,
  money: `getPublisherMoney listReviews getReview listMargins tryMargin listBalances listPublisherMoney listHolds
    listSettlements listPromotions listMyPromotions listRates getMyBalance getMyStatement listMyStatements
    exportMyStatement listCaps listTickets`,
  work: `getJob listJobs getFirstRun getFirstLink getMyStart getSourceRun listSourceRunOffers listNeeds listLive
    followLive`,
  form: `getApp getMyApp getPublisher getNetwork getOffer getOfferEdit getOfferSource getSource listSources
    listSourceMappings getCallbackEndpoint getMyCallbackEndpoint listMyCallbackEndpoints listAlertRules
    listAlertChannels listStatsViews listRiskWeights getRiskWeights getRiskLearning`,
  memory: `previewCurrency listNetworkPresets listSettings previewCallbackSignature showMySignature listCallbackFormats
    getMyCallbackFormats listSourceKinds explainOffer explainMyOffer showOfferAudience listMyOffers`,
  unlogged: 'listMyCalls',
  service: 'getSystem reportBackups',
}

const operations: readonly Operation[] = [...operatorOperations, ...manageOperations]

test('every call of the dashboards that reads is read elsewhere, or stays for a reason', () => {
  const reading = operations.filter(({ method }) => method === 'GET')
  const elsewhere = reading.filter(({ reads }) => reads === 'elsewhere').map(({ id }) => id)
  const here = Object.values(readHere).flatMap((ids) => ids.split(/\s+/))
  assert.deepEqual([...elsewhere, ...here].toSorted(), reading.map(({ id }) => id).toSorted())
})

test('nothing that changes something is read elsewhere', () => {
  const wrong = operations.filter(({ method, reads }) => method !== 'GET' && reads !== undefined)
  assert.deepEqual(
    wrong.map(({ id }) => id),
    [],
  )
})
