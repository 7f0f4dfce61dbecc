import { agentBounds, commonAgentsShape } from '@quoin/core/tracking/common-agents.ts'
import type { Database, Db } from '../pg/database.ts'

/** A User-Agent that is stored once for all clicks. */
interface ClickAgent {
  readonly id: number
  readonly agent: string
}

/** Those that came after one, in the order of their ids. */
export async function listClickAgents(db: Db, afterId: number): Promise<ClickAgent[]> {
  return await db.query('select id, agent from click_agents where id > $1 order by id', [afterId])
}

/** Whether this row is there with this text: another server may have given its number to another one. */
export async function hasClickAgent(db: Db, { id, agent }: ClickAgent): Promise<boolean> {
  const rows = await db.query('select from click_agents where id = $1 and agent = $2', [id, agent])
  return rows.length > 0
}

/** Any number; two processes must not pass the bounds together. */
const agentLock = 7_168_260

/** Adds the first of these that are not there yet, as far as the bounds of core allow. */
export async function addClickAgents(db: Database, agents: readonly string[]): Promise<void> {
  const { rowsMax, addedMax, addedDays } = agentBounds
  await db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(${agentLock})`)
    await tx.query(
      `insert into click_agents (agent)
       select g.agent from unnest($1::text[]) with ordinality as g (agent, place)
       where not exists (select from click_agents a where md5(a.agent) = md5(g.agent))
       order by g.place
       limit (select greatest(0, least(${rowsMax} - count(*),
         ${addedMax} - count(*) filter (where added_at > now() - interval '${addedDays} days'))) from click_agents)
       on conflict do nothing`,
      [agents],
    )
  })
}

/** Clicks of a week that are looked at for the User-Agents they share. */
const sampledMax = 50_000

/** The User-Agents that many of a week's wide clicks share, the most frequent first. */
export async function listCommonAgents(db: Db, week: { readonly name: string }): Promise<string[]> {
  const { clicksMin, networksMin } = commonAgentsShape
  const rows = await db.query<{ agent: string }>(
    `select user_agent as agent from (select user_agent, address from ${week.name} order by id desc limit ${sampledMax}) c
     where user_agent is not null
     group by user_agent
     having count(*) >= ${clicksMin}
       and count(distinct network(set_masklen(click_address(address), 24))) >= ${networksMin}
     order by count(*) desc limit ${agentBounds.addedMax}`,
    [],
  )
  return rows.map(({ agent }) => agent)
}
