import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { NotedChange } from '@quoin/core/audit/change-facts.ts'
import { textOf } from '@quoin/core/audit/piece.ts'
import { tellChange, type ToldChange } from '@quoin/core/audit/tell-change.ts'
import type { Command } from 'commander'
import { decideConversion } from '../packages/server/src/features/conversions/decide-conversion.ts'
import { findThings } from '../packages/server/src/features/audit/find-things.ts'
import { buildWholeProgram } from '../packages/server/src/cli/program.ts'
import { runCommandHere } from './support/run-command.ts'
import { makeClaimant } from './support/people.ts'
import { createWorld, masterSecret, type World } from './support/world.ts'

/** They change nothing that is kept: a new command that is in neither table fails the test. */
const readers = new Set([
  ...['apps list', 'networks list', 'offers list', 'offers show', 'review list', 'claims list', 'users show'],
  ...['clicks list', 'conversions list', 'conversions show', 'postbacks of-click', 'postbacks of-network'],
  ...['timeline', 'ledger check', 'ledger balances', 'ledger entries', 'ledger settlements', 'margins list'],
  ...[
    'promotions list',
    'rates list',
    'callbacks list',
    'callbacks show',
    'callbacks log',
    'callbacks attempts',
  ],
  ...['callbacks sign', 'lists export', 'lists list', 'risk evaluate', 'risk show', 'risk weights list'],
  ...[
    'risk weights status',
    'risk weights learned',
    'risk weights show',
    'risk weights shadow',
    'stats show',
    'stats check',
    'caps list',
  ],
  ...[
    'audit list',
    'audit export',
    'demo env',
    'settings',
    'system',
    'first-run',
    'tickets list',
    'people list',
    'people unconfirmed',
  ],
  ...['publishers list', 'publishers show', 'clock show', 'id show'],
  // Files of the operator's own, or a request that is sent and not kept.
  ...['risk fit', 'risk refresh-addresses', 'callbacks test', 'serve'],
  ...['backup take', 'backup list', 'backup verify', 'restore'],
  ...['move', 'upgrade-database', 'sources kinds', 'sources words', 'sources list', 'sources runs'],
  ...['sources offers', 'sources links', 'sources sample', 'sources mapping'],
])

/** The changes of these commands depend on the data: each has a test of its own, or changes nothing here. */
const elsewhere = new Set([
  ...['ledger repair', 'risk refit', 'risk weights activate', 'risk weights leave', 'risk weights adopt'],
  ...['tickets answer', 'demo remove', 'database accept'],
  ...[
    'sources pull',
    'sources apply',
    'sources discard',
    'sources undo',
    'sources follow',
    'sources connect',
  ],
])

