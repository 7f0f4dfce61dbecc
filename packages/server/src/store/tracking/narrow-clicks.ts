/** The columns of the narrow tables of clicks, as migration 0391 describes them. */
export const narrowColumns = `id, written_in, offer_id, app_id, agent, platform, verdict, outcome, reason, is_test,
  is_unsigned, country, user_id, sub_id, address, user_agent, risk`

/** Rows `c` with the columns of the view `clicks`, as these columns; `withAgents` belongs to them. */
export const narrowed = `c.id, c.written_in, c.offer_id, c.app_id::integer, coalesce(a.id, 0), click_letter(c.platform),
  click_letter(c.verdict), click_letter(c.outcome), coalesce(click_letter(c.reason), '-'), c.is_test,
  coalesce(c.is_unsigned, false), c.country, c.user_id, coalesce(c.sub_id, ''), click_address(c.address),
  case when a.id is null then coalesce(c.user_agent, '') else '' end, coalesce(c.risk, '')`
export const withAgents = 'left join click_agents a on md5(a.agent) = md5(c.user_agent)'
