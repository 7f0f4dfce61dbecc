import type { Db } from '../pg/database.ts'

const demoApps = '(select a.id from apps a join publishers p on p.id = a.publisher_id where p.is_demo)'
const demoNetworks = '(select id from networks where is_demo)'
const demoOffers = `(select id from offers where network_id in ${demoNetworks})`
/** Also what others' apps did on demo offers: without the offer it would lead nowhere. */
const isDemo = (alias: string): string =>
  `(${alias}.app_id in ${demoApps} or ${alias}.offer_id in ${demoOffers})`
const demoConversions = `(select c.id from conversions c where ${isDemo('c')})`
const demoEndpoints = `(select id from callback_endpoints where app_id in ${demoApps})`
const demoSettlements = `(select id from settlements where app_id in ${demoApps} or network_id in ${demoNetworks})`

/** In this order nothing refers to what is gone. */
const statements: readonly string[] = [
  `delete from callback_attempts where callback_id in
     (select id from callbacks where endpoint_id in ${demoEndpoints} or conversion_id in ${demoConversions})`,
  `delete from callbacks where endpoint_id in ${demoEndpoints} or conversion_id in ${demoConversions}`,
  `delete from ledger_entries where source_id in ${demoConversions} or source_id in ${demoSettlements}`,
  `delete from settlements where id in ${demoSettlements}`,
  `delete from tickets t where ${isDemo('t')}`,
  `delete from claim_keys where conversion_id in ${demoConversions} or app_id in ${demoApps}`,
  `delete from postback_requests where network_id in ${demoNetworks} or conversion_id in ${demoConversions}`,
  `delete from conversion_events where conversion_id in ${demoConversions}`,
  `delete from audit_log where object in (select 'conversion:' || id from ${demoConversions} as gone (id))
     or object in (select 'app:' || id from ${demoApps} as gone (id))
     or object in (select 'publisher:' || id from publishers where is_demo)
     or object in (select 'offer:' || id from ${demoOffers} as gone (id))
     or object in (select 'callback_endpoint:' || id from ${demoEndpoints} as gone (id))
     or object in (select 'network:' || slug from networks where is_demo) or actor ~ '^demo(:|$)'`,
  `delete from conversions c where ${isDemo('c')}`,
  `delete from fresh_clicks c where ${isDemo('c')}`,
  `delete from settled_clicks c where ${isDemo('c')}`,
  `delete from wide_clicks c where ${isDemo('c')}`,
  `delete from stats_15min c where ${isDemo('c')}`,
  `delete from stats_credit_times c where ${isDemo('c')}`,
  `delete from goal_steps c where ${isDemo('c')}`,
  `delete from impressions c where ${isDemo('c')}`,
  `delete from stats_sub_ids where app_id in ${demoApps}`,
  `delete from risk_assessments where app_id in ${demoApps}`,
  `delete from risk_peers where app_id in ${demoApps}`,
  `delete from device_users where app_id in ${demoApps}`,
  `delete from devices where app_id in ${demoApps}`,
  `delete from user_erasures where app_id in ${demoApps}`,
  `delete from list_entries where app_id in ${demoApps} or actor ~ '^demo(:|$)'`,
  `delete from cap_counters where cap_id in (select id from caps where app_id in ${demoApps}
     or network_id in ${demoNetworks} or offer_id in ${demoOffers})
     or key ~ '^offer:' and split_part(key, ':', 2)::bigint in ${demoOffers}`,
  `delete from caps where app_id in ${demoApps} or network_id in ${demoNetworks} or offer_id in ${demoOffers}`,
  `delete from margin_rules where app_id in ${demoApps} or offer_id in ${demoOffers}`,
  'delete from exchange_rates where demo_usd_nanos = usd_nanos',
  `delete from promotions where app_id in ${demoApps}`,
  `delete from callback_endpoints where app_id in ${demoApps}`,
  `delete from api_keys where app_id in ${demoApps}`,
  `delete from api_secrets where app_id in ${demoApps}`,
  `delete from apps where id in ${demoApps}`,
  'delete from people_organizations where publisher_id in (select id from publishers where is_demo)',
  'delete from publishers where is_demo',
  `delete from offer_goals where offer_id in ${demoOffers}`,
  `delete from offers where network_id in ${demoNetworks}`,
  'delete from networks where is_demo',
]

/** Rows of the demo, all of them. It may take seconds. */
export async function deleteDemo(tx: Db): Promise<void> {
  for (const text of statements) await tx.query(text, [], { timeoutMs: 0 })
}
