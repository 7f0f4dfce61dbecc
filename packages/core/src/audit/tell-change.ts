import { type ToldActor, tellActor } from './audit-actor.ts'
import { findAuditRow } from './audit-actions.ts'
import { type AuditGroup, type AuditKind, groupOf } from './audit-kinds.ts'
import type { AuditRow } from './audit-row.ts'
import { type ChangeFacts, type KnownThings, type NotedChange, readChange } from './change-facts.ts'
import { labelOf } from './field-labels.ts'
import { fillTemplate } from './fill-template.ts'
import { type Piece, plain, thing } from './piece.ts'
import { tellValue } from './tell-value.ts'

/** A setting that changed. */
interface Difference {
  readonly label: string
  readonly before: readonly Piece[]
  readonly after: readonly Piece[]
}

export interface ToldChange {
  readonly actor: ToldActor
  readonly kind: AuditKind | null
  readonly group: AuditGroup
  /** The deed, without the actor. */
  readonly sentence: readonly Piece[]
  /** As the person wrote it; null where they gave none. */
  readonly reason: string | null
  /** Before and after in few words, or what else there is to say. */
  readonly more: readonly Piece[]
  readonly differences: readonly Difference[]
}

/** A row of the audit log in words. The things that it names are given: nothing is looked up here. */
export function tellChange(change: NotedChange, things: KnownThings): ToldChange {
  const facts = readChange(change, things)
  const row = findAuditRow(change.action)
  const differences = differencesOf(facts)
  return {
    actor: tellActor(change.actor, things),
    kind: row?.kind ?? null,
    group: row === undefined ? 'platform' : groupOf(row.kind),
    sentence: row === undefined ? tellUnknown(facts) : fillTemplate(templateOf(row.says, facts), facts),
    reason: reasonOf(facts, row),
    more: tellMore(facts, row, differences),
    differences,
  }
}

/** The whole sentence, with who did it. */
export function wholeSentence({ actor, sentence }: ToldChange): readonly Piece[] {
  const of =
    actor.publisher === null ? [] : [plain(' of '), thing(actor.publisher.name, actor.publisher.link)]
  return [{ ...plain(actor.name), as: 'strong' }, ...of, plain(' '), ...sentence]
}

function templateOf(says: string | ((facts: ChangeFacts) => string), facts: ChangeFacts): string {
  return typeof says === 'string' ? says : says(facts)
}

/** A row of another version: what was changed is known all the same. */
function tellUnknown({ change, things }: ChangeFacts): readonly Piece[] {
  const known = things.get(change.object)
  return known ? [plain('changed '), thing(known.name, known.link)] : [plain('changed something')]
}

const reasonFields = ['note', 'because', 'reason'] as const

function reasonOf({ change }: ChangeFacts, row: AuditRow | undefined): string | null {
  if (row?.hasReasonWord === true) return null
  const details = change.details as Readonly<Record<string, unknown>> // a JSON object, as the log keeps it
  const found = reasonFields
    .map((name) => details[name])
    .find((text) => typeof text === 'string' && text !== '')
  return typeof found === 'string' ? found : null
}

/** Numbers that Quoin gives, and what is said by the name of the thing. */
const unsaid = new Set(['id', 'version', 'linkKeyVersion', 'publisherStatus', 'createdAtMs'])

/** No setting of a new or a gone thing changed. */
function differencesOf({ before, after }: ChangeFacts): readonly Difference[] {
  const names = Object.keys({ ...before, ...after }).filter((name) => !unsaid.has(name))
  if (Object.keys(before).length === 0 || Object.keys(after).length === 0) return []
  return names.map((name) => ({
    label: labelOf(name),
    before: tellValue(name, before[name]),
    after: tellValue(name, after[name]),
  }))
}

const saidMax = 2

function tellMore(
  facts: ChangeFacts,
  row: AuditRow | undefined,
  differences: readonly Difference[],
): readonly Piece[] {
  const told = new Set((row?.tells ?? []).map(labelOf))
  const untold = differences.filter(({ label }) => !told.has(label))
  if (untold.length === 0)
    return row?.adds === undefined ? [] : fillTemplate(templateOf(row.adds, facts), facts)
  const said = untold.slice(0, saidMax)
  const left = untold.length - said.length
  const pieces = said.flatMap((one, index) => [
    plain(`${index === 0 ? one.label : `, ${one.label.charAt(0).toLowerCase()}${one.label.slice(1)}`} `),
    ...one.before,
    plain(' to '),
    ...one.after,
  ])
  return left > 0 ? [...pieces, plain(`, and ${left} more`)] : pieces
}
