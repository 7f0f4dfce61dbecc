import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AuditAction, auditActions } from './audit-actions.ts'
import type { KnownThing, NotedChange } from './change-facts.ts'
import { textOf } from './piece.ts'
import { tellChange, wholeSentence } from './tell-change.ts'
import { tellGroup } from './tell-group.ts'

const link = '/page'
const app = { name: 'Lantern Keep', link }
const publisher = { name: 'Pocketfern', link }
const offer = { name: 'Coinharrow Exchange', link }
const things: ReadonlyMap<string, KnownThing> = new Map<string, KnownThing>([
  ['person:mira@example.com', { name: 'Mira Sand', link: null }],
  ['app:1', app],
  ['offer:2', offer],
  ['network:3', { name: 'Redfern Direct', link }],
  ['network:redfern', { name: 'Redfern Direct', link }],
  ['publisher:4', publisher],
  ['callback_endpoint:5', { name: 'main', link, owner: app }],
  ['conversion:c', { name: 'c', link, user: { name: 'lk-h8r', link }, offer, payoutMicros: 167_250_000 }],
  ['ticket:6', { name: 'a ticket', link, user: { name: 'lk-h8r', link }, offer }],
  ['person:p', { name: 'Jonas Brandt', link }],
  ['source:4', { name: 'Lumen', link: null }],
  ['offer_edit:8', { name: '70 offers', link }],
  ['alert_channel:7', { name: 'Night watch', link: null }],
])

const promotion = { appId: 1, name: 'Winter bonus', basisPoints: 15_000, fromMs: 0, toMs: 1_795_824_000_000 }
const settlement = { appId: 1, networkId: null, amountMicros: 412_000_000, reference: 'w47', reason: '' }
const cap = {
  networkId: null,
  offerId: null,
  appId: 1,
  userId: null,
  period: 'daily',
  measure: 'count',
  limit: 5,
}
const entry = { appId: 1, kind: 'user', value: 'cq-b4t', action: 'block', reason: 'Ring', expiresAtMs: null }
const overlap = { mode: 'live', overlapSec: 86_400 }
const email = 'ola@example.com'

