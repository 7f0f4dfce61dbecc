import { conversionStatuses } from '@quoin/core/conversions/status.ts'
import { postbackNames } from '@quoin/core/networks/guess-parameters.ts'
import { networkStatuses, proofs } from '@quoin/core/networks/network.ts'
import { networkSettings } from '@quoin/core/networks/network-settings.ts'
import { requestOutcomes } from '@quoin/core/postbacks/request-outcome.ts'
import { Type } from '../../json-schema.ts'
import { settingShapes } from '../../fields/setting-fields.ts'
import { closed, orNull, unixSeconds, uuid } from '../../shapes/responses.ts'
import { idText, money } from '../operator-parts.ts'

const count = Type.Integer({ minimum: 0 })
const words = Type.Record(Type.String(), Type.Enum([...conversionStatuses]))

const activity = Type.Object(
  {
    last_accepted_at: orNull(unixSeconds('When it reported last and was heard.')),
    accepted: Type.Integer({ minimum: 0, description: 'Accepted in the last 24 hours, repeats among them.' }),
    refused: Type.Integer({
      minimum: 0,
      description: 'Refused in the last 24 hours, of what is kept of them.',
    }),
    usual_gap_seconds: orNull(count, 'The mean time between two reports; null where it reports too seldom.'),
    silent: Type.Boolean({ description: 'Whether it is silent for four times its usual interval.' }),
  },
  closed,
)

const listed = {
  id: idText('The id of the network.'),
  slug: Type.String({ description: 'Its short name in commands.' }),
  name: Type.String(),
  preset: Type.String({ description: 'The preset of the network.' }),
  currency: Type.String({ description: 'The currency of its reports and offers that name none.' }),
  proof: Type.Enum([...proofs]),
  status: Type.Enum([...networkStatuses]),
  offers: Type.Integer({ minimum: 0, description: 'How many offers it has.' }),
  activity,
}

export const listedNetworkShape = Type.Object(listed, closed)

export const networkDetailShape = Type.Object(
  {
    ...listed,
    postback_url: Type.String({
      description: 'Its own address, with `…` in the place of the token, which is shown once.',
    }),
    paste_query: Type.String({ description: 'The query that its preset pastes behind the address.' }),
    offer_parameter: Type.String({
      description: 'The parameter that offer addresses carry.',
      examples: ['sub1={click_id}'],
    }),
    ...settingShapes(networkSettings),
    preset_reply: orNull(Type.String(), "The preset's answer; null: the envelope."),
    preset_words: Type.Record(Type.String(), Type.Enum([...conversionStatuses]), {
      description: 'Words that its preset brings.',
    }),
    preset_addresses: Type.Array(Type.String(), {
      description: 'The addresses that its preset lets it call from; empty: anywhere.',
    }),
  },
  closed,
)

export const networkSecretsShape = Type.Object(
  {
    id: idText('The id of the network.'),
    postback_url: Type.String({ description: 'With the token. It is shown once.' }),
    paste_url: Type.String({ description: 'The address to paste at the network.' }),
    offer_parameter: Type.String({ description: 'The parameter that offer addresses must carry.' }),
    hmac_secret: orNull(Type.String(), 'Shown once; null unless the proof is hmac.'),
  },
  closed,
)

export const presetShape = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    click_parameter: Type.String(),
    query: Type.String(),
    status_words: words,
    addresses: Type.Array(Type.String()),
    reply: orNull(Type.String()),
  },
  closed,
)

export const postbackRequestShape = Type.Object(
  {
    id: uuid,
    at: unixSeconds('The time of its arrival.'),
    method: Type.String(),
    address: orNull(Type.String()),
    parameters: Type.Record(Type.String(), Type.String(), {
      description: 'The parameters as sent, without secrets.',
    }),
    click_id: orNull(Type.String()),
    conversion_id: orNull(uuid),
    outcome: Type.Enum([...requestOutcomes]),
    http_status: Type.Integer(),
    reason: orNull(Type.String()),
    message: orNull(Type.String(), 'The reason it was told, where it was refused.'),
    may_replay: Type.Boolean({
      description: 'Whether it is kept whole, to be applied once its cause is mended.',
    }),
  },
  closed,
)

export const replayedShape = Type.Object(
  {
    id: Type.String(),
    outcome: Type.Enum(['applied', 'duplicate', 'kept', 'none']),
    conversion_id: orNull(uuid),
    says: Type.String({ description: 'The status of its conversion, or why nothing was applied.' }),
  },
  closed,
)

const step = Type.Object(
  {
    tone: Type.Enum(['ok', 'warn', 'bad', 'info']),
    title: Type.String(),
    text: Type.String(),
    amount: orNull(money('The amount that comes of it, in USD.')),
  },
  closed,
)

export const sampleReadingShape = Type.Object(
  {
    calls: Type.Integer({ minimum: 1 }),
    method: Type.Enum(['GET', 'POST']),
    parameters: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: 'The name that the network gives the parameter.' }),
          value: Type.String({ description: 'As the newest call has it.' }),
          ours: orNull(Type.Enum([...postbackNames]), 'Our name for it; null: it is not used.'),
          verdict: Type.Enum(['accepted', 'needs_words', 'refused', 'not_needed']),
          looks_like: Type.String(),
          problem: orNull(Type.String(), 'The problem, and how to mend it.'),
          suggestion: orNull(Type.String(), 'A macro of theirs that would say it.'),
        },
        closed,
      ),
    ),
    words: Type.Array(
      Type.Object(
        {
          word: Type.String(),
          count,
          means: orNull(Type.Enum([...conversionStatuses]), 'Null means that nobody has said it yet.'),
        },
        closed,
      ),
    ),
    query: Type.String({ description: 'The query to paste behind the address of the network.' }),
    offer_parameter: Type.String({
      description: 'The parameter that offer addresses carry, by what fills the click id of the sample.',
      examples: ['sub1={click_id}'],
    }),
    missing: Type.Array(Type.Enum([...postbackNames]), {
      description: 'Parameters that every report needs and nothing says.',
    }),
    trial: Type.Object(
      {
        verdict: Type.String(),
        outcome: Type.Enum(['paid', 'held', 'not_paid', 'refused', 'unknown']),
        steps: Type.Array(step, { description: 'In the order in which the server decides.' }),
        money: orNull(
          Type.Object(
            {
              revenue: money("The network's payment, in USD."),
              payout: money("The publisher's payout, in USD."),
              margin: money("The platform's part, in USD."),
              payout_local: money('The reward in the app’s currency.'),
              currency: Type.String(),
            },
            closed,
          ),
        ),
      },
      closed,
    ),
  },
  closed,
)