/** One call of each command that changes something, in an order in which each finds what it needs. */
const changes: readonly (readonly [words: string, action: string])[] = [
  ['clock confirm', 'clock.confirmed'],
  ['publishers create Audited', 'publisher.created'],
  ['publishers rename ID Renamed', 'publisher.renamed'],
  ['publishers approve ID', 'publisher.approved'],
  ['publishers suspend ID --reason test', 'publisher.suspended'],
  ['publishers resume ID', 'publisher.resumed'],
  ['apps create --name New --publisher Renamed', 'app.created'],
  ['apps update APP --name Other', 'app.updated'],
  ['apps rotate-secret APP', 'secret.rotated'],
  ['apps rotate-key APP', 'key.rotated'],
  ['apps link-key APP --rotate', 'app.link_key_rotated'],
  ['apps revoke secret SECRET', 'credential.revoked'],
  ['networks create net --name Net', 'network.created'],
  ['networks update net --name Other', 'network.updated'],
  ['networks rotate-token net', 'network.token_rotated'],
  ['offers import examples/offers.json --network net', 'offers.imported'],
  ['offers pause OFFER', 'offer.paused'],
  ['offers resume OFFER', 'offer.active'],
  ['offers hold OFFER 7', 'offer.hold_set'],
  ['offers edit --change holdDays:set:9', 'offers.edited'],
  ['offers undo ID', 'offers.edit_undone'],
  ['networks create fed --name Fed --preset everflow', 'network.created'],
  ['sources create fed --kind everflow --key-file KEYFILE', 'source.created'],
  ['sources update fed --every 1h', 'source.updated'],
  ['sources answer fed Mordor --countries NZ', 'network.repairs_kept'],
  ['sources allow fed 1177 --reason agreed', 'source.offer_allowed'],
  ['sources remove fed', 'source.deleted'],
  ['review confirm CLAIM', 'conversion.reviewed'],
  ['review refuse CLAIM', 'conversion.reviewed'],
  ['review take-back APPROVED --note why', 'conversion.reviewed'],
  ['review give REFUSED --note why', 'conversion.reviewed'],
  ['claims confirm CLAIM', 'conversion.reviewed'],
  ['claims refuse CLAIM', 'conversion.reviewed'],
  ['claims take-back APPROVED --note why', 'conversion.reviewed'],
  ['claims give REFUSED --note why', 'conversion.reviewed'],
  ['postbacks replay --network demo', 'postbacks.replayed'],
  ['ledger pay-publisher APP --amount 1 --reference a --allow-negative', 'settlement.paid'],
  ['ledger receive net --amount 1 --reference b --allow-negative', 'settlement.received'],
  ['ledger adjust --app APP --amount 1 --reference c --reason r', 'settlement.adjusted'],
  ['margins set 35 --app APP', 'margin.set'],
  ['margins remove ID', 'margin.removed'],
  ['promotions add --app APP --multiplier 2 --to 2099-01-31T09:00Z', 'promotion.added'],
  ['promotions end ID', 'promotion.ended'],
  ['rates set EUR 1.1', 'rates.imported'],
  ['callbacks set APP --url https://publisher.example/audited', 'callback_endpoint.set'],
  ['callbacks disable ID', 'callback_endpoint.disabled'],
  ['callbacks enable ID', 'callback_endpoint.enabled'],
  ['callbacks rotate-secret ID', 'callback_endpoint.secret_rotated'],
  ['callbacks replay --endpoint ID --from 2026-01-01 --to 2026-01-02', 'callback_endpoint.replayed'],
  ['callbacks remove ID', 'callback_endpoint.removed'],
  ['lists add block user somebody --app APP', 'list_entry.added'],
  ['lists remove ID', 'list_entry.removed'],
  ['lists import LISTFILE --app APP', 'list_entry.added'],
  ['caps set daily --app APP --count 5', 'cap.set'],
  ['caps remove ID', 'cap.removed'],
  ['rates import RATEFILE', 'rates.imported'],
  ['stats rebuild --from TODAY', 'stats.rebuilt'],
  ['secret accept', 'secret.accepted'],
  ['people link', 'link.set_up_made'],
  ['people link --reset EMAIL', 'person.reset_link_made'],
  ['people role EMAIL analyst', 'person.role_changed'],
  ['people end-sessions EMAIL', 'person.sessions_ended'],
  ['people remove-two-factor EMAIL', 'person.two_factor_removed'],
  ['people confirm CLAIMANT', 'person.confirmed'],
  ['people delete-unconfirmed CLAIMANT', 'person.unconfirmed_deleted'],
]

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

function leavesOf(command: Command, path = ''): string[] {
  if (command.commands.length === 0) return [path]
  return command.commands.flatMap((child) => leavesOf(child, `${path} ${child.name()}`.trim()))
}

test('every command is known to change something or nothing', async () => {
  const leaves = leavesOf(await buildWholeProgram())
  const known = (leaf: string) =>
    readers.has(leaf) ||
    elsewhere.has(leaf) ||
    changes.some(([words]) => words.startsWith(`${leaf} `) || words === leaf)
  assert.deepEqual(
    leaves.filter((leaf) => !known(leaf)),
    [],
  )
})

/** The output of a command, run on the world's database. */
async function run(words: readonly string[]): Promise<unknown> {
  const environment = { DATABASE_URL: world.database.url, QUOIN_SECRET: masterSecret }
  const { code, stdout, stderr } = await runCommandHere(words, environment)
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout)
}

/** Two of them: the last operator stays one. */
async function addOperator(email: string): Promise<void> {
  const { db, store, newId, clock } = world.ports
  const personId = newId()
  const nowMs = clock.nowMs()
  await db.transaction(async (tx) => {
    await store.persons.insertPerson(tx, {
      id: personId,
      name: email,
      email,
      isConfirmed: true,
      origin: 'invitation',
      nowMs,
    })
    const organizationId = await store.members.lockPlatform(tx)
    await store.members.upsertStaff(tx, { organizationId, personId, role: 'operator', nowMs })
  })
}

async function claim(userId: string): Promise<string> {
  const offerId = await world.addOffer()
  const response = await world.post('/v1/conversions', {
    headers: world.credentials,
    body: { userId, offerId },
  })
  return response.json<{ data: { conversion_id: string } }>().data.conversion_id
}

async function decided(decision: 'confirm' | 'refuse', userId: string): Promise<string> {
  const conversionId = await claim(userId)
  await decideConversion(world.ports, { decision, conversionId, actor: 'test' })
  return conversionId
}