/** One noted change for each action, and how it is told. */
const samples: Readonly<Record<AuditAction, readonly [object: string, details: object, says: string]>> = {
  'settlement.paid': ['settlement:s', settlement, 'paid Lantern Keep 412.00 USD'],
  'settlement.received': [
    'settlement:s',
    { ...settlement, appId: null, networkId: 3 },
    'recorded 412.00 USD received from Redfern Direct',
  ],
  'settlement.adjusted': [
    'settlement:s',
    { ...settlement, amountMicros: -3_500_000 },
    'adjusted the balance of Lantern Keep by −3.50 USD',
  ],
  'ledger.repaired': [
    'ledger',
    { booked: ['a 1', 'b 1'] },
    'booked what was missing in the ledger: 2 entries',
  ],
  'rates.imported': [
    'exchange_rates',
    { currency: 'EUR', day: '2026-11-24', usd: '1.1' },
    'set the rate of 1 EUR to 1.1 USD for 2026-11-24',
  ],
  'margin.set': [
    'margin:1',
    { appId: 1, offerId: null, country: 'FR', basisPoints: 2_500 },
    'set the margin of Lantern Keep in France to 25 %',
  ],
  'margin.removed': [
    'margin:1',
    { appId: null, offerId: null, country: null, basisPoints: 2_500 },
    'removed the margin of 25 % of the platform',
  ],
  'promotion.added': [
    'promotion:1',
    promotion,
    'added the promotion Winter bonus to Lantern Keep: 1.5 × until 28 Nov 2026, 00:00 UTC',
  ],
  'promotion.ended': ['promotion:1', promotion, 'ended the promotion Winter bonus of Lantern Keep'],
  'offer.created': [
    'offer:2',
    { after: { network: 'redfern', name: 'X' } },
    'added the offer Coinharrow Exchange',
  ],
  'offer.updated': [
    'offer:2',
    { before: { payout: '1' }, after: { payout: '2' } },
    'changed Coinharrow Exchange',
  ],
  'offer.tried': [
    'offer:2',
    { clickId: '0199f2c4-7a1e-7c3b-9d52-3f1e5a7b9c0d' },
    'made a test click on Coinharrow Exchange',
  ],
  'offer.paused': [
    'offer:2',
    { before: { status: 'active' }, after: { status: 'paused' } },
    'paused Coinharrow Exchange',
  ],
  'offer.active': [
    'offer:2',
    { before: { status: 'paused' }, after: { status: 'active' } },
    'resumed Coinharrow Exchange',
  ],
  'offer.hold_set': [
    'offer:2',
    { holdDays: 7, before: { holdDays: 3 }, after: { holdDays: 7 } },
    'set the hold of Coinharrow Exchange to 7 days',
  ],
  'offers.imported': [
    'network:redfern',
    { created: 61, updated: 20, refused: 3 },
    'imported 81 offers of Redfern Direct: 61 new, 20 changed, 3 refused',
  ],
  'offers.edited': [
    'offer_edit:8',
    { name: '70 offers', networkId: 3, edit: { dailyCap: 'Raise by 20 %' } },
    'changed 70 offers of Redfern Direct',
  ],
  'offers.edit_undone': [
    'offer_edit:8',
    { name: '70 offers', networkId: 3, putBack: 68, stayed: 2 },
    'took back a change of 70 offers of Redfern Direct: 68 put back, 2 changed since and left',
  ],
  'cap.set': ['cap:1', cap, 'set a cap of Lantern Keep: 5 conversions a day'],
  'cap.removed': [
    'cap:1',
    { ...cap, period: 'total', measure: 'payout', limit: 9_000_000 },
    'removed a cap of Lantern Keep: 9.00 USD of payout in all',
  ],
  'conversion.reviewed': [
    'conversion:c',
    { before: { status: 'pending' }, after: { status: 'approved' }, note: 'The receipt matches.' },
    'confirmed a conversion of lk-h8r on Coinharrow Exchange, 167.25 USD',
  ],
  'conversion.kept_in_review': [
    'conversion:c',
    { note: 'n' },
    'kept a conversion of lk-h8r on Coinharrow Exchange in review',
  ],
  'ticket.answered': [
    'ticket:6',
    { before: 'open', after: 'refused', because: 'b' },
    'answered a ticket of lk-h8r about Coinharrow Exchange',
  ],
  'publisher.created': ['publisher:4', { after: { name: 'P' } }, 'added the publisher Pocketfern'],
  'publisher.signed_up': ['publisher:4', { after: { name: 'P' } }, 'signed up the publisher Pocketfern'],
  'publisher.renamed': [
    'publisher:4',
    { before: { name: 'O' }, after: { name: 'P' } },
    'renamed the publisher Pocketfern',
  ],
  'publisher.approved': [
    'publisher:4',
    { before: { status: 'waiting' }, after: { status: 'active' } },
    'approved Pocketfern',
  ],
  'publisher.suspended': ['publisher:4', { reason: 'r' }, 'suspended Pocketfern'],
  'publisher.resumed': ['publisher:4', {}, 'let Pocketfern go on'],
  'publisher.view_begun': [
    'publisher:4',
    { reason: 'r', mayChange: false },
    'looked at the dashboard of Pocketfern',
  ],
  'publisher.view_ended': ['publisher:4', {}, 'left the dashboard of Pocketfern'],
  'app.created': ['app:1', { after: { publisherId: 4 } }, 'added the app Lantern Keep of Pocketfern'],
  'app.updated': [
    'app:1',
    { before: { holdScore: null }, after: { holdScore: 85 } },
    'changed the settings of Lantern Keep',
  ],
  'app.link_key_rotated': ['app:1', { version: 2 }, 'made a new link key for Lantern Keep'],
  'app.called_as': [
    'app:1',
    { operation: 'createConversion', mode: 'live', status: 201 },
    'called the API as Lantern Keep',
  ],
  'key.rotated': ['app:1', overlap, 'made a new live key for Lantern Keep'],
  'secret.rotated': ['app:1', overlap, 'made a new live secret for Lantern Keep'],
  'credential.revoked': ['app:1', { credential: 'secret:3' }, 'ended a secret of Lantern Keep'],
  'network.created': ['network:redfern', { after: {} }, 'added the network Redfern Direct'],
  'network.updated': [
    'network:redfern',
    { before: { onLoss: 'hold' }, after: { onLoss: 'pay' } },
    'changed the settings of Redfern Direct',
  ],
  'network.repairs_kept': [
    'network:redfern',
    { before: { kinds: [] }, after: { kinds: ['money'] } },
    'kept the repairs of offer files of Redfern Direct',
  ],
  'source.created': [
    'source:4',
    { after: { name: 'Lumen' }, networkId: 3 },
    'added the source Lumen of Redfern Direct',
  ],
  'source.updated': [
    'source:4',
    { before: { everySec: 1_800 }, after: { everySec: 3_600 }, networkId: 3 },
    'changed the source Lumen of Redfern Direct',
  ],
  'source.deleted': [
    'source:4',
    { before: { name: 'Lumen' }, networkId: 3 },
    'removed the source Lumen of Redfern Direct',
  ],
  'source.pulled': ['source:4', { name: 'Lumen', networkId: 3 }, 'asked the source Lumen of Redfern Direct'],
  'source.applied': [
    'source:4',
    { name: 'Lumen', networkId: 3, offers: '12 offers' },
    'took over 12 offers of the source Lumen of Redfern Direct',
  ],
  'source.forbidden': [
    'source:4',
    { name: 'Lumen', networkId: 3, offers: '2 offers' },
    'paused 2 offers of the source Lumen of Redfern Direct, which may not be rewarded',
  ],
  'source.run_discarded': [
    'source:4',
    { name: 'Lumen', networkId: 3, runId: 9 },
    'left a run of the source Lumen of Redfern Direct aside',
  ],
  'source.undone': [
    'source:4',
    { name: 'Lumen', networkId: 3, putBack: 68, stayed: 2 },
    'took back a run of the source Lumen of Redfern Direct: 68 put back, 2 changed since and left',
  ],
  'source.offer_allowed': [
    'source:4',
    { name: 'Lumen', networkId: 3, externalId: '1177', reason: 'Agreed by mail' },
    'allowed the forbidden offer 1177 of the source Lumen of Redfern Direct',
  ],
  'source.allowance_ended': [
    'source:4',
    { name: 'Lumen', networkId: 3, externalId: '1177' },
    'took back the allowance of the offer 1177 of the source Lumen of Redfern Direct',
  ],
  'source.postback_connected': [
    'source:4',
    { name: 'Lumen', networkId: 3 },
    'set up the postback of the source Lumen of Redfern Direct',
  ],
  'network.token_rotated': ['network:redfern', {}, 'made a new postback address for Redfern Direct'],
  'postbacks.replayed': ['postbacks', { tried: 9, applied: 7 }, 'replayed 9 refused postbacks: 7 applied'],
  'callback_endpoint.set': [
    'callback_endpoint:5',
    { appId: 1, url: 'https://x' },
    'set up the receiver of Lantern Keep',
  ],
  'callback_endpoint.removed': ['callback_endpoint:5', { appId: 1 }, 'removed the receiver of Lantern Keep'],
  'callback_endpoint.secret_rotated': [
    'callback_endpoint:5',
    {},
    'made a new callback secret for Lantern Keep',
  ],
  'callback_endpoint.disabled': [
    'callback_endpoint:5',
    { reason: 'failing' },
    'turned off the receiver of Lantern Keep',
  ],
  'callback_endpoint.enabled': [
    'callback_endpoint:5',
    { wasDisabledFor: 'failing' },
    'turned the receiver of Lantern Keep on again',
  ],
  'callback_endpoint.replayed': [
    'callback_endpoint:5',
    { replayed: 40, fromMs: 0, toMs: 1 },
    'sent 40 callbacks again to Lantern Keep',
  ],
  'list_entry.added': ['list_entry:1', entry, 'put the user cq-b4t on the block list of Lantern Keep'],
  'list_entry.removed': [
    'list_entry:1',
    { ...entry, appId: null, kind: 'country', value: 'FR' },
    'took France off the block list of the platform',
  ],
  'risk_weights.activated': ['risk_weights:v7', {}, 'put the risk weights v7 into use'],
  'risk_weights.left': ['risk_weights:v7', {}, 'set the learned risk weights v7 aside'],
  'user.erased': ['user:token', { appId: 1 }, 'erased a user of Lantern Keep'],
  'person.signed_in': ['person:p', { how: 'password' }, 'signed in'],
  'session.ended': ['session:s', {}, 'ended a session of their own'],
  'session.others_ended': ['person:p', { ended: 1 }, 'ended all other sessions of their own: 1 session'],
  'person.sessions_ended': ['person:gone', { email, ended: 2 }, `ended all sessions of ${email}: 2 sessions`],
  'person.joined': ['person:p', { after: { role: 'analyst' } }, 'joined the platform as an analyst'],
  'person.renamed': [
    'person:p',
    { before: { name: 'A' }, after: { name: 'B' } },
    'changed their name or address',
  ],
  'person.role_changed': [
    'person:p',
    { before: { role: 'analyst' }, after: { role: 'operator' } },
    'made Jonas Brandt an operator',
  ],
  'person.removed': ['person:gone', { before: { email } }, `removed ${email} from the platform`],
  'person.password_changed': ['person:p', {}, 'changed their password'],
  'person.password_reset': ['person:p', {}, 'set a new password by a link'],
  'person.reset_asked': ['person:p', {}, 'asked for a link to set a new password'],
  'person.reset_link_made': ['person:p', {}, 'made a link by which Jonas Brandt can set a new password'],
  'person.two_factor_on': ['person:p', {}, 'turned on two-factor sign-in'],
  'person.two_factor_off': ['person:p', {}, 'turned off two-factor sign-in'],
  'person.two_factor_removed': ['person:p', {}, 'removed the two-factor sign-in of Jonas Brandt'],
  'person.recovery_codes_renewed': ['person:p', {}, 'made new recovery codes'],
  'person.passwords_guessed': ['person:p', { email }, 'saw many wrong passwords for Jonas Brandt'],
  'person.vouched_for': ['person:p', { email }, 'vouched for Jonas Brandt'],
  'person.confirmed': [
    'person:p',
    { before: { email: null }, after: { email } },
    'confirmed the address of Jonas Brandt',
  ],
  'person.unconfirmed_deleted': [
    'person:gone',
    { before: { email } },
    `deleted the unconfirmed account of ${email}`,
  ],
  'member.joined': [
    'person:p',
    { after: { role: 'owner' }, publisherId: 4 },
    'joined Pocketfern as an owner',
  ],
  'member.role_changed': [
    'person:p',
    { before: { role: 'owner' }, after: { role: 'developer' }, publisherId: 4 },
    'made Jonas Brandt a developer of Pocketfern',
  ],
  'member.removed': ['person:p', { publisherId: 4 }, 'removed Jonas Brandt from Pocketfern'],
  'invitation.made': [
    'invitation:i',
    { after: { email, role: 'analyst' } },
    `invited ${email} as an analyst`,
  ],
  'invitation.revoked': [
    'invitation:i',
    { before: { email, role: 'analyst' } },
    `took back the invitation of ${email}`,
  ],
  'link.set_up_made': ['link:l', {}, 'made the link by which the first operator sets up an account'],
  'token.made': [
    'token:t',
    { after: { name: 'Export', role: 'analyst' } },
    'made the token Export with the rights of an analyst',
  ],
  'token.revoked': ['token:t', { name: 'Export' }, 'ended the token Export'],
  'publisher_token.made': [
    'publisher_token:t',
    { after: { publisherId: 4, name: 'Sync', role: 'developer' } },
    'made the token Sync of Pocketfern with the rights of a developer',
  ],
  'publisher_token.revoked': [
    'publisher_token:t',
    { publisherId: 4, name: 'Sync' },
    'ended the token Sync of Pocketfern',
  ],
  'alert_channel.created': [
    'alert_channel:7',
    { after: { name: 'Night watch' } },
    'added the alert channel Night watch',
  ],
  'alert_channel.updated': ['alert_channel:7', {}, 'changed Night watch'],
  'alert_channel.removed': [
    'alert_channel:7',
    { before: { name: 'Night watch' } },
    'removed the alert channel Night watch',
  ],
  'stats_view.saved': [
    'stats_view:3',
    { after: { name: 'Losing sub ids' } },
    'saved the view Losing sub ids of the statistics',
  ],
  'stats_view.deleted': [
    'stats_view:3',
    { before: { name: 'Losing sub ids' } },
    'deleted the view Losing sub ids of the statistics',
  ],
  'alert_rule.updated': ['alert_rule:margin_low', {}, 'changed the alert Low margin'],
  'alert_settings.updated': ['alert_settings', {}, 'changed the quiet hours of alerts'],
  'first_run.tried': [
    'first_run:callback',
    { isOk: true },
    'tried the first run in test mode, up to its callback',
  ],
  'stats.rebuilt': ['stats', { from: '2026-11-20' }, 'rebuilt the statistics since 2026-11-20'],
  'secret.accepted': ['secret:master', {}, 'accepted another master secret'],
  'clock.confirmed': ['clock:database', {}, 'confirmed that the clock of the database is right'],
  'database.accepted': ['database:db-2', {}, 'accepted the database server db-2 as the one to write to'],
}

