import type { Goal } from '@quoin/core/offers/goal.ts'

interface Column {
  readonly name: string
  readonly type: string
}

/** Where each member of a goal lasts. */
const goalColumns: { readonly [Member in keyof Goal]-?: Column } = {
  goal: { name: 'goal', type: 'text' },
  externalId: { name: 'external_id', type: 'text' },
  name: { name: 'name', type: 'text' },
  payoutMicros: { name: 'payout_micros', type: 'bigint' },
  payoutShareBasisPoints: { name: 'payout_share_basis_points', type: 'integer' },
  revenueMicros: { name: 'revenue_micros', type: 'bigint' },
  foreignMicros: { name: 'foreign_micros', type: 'bigint' },
  prices: { name: 'prices', type: 'jsonb' },
  position: { name: 'position', type: 'smallint' },
  isRepeatable: { name: 'is_repeatable', type: 'boolean' },
  deadlineSec: { name: 'deadline_sec', type: 'integer' },
  isDefault: { name: 'is_default', type: 'boolean' },
}
const entries = Object.entries(goalColumns)
const membersOf = (write: (member: string, column: Column) => string): string =>
  entries.map(([member, column]) => write(member, column)).join(', ')

/** A goal as core's `Goal` has it, in JSON. */
const goalMembers = membersOf((member, { name }) => `'${member}', g.${name}`)

/** The members that only core's `KnownGoal` has. */
const knownMembers = `'isRetired', g.is_retired, 'defaultEndsMs', g.default_ends,
  'amountsBefore', g.terms_before`

/** For `jsonb_to_recordset`: the members with their types. */
export const goalRecord = membersOf((member, { type }) => `"${member}" ${type}`)

/** The columns of `offer_goals`, and the members of a record that fill them in the same order. */
export const goalColumnNames = membersOf((_member, { name }) => name)
export const goalValues = membersOf((member) => `"${member}"`)

/** The change that an import makes to a goal that is there already. */
export const goalChanges = entries
  .filter(([member]) => member !== 'goal')
  .map(([, { name }]) => `${name} = excluded.${name}`)
  .join(', ')

/** The goals of an offer in their order, without retired ones; null where it never had any. */
export function goalsOf(offer: string): string {
  return listed(offer, goalMembers, 'and not g.is_retired')
}

/** All goals that an offer has and had, in their order; null where it never had any. */
export function knownGoalsOf(offer: string): string {
  return listed(offer, `${goalMembers}, ${knownMembers}`, '')
}

/** That an offer never had any is known without a look at their table. */
function listed(offer: string, members: string, condition: string): string {
  return `case when ${offer}.has_goals then (select json_agg(json_build_object(${members}) order by g.position, g.goal)
    from offer_goals g where g.offer_id = ${offer}.id ${condition}) end`
}
