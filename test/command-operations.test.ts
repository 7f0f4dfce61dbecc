import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operatorOperations } from '@quoin/contract/operator/operations.ts'
import type { Command } from 'commander'
import { buildWholeProgram } from '../packages/server/src/cli/program.ts'

/** By each command that reads or changes a running platform: the operations that do the same over HTTP. */
const operationsOf: Readonly<Record<string, readonly string[]>> = {
  'publishers list': ['listPublishers'],
  'publishers show': ['getPublisher', 'getPublisherMoney'],
  'publishers create': ['createPublisher'],
  'publishers rename': ['updatePublisher'],
  'publishers approve': ['approvePublisher'],
  'publishers suspend': ['suspendPublisher'],
  'publishers resume': ['resumePublisher'],
  'apps create': ['createApp'],
  'apps list': ['listApps', 'getApp'],
  'apps update': ['updateApp', 'previewCurrency'],
  'apps rotate-secret': ['rotateCredential'],
  'apps rotate-key': ['rotateCredential'],
  'apps revoke': ['revokeCredential'],
  'apps link-key': ['getLinkKey', 'rotateLinkKey'],
  'networks create': ['createNetwork'],
  'networks list': ['listNetworks', 'getNetwork', 'listNetworkPresets'],
  'networks update': ['updateNetwork'],
  'networks rotate-token': ['rotateNetworkToken'],
  'offers import': [
    'startOfferImport',
    'previewOfferImport',
    'tryOfferImport',
    'listRefusedRows',
    'createOffer',
    'updateOffer',
  ],
  'offers list': ['listOffers'],
  'offers show': ['getOffer'],
  'offers pause': ['pauseOffer'],
  'offers resume': ['resumeOffer'],
  'offers hold': ['holdOffer'],
  'offers edit': ['editOffers', 'previewOfferEdit'],
  'offers undo': ['undoOfferEdit', 'getOfferEdit'],
  'review list': ['listReviews', 'getReview'],
  'review confirm': ['decideReviews', 'previewReviews'],
  'review refuse': ['decideReviews'],
  'review take-back': ['decideReviews'],
  'review give': ['decideReviews'],
  'claims list': ['listReviews'],
  'claims confirm': ['decideReviews'],
  'claims refuse': ['decideReviews'],
  'claims take-back': ['decideReviews'],
  'claims give': ['decideReviews'],
  'users show': ['getUser'],
  'clicks list': ['listClicks'],
  'conversions list': ['listConversions'],
  'tickets list': ['listTickets'],
  'tickets answer': ['answerTicket'],
  'conversions show': ['getClickStory'],
  'postbacks of-click': ['getClickStory'],
  'postbacks of-network': ['listPostbacks'],
  'postbacks replay': ['replayPostbacks', 'replayNetwork'],
  timeline: ['tellTimeline', 'getClickStory'],
  'ledger check': ['checkLedger'],
  'ledger repair': ['repairLedger'],
  'ledger balances': ['listBalances', 'listHolds', 'listPublisherMoney'],
  'ledger entries': ['listEntries', 'showEntries'],
  'ledger settlements': ['listSettlements'],
  'ledger pay-publisher': ['settle'],
  'ledger receive': ['settle'],
  'ledger adjust': ['settle'],
  'margins set': ['setMargin'],
  'margins list': ['listMargins', 'tryMargin'],
  'margins remove': ['removeMargin'],
  'promotions add': ['addPromotion'],
  'promotions list': ['listPromotions'],
  'promotions end': ['endPromotion'],
  'rates import': ['importRates', 'tryRates'],
  'rates set': ['importRates'],
  'rates list': ['listRates'],
  'callbacks set': ['setCallbackEndpoint', 'listCallbackFormats'],
  'callbacks list': ['listCallbackEndpoints'],
  'callbacks show': ['getCallbackEndpoint'],
  'callbacks log': ['listCallbacks'],
  'callbacks attempts': ['listCallbackAttempts'],
  'callbacks replay': ['replayCallback', 'replayCallbacks'],
  'callbacks disable': ['disableCallbackEndpoint'],
  'callbacks enable': ['enableCallbackEndpoint'],
  'callbacks remove': ['removeCallbackEndpoint'],
  'callbacks rotate-secret': ['rotateCallbackSecret'],
  'callbacks sign': ['previewCallbackSignature'],
  'callbacks test': ['testCallbackEndpoint'],
  'lists add': ['addListEntry', 'listUser'],
  'lists import': ['importListEntries'],
  'lists export': ['exportListEntries'],
  'lists remove': ['removeListEntry'],
  'lists list': ['listListEntries'],
  'risk show': ['getUser'],
  'risk weights list': ['listRiskWeights'],
  'risk weights status': ['getRisk'],
  'risk weights show': ['getRiskWeights'],
  'risk weights activate': ['activateRiskWeights'],
  'risk weights leave': ['leaveRiskWeights'],
  'risk weights learned': ['getRiskLearning', 'listRiskMovers'],
  'risk weights adopt': ['adoptRiskWeights'],
  'risk weights shadow': ['getRisk'],
  'risk refit': ['refitRiskWeights'],
  'stats show': ['reportStats', 'reportPairStats', 'getOverview'],
  'stats check': ['checkStats'],
  'stats rebuild': ['rebuildStats'],
  'caps set': ['setCap'],
  'caps remove': ['removeCap'],
  'caps list': ['listCaps'],
  'people list': ['listPeople'],
  'people link': ['makeResetLink', 'invitePerson'],
  'people unconfirmed': ['listUnconfirmedPeople'],
  'people confirm': ['confirmPerson'],
  'people delete-unconfirmed': ['deleteUnconfirmedPerson'],
  'people role': ['changeRole'],
  'people end-sessions': ['endPersonSessions'],
  'people remove-two-factor': ['removeTwoFactor'],
  'audit list': ['listAudit', 'listAuditGroups', 'countAudit'],
  'audit export': ['listAudit', 'exportAudit'],
  'secret accept': ['acceptSecret'],
  settings: ['listSettings'],
  system: ['getSystem'],
  'first-run': ['getFirstRun', 'getFirstLink', 'tryFirstRun'],
}

/** The others, and why they have none. */
const withoutOperation: Readonly<Record<string, string>> = {
  serve: 'is the platform itself',
  'risk evaluate': 'reads files, and no platform',
  'risk fit': 'reads and writes files, and no platform',
  'risk refresh-addresses': 'reads and writes files on the disk of the server',
  'database accept': 'is for when nothing serves, or only the server that is left',
  'clock show': 'is told by the need `clock_doubted` and by /readyz',
  'id show': 'reads what the id itself says',
  'clock confirm': 'is for whoever has looked at the clock of the server, who has the shell',
  'demo env': 'reads a file beside the embedded database',
  'demo remove': 'is for whoever started the demo, who has the shell',
}

function leavesOf(command: Command, path = ''): string[] {
  if (command.commands.length === 0) return [path]
  return command.commands.flatMap((child) => leavesOf(child, `${path} ${child.name()}`.trim()))
}

test('every command has an operation that does the same, or a reason why not', async () => {
  const known = [...Object.keys(operationsOf), ...Object.keys(withoutOperation)]
  assert.deepEqual(leavesOf(await buildWholeProgram()).toSorted(), known.toSorted())
})

test('the operations that commands are said to have exist', () => {
  const ids = new Set(operatorOperations.map(({ id }) => id))
  const named = [...new Set(Object.values(operationsOf).flat())]
  assert.deepEqual(
    named.filter((id) => !ids.has(id)),
    [],
  )
})