function told(
  action: string,
  [object, details]: readonly [string, object, ...unknown[]],
  actor = 'person:mira@example.com',
) {
  const change: NotedChange = { id: 1, happenedAtMs: 0, actor, action, object, details, origin: null }
  return tellChange(change, things)
}

for (const action of Object.keys(auditActions) as AuditAction[]) {
  test(`${action} is a sentence`, () => {
    const [object, details, says] = samples[action]
    const one = told(action, [object, details])
    assert.equal(textOf(wholeSentence(one)), `Mira Sand ${says}`)
    for (const pieces of [one.sentence, one.more])
      assert.doesNotMatch(textOf(pieces), /[{}[\]_]|something|undefined|null|NaN/, textOf(pieces))
  })
}

test('an action of another version is told by its thing, never by its code', () => {
  assert.equal(
    textOf(wholeSentence(told('offer.moved_about', ['offer:2', {}]))),
    'Mira Sand changed Coinharrow Exchange',
  )
  assert.equal(textOf(wholeSentence(told('moon.waned', ['moon:1', {}]))), 'Mira Sand changed something')
})

for (const [actor, kind, name] of [
  ['person:gone@example.com', 'person', 'gone@example.com'],
  ['quoin', 'quoin', 'Quoin'],
  ['server', 'quoin', 'Quoin'],
  ['cli', 'command', 'Somebody on the server'],
  ['eli', 'command', 'eli on the server'],
  ['token:Nightly', 'program', 'The program Nightly'],
  ['publisher-token:4/Sync', 'program', 'The program Sync'],
  ['api_key:9', 'program', 'An app'],
] as const) {
  test(`${actor} is told as ${name}`, () => {
    const { actor: who } = told('clock.confirmed', ['clock:database', {}], actor)
    assert.deepEqual([who.kind, who.name], [kind, name])
  })
}

