import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createEmptyDatabase } from '../../../../../test/support/database.ts'
import { migrate, migrationsDirectory } from '../pg/migrate.ts'
import { listStaff, listUnconfirmed } from './persons.ts'

/* Migrations 0280 and 0286 on what an earlier version has left: the audit log says how each account was made. */

const before = '0280_people_confirmed.sql'

test('an upgrade finds the stranger who became the operator, and sign-ups and their guests that nobody has confirmed', async (t) => {
  const { database } = await createEmptyDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'quoin-upgrade-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const files = readdirSync(migrationsDirectory).filter((name) => name.endsWith('.sql'))
  const copy = (names: readonly string[]) => {
    for (const name of names) copyFileSync(join(migrationsDirectory, name), join(folder, name))
  }
  copy(files.filter((name) => name < before))
  await migrate(database, folder)
  await database.query(`insert into people_users (id, name, email, email_verified, created_at) values
    ('stranger', 'Eve', 'demo@quoin.localhost', true, now() - interval '2 days'),
    ('chief', 'Ada', 'ada@example.com', true, now() - interval '1 day'),
    ('mailed', 'Mia', 'mia@example.com', true, now() - interval '1 hour'),
    ('waiting', 'Wim', 'wim@example.com', true, now() - interval '1 hour'),
    ('approved', 'Abe', 'abe@example.com', true, now() - interval '1 hour'),
    ('squatter', 'Sid', 'ceo@example.com', true, now() - interval '1 hour'),
    ('colleague', 'Cleo', 'cleo@example.com', true, now() - interval '1 hour')`)
  await database.query(`insert into publishers (name, status) values
    ('of stranger', 'waiting'), ('of mailed', 'waiting'), ('of waiting', 'waiting'), ('of approved', 'active')`)
  await database.query(
    `insert into people_organizations (kind, publisher_id) select 'publisher', id from publishers`,
  )
  await database.query(`insert into people_members (organization_id, kind, user_id, role, created_at)
    select o.id, 'publisher', substr(p.name, 4), 'owner', now() from people_organizations o
    join publishers p on p.id = o.publisher_id where p.name like 'of %'`)
  await database.query(`insert into people_members (organization_id, kind, user_id, role, created_at)
    select o.id, 'publisher', given.who, 'analyst', now() from people_organizations o
    join publishers p on p.id = o.publisher_id
    join (values ('squatter', 'of waiting'), ('colleague', 'of approved')) given (who, name) on given.name = p.name`)
  await database.query(`insert into people_members (organization_id, kind, user_id, role, created_at)
    select id, 'platform', u, 'operator', now() - interval '1 day' from people_organizations,
    unnest(array['stranger', 'chief']) u where kind = 'platform'`)
  await database.query(`insert into audit_log (happened_at, actor, action, object, details)
    select created_at, 'person:' || email, 'publisher.signed_up', 'publisher:1', '{}'::jsonb from people_users
    where id not in ('chief', 'squatter', 'colleague')
    union all
    select created_at, 'person:' || email, 'member.joined', 'person:' || id, '{"how":"invitation"}'::jsonb from people_users
    where id in ('squatter', 'colleague')
    union all
    select now() - interval '1 day', 'person:demo@quoin.localhost', 'person.joined', 'person:stranger', '{"how":"demo"}'
    union all
    select now() - interval '1 day', 'person:ada@example.com', 'person.joined', 'person:chief', '{"how":"set_up"}'`)
  await database.query(`insert into people_links (id, kind, digest, email, actor, created_at, expires_at, used_at)
    values (gen_random_uuid(), 'sign_up', decode(repeat('00', 32), 'hex'), 'mia@example.com', 'x', now(), now(), now())`)
  copy(files)
  await migrate(database, folder)
  const staff = await listStaff(database, Date.now())
  assert.deepEqual(
    staff.map(({ id, isDoubtful }) => [id, isDoubtful]),
    [
      ['chief', false],
      ['stranger', true],
    ],
  )
  const unconfirmed = (await listUnconfirmed(database)).map(({ id }) => id)
  assert.deepEqual(unconfirmed.toSorted(), ['squatter', 'stranger', 'waiting'])
})
