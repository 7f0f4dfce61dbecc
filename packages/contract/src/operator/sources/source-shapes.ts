import { offerColumnNames } from '@quoin/core/offers/offer-fields.ts'
import { postbackStates } from '@quoin/core/sources/judge-postbacks.ts'
import { type LinkVerdict, linkVerdicts } from '@quoin/core/sources/link.ts'
import { runStates, type Verdict, verdicts } from '@quoin/core/sources/source.ts'
import { Type } from '../../json-schema.ts'
import { closed, orNull, unixSeconds } from '../../shapes/responses.ts'
import { idText } from '../operator-parts.ts'

const count = Type.Integer({ minimum: 0 })
/** The outcomes by name, so that who reads them knows each of them. */
const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, count])) as Record<
  Verdict,
  typeof count
> // one for each

const linkCounts = Object.fromEntries(linkVerdicts.map((verdict) => [verdict, count])) as Record<
  LinkVerdict,
  typeof count
> // one for each

export const sourceKindShape = Type.Object(
  {
    name: Type.String({ description: 'As it is given when a source is made.' }),
    title: Type.String(),
    preset: orNull(Type.String(), 'The preset of its networks; null: any.'),
    has_mapping: Type.Boolean({ description: 'A source of it is made with a mapping.' }),
    key_about: Type.String({ description: 'Where the key is found.' }),
    every_sec_min: Type.Integer({
      minimum: 1,
      description: 'The network may not be asked more often, in seconds.',
    }),
    settings: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          label: Type.String(),
          about: Type.String(),
          example: Type.String(),
          is_required: Type.Boolean(),
          choices: Type.Array(Type.String(), { description: 'The values that there are; empty: any text.' }),
        },
        closed,
      ),
    ),
  },
  closed,
)

export const sourceRunShape = Type.Object(
  {
    id: idText('The id of the run.'),
    source_id: idText('The source that was asked.'),
    actor: Type.String(),
    state: Type.Enum([...runStates], {
      description:
        'waiting: a person must let it count. applied: it has changed offers. same: nothing was new. replaced: a later ' +
        'run has been taken in its place. undone: it was taken back.',
    }),
    cause: orNull(Type.String(), 'Why it waits or has failed, as a word.'),
    message: orNull(Type.String(), 'The same as a sentence.'),
    began_at: unixSeconds('When it began.'),
    ended_at: orNull(unixSeconds('When it ended.'), 'null while it is under way.'),
    mapping_version: orNull(count, 'The version of the mapping that it was read by.'),
    pages: Type.Integer({ minimum: 0, description: 'Pages of the feed that were read.' }),
    theirs: orNull(count, 'The number of offers by the network’s own count.'),
    ours: Type.Integer({ minimum: 0, description: 'How many offers came, each once.' }),
    counts: Type.Object(counts, {
      ...closed,
      description: 'The offers by what was done with them.',
    }),
    unknown_words: Type.Array(
      Type.Object(
        { field: Type.Enum(['countries', 'platforms']), word: Type.String(), offers: count },
        closed,
      ),
      { description: 'Words that nobody knows, each with the number of held offers that have it.' },
    ),
    applied_at: orNull(unixSeconds('When it counted.'), 'null where it has not counted.'),
    applied_by: orNull(Type.String(), 'The person who has let it count.'),
    undone_at: orNull(unixSeconds('When it was taken back.'), 'null where it was not taken back.'),
    undone_by: orNull(Type.String(), 'The person who has taken it back.'),
    put_back: orNull(count, 'Offers that are as they were before it.'),
    stayed: orNull(count, 'Offers of which something stays, because it was changed since.'),
    is_undoable: Type.Boolean(),
  },
  closed,
)

export const sourceShape = Type.Object(
  {
    id: idText('The id of the source.'),
    name: Type.String(),
    kind: Type.String(),
    network_id: idText('The network whose offers they are.'),
    settings: Type.Record(Type.String(), Type.String()),
    mapping_version: orNull(
      count,
      'The version of its mapping that is in force; null where its kind has none.',
    ),
    has_key: Type.Boolean({ description: 'The key itself is never shown.' }),
    payout_percent: Type.String({
      pattern: '^[0-9]{1,3}(\\.[0-9]{1,2})?$',
      description: 'The part of what the network pays that publishers earn.',
      examples: ['70'],
    }),
    every_sec: Type.Integer({ minimum: 1, description: 'Seconds from one run to the next.' }),
    is_paused: Type.Boolean(),
    is_running: Type.Boolean(),
    failures: Type.Integer({ minimum: 0, description: 'Failures in a row.' }),
    next_run_at: orNull(unixSeconds('When it is asked again.'), 'null while it is paused.'),
    offers_shown: Type.Integer({ minimum: 0, description: 'Its offers that users may see.' }),
    link_check_daily: Type.Integer({
      minimum: 0,
      description: 'Links that are looked at in a day; 0: none.',
    }),
    links: Type.Object(linkCounts, {
      ...closed,
      description: 'Links of offers that users may see, by what was seen of them in the last 30 days.',
    }),
    postback: Type.Object(
      {
        can_be_connected: Type.Boolean({
          description:
            'Whether the network’s API lets a postback be set up; else a person pastes its address there.',
        }),
        state: Type.Enum([...postbackStates], {
          description:
            'none: it was never set up by the API. installed: the network has it. missing, differs: it did, and does not any more.',
        }),
        message: orNull(Type.String(), 'The same as a sentence, or why the network could not be asked.'),
        checked_at: orNull(unixSeconds('When it was last seen, or not.'), 'null where nobody has looked.'),
      },
      closed,
    ),
    last_run: orNull(sourceRunShape, 'The newest run.'),
  },
  closed,
)

export const sourceRunOfferShape = Type.Object(
  {
    external_id: Type.String(),
    name: Type.String(),
    verdict: Type.Enum([...verdicts]),
    reasons: Type.Array(Type.String(), { description: 'Sentences; of a forbidden one the network’s own.' }),
    changes: Type.Array(
      Type.Object(
        { field: Type.Enum([...offerColumnNames]), before: Type.String(), after: Type.String() },
        closed,
      ),
      { description: 'Columns before and after; of a new offer what is paid for it, and where.' },
    ),
    own: Type.Array(Type.Enum([...offerColumnNames]), {
      description: 'Columns that a person has changed and that stay theirs.',
    }),
  },
  closed,
)

export const sourceLinkShape = Type.Object(
  {
    external_id: Type.String(),
    offer_id: idText('The offer whose link it is.'),
    name: Type.String(),
    is_shown: Type.Boolean({ description: 'Whether users may see the offer.' }),
    verdict: Type.Enum([...linkVerdicts], {
      description:
        'dead: no such page, no answer twice, or a page that says that the offer is over. lost_click: our click id was dropped. ' +
        'unknown: what was seen may have another cause, such as the country of this server.',
    }),
    message: Type.String({ description: 'The same as a sentence.' }),
    hops: Type.Integer({ minimum: 1, description: 'Addresses that it led through.' }),
    looked_at: unixSeconds('When it was followed.'),
  },
  closed,
)
