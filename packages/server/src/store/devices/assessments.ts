import type { Reason, Signs } from '@quoin/core/risk/score.ts'
import type { Db } from '../pg/database.ts'
import type { DeviceKey, LinkRow, UserKey } from './devices.ts'
import { type KeptVariants, writeVariants } from './kept-variants.ts'
import { numberParameters, type RowColumns, rowsFrom, valuesOf } from '../pg/row-parameters.ts'

/** The answers that were given, to whom, and why. */
interface AssessmentRow extends DeviceKey, UserKey {
  readonly id: string
  /** 0 when allow-listed, 1000 when blocked. */
  readonly scoreTenths: number
  readonly isBlocked: boolean
  readonly isMultiAccounting: boolean
  readonly reasons: readonly Reason[]
  readonly weightsVersion: string
  readonly requestId: string
  readonly isTest: boolean
  readonly assessedAtMs: number
}

/** As it is written, with what is learned from. */
export interface NewAssessmentRow extends AssessmentRow {
  readonly shares: Readonly<Record<string, number>>
  /** The candidate's score, lists apart; null without a candidate. */
  readonly shadowTenths: number | null
  readonly shadowVersion: string | null
}

/**
 * The changes that a user's submissions make to their link: times and subnet are those of the submissions, not of the
 * link before.
 */
export interface RenewedLink extends LinkRow {
  /** How many submissions there were. */
  readonly times: number
  /** The signs of the last of them against the user. */
  readonly signs: Signs
}

type WrittenLink = Omit<RenewedLink, 'variants'> & { readonly dataVariants: KeptVariants }

export const newAssessmentRow = {
  id: 'uuid',
  appId: 'bigint',
  user: 'text',
  device: 'text',
  scoreTenths: 'smallint',
  isBlocked: 'boolean',
  isMultiAccounting: 'boolean',
  reasons: 'jsonb',
  weightsVersion: 'text',
  requestId: 'text',
  isTest: 'boolean',
  assessedAtMs: 'bigint',
  shares: 'jsonb',
  shadowTenths: 'smallint',
  shadowVersion: 'text',
} satisfies RowColumns<NewAssessmentRow>

export const assessmentColumns = `id, app_id, user_key, device_key, score_tenths, is_blocked, is_multi_accounting, reasons,
  weights_version, request_id, is_test, assessed_at, shares, shadow_tenths, shadow_version`

/** The values of a row `a`, in the order of `assessmentColumns`. */
export const assessmentValues = `a.id, a."appId", decode(a."user", 'hex'), decode(a.device, 'hex'), a."scoreTenths",
  a."isBlocked", a."isMultiAccounting", a.reasons, a."weightsVersion", a."requestId", a."isTest",
  to_timestamp(a."assessedAtMs" / 1000.0), a.shares, a."shadowTenths", a."shadowVersion"`

const kinds = {
  links: {
    appId: 'bigint',
    device: 'text',
    user: 'text',
    firstSeenAtMs: 'bigint',
    lastSeenAtMs: 'bigint',
    times: 'bigint',
    subnet: 'text',
    signs: 'jsonb',
    dataVariants: 'text',
  } satisfies RowColumns<WrittenLink>,
  assessments: newAssessmentRow,
}
const parameterNumbers = numberParameters(kinds)

/**
 * Writes what was answered, and who was on which device, in one statement. Links are written in the order of their
 * keys, so that two batches never wait for each other, and in a way that the order of two batches does not matter:
 * a link that was known needs no lock on its device.
 */
export async function writeAssessments(
  db: Db,
  rows: { readonly links: readonly RenewedLink[]; readonly assessments: readonly NewAssessmentRow[] },
): Promise<void> {
  await db.query(
    `with links as (
       insert into device_users as known (app_id, device_key, user_key, first_seen_at, last_seen_at, times_seen,
         line_key, signs, data_variants)
       select l."appId", decode(l.device, 'hex') as device_key, decode(l."user", 'hex') as user_key,
         to_timestamp(l."firstSeenAtMs" / 1000.0), to_timestamp(l."lastSeenAtMs" / 1000.0), l.times,
         decode(l.subnet, 'hex'), l.signs, l."dataVariants"
       from ${rowsFrom<WrittenLink>(kinds.links, 'l', parameterNumbers.links)}
       order by l."appId", device_key, user_key
       on conflict (app_id, device_key, user_key) do update
         set first_seen_at = least(known.first_seen_at, excluded.first_seen_at),
             last_seen_at = greatest(known.last_seen_at, excluded.last_seen_at),
             times_seen = known.times_seen + excluded.times_seen,
             line_key = coalesce(excluded.line_key, known.line_key), signs = excluded.signs,
             data_variants = coalesce(excluded.data_variants, known.data_variants))
     insert into risk_assessments (${assessmentColumns})
     select ${assessmentValues}
     from ${rowsFrom<NewAssessmentRow>(kinds.assessments, 'a', parameterNumbers.assessments)}`,
    [...valuesOf(kinds.links, rows.links.map(written)), ...valuesOf(kinds.assessments, rows.assessments)],
  )
}

function written({ variants, ...link }: RenewedLink): WrittenLink {
  return { ...link, dataVariants: writeVariants(variants) }
}

/** The last answers about a user, newest first: for whoever asks why. */
export async function listAssessmentsOfUser(
  db: Db,
  { appId, user }: UserKey,
  limit: number,
): Promise<AssessmentRow[]> {
  return await db.query(
    `select id, app_id as "appId", encode(user_key, 'hex') as "user", encode(device_key, 'hex') as device,
       score_tenths as "scoreTenths", is_blocked as "isBlocked", is_multi_accounting as "isMultiAccounting",
       reasons, weights_version as "weightsVersion", request_id as "requestId", is_test as "isTest",
       assessed_at as "assessedAtMs"
     from risk_assessments where app_id = $1 and user_key = decode($2, 'hex') order by id desc limit $3`,
    [appId, user, limit],
  )
}

/** The devices that users were last seen on, by risk_assessments_by_user; null for who never was. */
export async function listLastDevices(db: Db, users: readonly UserKey[]): Promise<(string | null)[]> {
  const rows = await db.query<{ device: string | null }>(
    `select (select encode(a.device_key, 'hex') from risk_assessments a
       where a.app_id = u.app_id and a.user_key = decode(u.user_key, 'hex')
       order by a.id desc limit 1) as device
     from unnest($1::bigint[], $2::text[]) with ordinality as u (app_id, user_key, n) order by u.n`,
    [users.map(({ appId }) => appId), users.map(({ user }) => user)],
  )
  return rows.map(({ device }) => device)
}

/** Drops assessments by their ids, which carry the time. */
export async function forgetAssessments(db: Db, beforeId: string, rowsMax: number): Promise<number> {
  const rows = await db.query(
    `delete from risk_assessments where id in (
       select id from risk_assessments where id < $1 order by id limit $2) returning id`,
    [beforeId, rowsMax],
  )
  return rows.length
}
