/** A goal as core's `KnownGoal` has it, in JSON. */
const goalObject = `json_build_object('goal', g.goal, 'externalId', g.external_id, 'name', g.name,
  'payoutMicros', g.payout_micros, 'payoutShareBasisPoints', g.payout_share_basis_points,
  'revenueMicros', g.revenue_micros, 'position', g.position, 'isRepeatable', g.is_repeatable,
  'deadlineSec', g.deadline_sec, 'isDefault', g.is_default, 'isRetired', g.is_retired)`

/**
 * The goals of an offer in their order, retired ones too unless a condition leaves them out; null where it never
 * had any, which is known without a look at their table.
 */
export function goalsOf(offer: string, condition = ''): string {
  return `case when ${offer}.has_goals then (select json_agg(${goalObject} order by g.position, g.goal)
    from offer_goals g where g.offer_id = ${offer}.id ${condition}) end`
}
