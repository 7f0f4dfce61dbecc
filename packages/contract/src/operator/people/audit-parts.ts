import {
  type AuditGroup,
  type AuditKind,
  auditGroupNames,
  auditGroups,
} from '@quoin/core/audit/audit-kinds.ts'
import { chosenField } from '../../fields/chosen-field.ts'
import { optional } from '../../fields/field.ts'
import { countField } from '../../fields/number-fields.ts'
import { search, textField } from '../../fields/text-fields.ts'
import { Type } from '../../json-schema.ts'
import { closed, orNull, unixSeconds } from '../../shapes/responses.ts'
import { rowId } from '../catalogue/offer-operations.ts'
import { idText } from '../operator-parts.ts'

const word = (example: string) => textField({ min: 1, max: 255, example })
const unixTime = countField({ min: 0, max: 253_402_300_799 })
const kindNames: ReadonlySet<string> = new Set(
  auditGroupNames.flatMap((group) => [group, ...Object.keys(auditGroups[group].kinds)]),
)

const kinds = chosenField('money,offers.paused', (text) =>
  kindNames.has(text) ? (text as AuditKind | AuditGroup) : undefined,
)

const actors = chosenField('person%3Aada%40example.com,cli', (text) => {
  try {
    const actor = decodeURIComponent(text)
    return actor !== '' && actor.length <= 255 && actor.isWellFormed() ? actor : undefined
  } catch {
    return undefined
  }
})

export const auditRange = {
  from: optional(unixTime, 'At this time or later, in Unix seconds.'),
  to: optional(unixTime, 'Before this time, in Unix seconds.'),
}

export const auditFilter = {
  ...auditRange,
  kinds: optional(kinds, 'Kinds of changes or groups of them, divided by commas: `countAudit` has all.'),
  action: optional(word('offer.paused'), 'The action, or the beginning of it.'),
  object: optional(word('offer:12'), 'The thing that was changed.'),
  publisherId: optional(rowId, 'Only changes of a publisher, its apps and their callback endpoints.'),
  actor: optional(word('person:ada@example.com'), 'The actor of the changes.'),
  actors: optional(actors, 'Several of them, each percent-encoded, divided by commas.'),
  search: optional(search, 'A part of the name of a thing, a user, or any id.'),
  firstId: optional(rowId, 'This change and later ones.'),
  lastId: optional(rowId, 'This change and earlier ones.'),
}

const piece = Type.Object(
  {
    text: Type.String(),
    as: Type.Union([
      Type.Literal('text'),
      Type.Literal('strong'),
      Type.Literal('thing'),
      Type.Literal('moment'),
    ]),
    link: orNull(Type.String({ description: 'Its page in the dashboard.' })),
    at: orNull(Type.Integer({ description: 'A moment in Unix seconds.' })),
  },
  closed,
)
const pieces = (description: string) => Type.Array(piece, { description })

export const actorShape = Type.Object(
  {
    kind: Type.Union([
      Type.Literal('person'),
      Type.Literal('program'),
      Type.Literal('command'),
      Type.Literal('quoin'),
    ]),
    name: Type.String({ examples: ['Mira Sand'] }),
    initials: orNull(Type.String({ description: 'The initials of a person; null for others.' })),
    publisher: orNull(
      Type.Object(
        { name: Type.String(), link: orNull(Type.String()) },
        { ...closed, description: 'The publisher of the person or program.' },
      ),
    ),
  },
  closed,
)

export const groupShape = Type.Enum([...auditGroupNames])

/** A change as it is answered. */
export const changeFields = {
  id: idText('Its number; later ones are larger.'),
  at: unixSeconds('The time of the event.'),
  who: actorShape,
  group: groupShape,
  sentence: pieces('The deed, after the name of who did it.'),
  text: Type.String({
    description: 'The whole sentence as one text.',
    examples: ['Mira Sand paid Pocketfern 412.00 USD'],
  }),
  reason: orNull(Type.String({ description: 'Why, as the person wrote it.' })),
  more: pieces('Before and after in few words, or what else there is to say.'),
  differences: Type.Array(
    Type.Object(
      {
        label: Type.String(),
        before: pieces('The value before the change.'),
        after: pieces('The value after the change.'),
      },
      { ...closed, description: 'Settings that changed, by the labels of their forms.' },
    ),
  ),
  origin: orNull(
    Type.Object(
      {
        request_id: Type.String(),
        tool: orNull(Type.String({ examples: ['Chrome on macOS'] })),
        address: Type.String(),
      },
      { ...closed, description: 'Where it came from; null for commands, Quoin itself and older rows.' },
    ),
  ),
  actor: Type.String({ description: '`person:<e-mail>`, `token:<name>`, `cli` or `server`.' }),
  action: Type.String({ examples: ['offer.paused'] }),
  object: Type.String({ examples: ['offer:12'] }),
  details: Type.Object({}, { description: 'Further facts; `before` and `after` where they differ.' }),
}
