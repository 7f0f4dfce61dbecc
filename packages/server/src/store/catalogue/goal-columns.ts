/** A goal as core's `Goal` has it, in JSON. */
const goalMembers = `'goal', g.goal, 'externalId', g.external_id, 'name', g.name,
  'payoutMicros', g.payout_micros, 'payoutShareBasisPoints', g.payout_share_basis_points,
  'revenueMicros', g.revenue_micros, 'position', g.position, 'isRepeatable', g.is_repeatable,
  'deadlineSec', g.deadline_sec, 'isDefault', g.is_default`

/** What only core's `KnownGoal` has. */
const knownMembers = `'isRetired', g.is_retired, 'defaultEndsMs', g.default_ends`

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
