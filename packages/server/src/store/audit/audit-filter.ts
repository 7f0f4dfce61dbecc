/** Which changes are asked for; null: whichever. */
export interface AuditPageFilter {
  /** The beginning of it will do. */
  readonly action: string | null
  readonly actions: readonly string[] | null
  readonly object: string | null
  readonly actors: readonly string[] | null
  readonly fromSec: number | null
  readonly toSec: number | null
  /** With its apps and their callback endpoints. */
  readonly publisherId: number | null
  readonly firstId: number | null
  readonly lastId: number | null
  readonly search: AuditSearch | null
}

/** A text that somebody looks for, and the things that it names, as `noun:id`. */
interface AuditSearch {
  readonly text: string
  readonly objects: readonly string[]
}

/** The condition on rows of `audit_log` under a name; `filterValues` has its parameters, `$1` to `$11`. */
export function filterOf(alias: string): string {
  return `($1::text is null or starts_with(${alias}.action, $1)) and ($2::text is null or ${alias}.object = $2
      or ($2 ~ '^offer:[0-9]{1,15}$' and ${alias}.object in (select 'offer_edit:' || edit_id from offer_edit_rows
        where offer_id = case when $2 ~ '^offer:[0-9]{1,15}$' then substr($2, 7)::bigint end)))
    and ($3::text[] is null or ${alias}.actor = any($3))
    and ($4::bigint is null or ${alias}.happened_at >= to_timestamp($4))
    and ($5::bigint is null or ${alias}.happened_at < to_timestamp($5))
    and ($6::bigint is null or ${alias}.object = 'publisher:' || $6 or ${alias}.object in (
      select 'app:' || id from apps where publisher_id = $6
      union all select 'callback_endpoint:' || e.id from callback_endpoints e
        join apps p on p.id = e.app_id where p.publisher_id = $6))
    and ($7::text[] is null or ${alias}.action = any($7))
    and ($8::bigint is null or ${alias}.id >= $8) and ($9::bigint is null or ${alias}.id <= $9)
    and ($10::text is null or ${alias}.object = any($11) or split_part(${alias}.object, ':', 2) = $10
      or 'app:' || (${alias}.details ->> 'appId') = any($11)
      or 'offer:' || (${alias}.details ->> 'offerId') = any($11)
      or 'network:' || (${alias}.details ->> 'networkId') = any($11)
      or 'publisher:' || (${alias}.details ->> 'publisherId') = any($11)
      or ${alias}.details ->> 'value' = $10 or ${alias}.details ->> 'reference' = $10
      or ${alias}.origin ->> 'requestId' = $10)`
}

export function filterValues(filter: AuditPageFilter): readonly unknown[] {
  const { action, object, actors, fromSec, toSec, publisherId, actions, firstId, lastId, search } = filter
  const found = [search?.text ?? null, search?.objects ?? []]
  return [action, object, actors, fromSec, toSec, publisherId, actions, firstId, lastId, ...found]
}