test('the second line is the reason, and before and after by the labels of the form', () => {
  const changed = told('app.updated', [
    'app:1',
    {
      before: { holdScore: null, isPaused: false, rateLimitPerMinute: 60 },
      after: { holdScore: 85, isPaused: true, rateLimitPerMinute: 90 },
    },
  ])
  assert.equal(changed.reason, null)
  assert.equal(textOf(changed.more), 'Hold from this risk score on none to 85, paused no to yes, and 1 more')
  assert.deepEqual(
    changed.differences.map(({ label, before, after }) => [label, textOf(before), textOf(after)]),
    [
      ['Hold from this risk score on', 'none', '85'],
      ['Paused', 'no', 'yes'],
      ['Calls per key and minute', '60 a minute', '90 a minute'],
    ],
  )
  assert.equal(
    told('settlement.paid', ['settlement:s', { ...settlement, reason: 'Weekly' }]).reason,
    'Weekly',
  )
})

test('several in one go are one sentence with their count', () => {
  const together = (action: AuditAction, count: number) => {
    const [object, details] = samples[action]
    return textOf(tellGroup(told(action, [object, details]), action, count).sentence)
  }
  assert.equal(together('conversion.reviewed', 31), 'decided 31 conversions')
  assert.equal(together('person.signed_in', 1_200), 'signed in 1,200 times')
  assert.equal(together('app.updated', 2), 'changed the settings of Lantern Keep, and 1 more such change')
  assert.equal(together('app.updated', 3), 'changed the settings of Lantern Keep, and 2 more such changes')
})