test('each of them writes one row: who, what, when, and of what it changed no secret', async () => {
  const { db, store } = world.ports
  const [secret] = await db.query<{ id: number }>('select id from api_secrets order by id limit 1', [])
  const offerId = await world.addOffer()
  const files = await writeFiles()
  for (const name of ['ada', 'dana']) await addOperator(`${name}@example.com`)
  let lastId = ''
  for (const [place, [words, action]] of changes.entries()) {
    const actor = `actor-${place}`
    const claimId = words.includes('CLAIM') ? await claim(`user-${place}`) : ''
    const approved = words.includes('APPROVED') ? await decided('confirm', `user-${place}`) : ''
    const refused = words.includes('REFUSED') ? await decided('refuse', `user-${place}`) : ''
    const claimant = words.includes('CLAIMANT') ? (await makeClaimant(world)).personId : ''
    const stand: Readonly<Record<string, string>> = {
      APP: String(world.app.appId),
      SECRET: String(secret?.id),
      OFFER: String(offerId),
      CLAIM: claimId,
      CLAIMANT: claimant,
      APPROVED: approved,
      REFUSED: refused,
      EMAIL: 'ada@example.com',
      ID: lastId,
      TODAY: new Date().toISOString().slice(0, 10),
      ...files,
    }
    const result = await run([...words.split(' ').map((word) => stand[word] ?? word), '--actor', actor])
    const id = idIn(result)
    if (id !== undefined) lastId = id
    const rows = await store.audit.listAudit(db, { actor, limit: 9 })
    assert.deepEqual(
      rows.map((row) => row.action),
      [action],
      words,
    )
    assert.doesNotMatch(textOf((await tell(rows)).sentence), /something|[{}_]/, words)
    assert.doesNotMatch(
      JSON.stringify(rows[0]?.details),
      /sk_live_|pk_live_|[sS]ecret"|[dD]igest"|[sS]ealed"/,
      words,
    )
  }
})

/** The newest of them, as the dashboard and the file have it. */
async function tell(rows: readonly NotedChange[]): Promise<ToldChange> {
  const [row] = rows
  assert.ok(row)
  return tellChange(row, await findThings(world.ports, [row]))
}

test('a change is told before and after', async () => {
  const app = String(world.app.appId)
  await run(['apps', 'update', app, '--rate-limit', '77', '--actor', 'zoe'])
  const [row] = await world.ports.store.audit.listAudit(world.ports.db, { actor: 'zoe', limit: 1 })
  assert.deepEqual(row?.details, { before: { rateLimitPerMinute: null }, after: { rateLimitPerMinute: 77 } })
})

for (const { words, fields } of [
  {
    words: ['caps set total --app APP --count 5', 'caps set total --app APP --count 9'],
    fields: { before: { limit: 5 }, after: { limit: 9 } },
  },
  {
    words: ['margins set 35 --app APP --country FR', 'margins set 20 --app APP --country FR'],
    fields: { before: { basisPoints: 3500 }, after: { basisPoints: 2000 } },
  },
  {
    words: ['rates set CHF 1.1', 'rates set CHF 1.2'],
    fields: { before: { usd: '1.1' }, after: { usd: '1.2' } },
  },
] as const) {
  test(`${words[1]}: the audit log has the amount before and after`, async () => {
    const { db, store } = world.ports
    for (const command of words)
      await run([...command.replace('APP', String(world.app.appId)).split(' '), '--actor', words[1]])
    const [again, first] = await store.audit.listAudit(db, { actor: words[1], limit: 2 })
    assert.deepEqual(
      [amountsOf(first?.details), amountsOf(again?.details)],
      [{}, fields],
      'of the first nothing was there before',
    )
  })
}

/** Without the ids: a changed margin rule is a new one. */
function amountsOf(details: object | undefined): object {
  const { before, after }: { before?: object; after?: object } = details ?? {}
  const withoutId = (fields: object) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'id'))
  return before && after ? { before: withoutId(before), after: withoutId(after) } : {}
}

function idIn(result: unknown): string | undefined {
  const found = /"(?:id|endpointId|publisherId)":(\d+)/.exec(JSON.stringify(result))
  return found?.[1]
}

async function writeFiles(): Promise<Record<string, string>> {
  const { writeFile } = await import('node:fs/promises')
  const { join } = await import('node:path')
  const LISTFILE = join(world.settings.dataDir, 'lists.csv')
  await writeFile(LISTFILE, 'action,kind,value,reason\nblock,user,imported,ring\n')
  const RATEFILE = join(world.settings.dataDir, 'rates.csv')
  await writeFile(RATEFILE, `currency,day,usd\nGBP,${new Date().toISOString().slice(0, 10)},1.3\n`)
  const KEYFILE = join(world.settings.dataDir, 'key.txt')
  await writeFile(KEYFILE, 'a-key-of-tests\n')
  return { LISTFILE, RATEFILE, KEYFILE }
}
