import { channelKinds } from '@quoin/core/alerts/alert-channel.ts'
import { alertRuleNames, severities } from '@quoin/core/alerts/alert-rule.ts'
import { Type } from '../../json-schema.ts'
import { optional, required } from '../../fields/field.ts'
import { flag } from '../../fields/json-fields.ts'
import { countField, integerField } from '../../fields/number-fields.ts'
import { textField, wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds, uuid } from '../../shapes/responses.ts'
import { listMeta, listParameters } from '../list-parameters.ts'
import { idText, staffErrors, staffErrorsOfOne } from '../operator-parts.ts'
import { runbook } from './runbook-field.ts'

const general = { tag: 'Alerts', proof: 'staff', query: noParameters, body: noParameters } as const
const channelPath = {
  channelId: required(countField({ min: 1, max: Number.MAX_SAFE_INTEGER }), 'The id of the channel.'),
} as const
const minute = integerField({ min: 0, max: 1_439 })

export const listAlerts = operation({
  ...general,
  id: 'listAlerts',
  method: 'GET',
  path: '/operator/v1/alerts',
  reads: 'elsewhere',
  summary: 'Alerts of the last 90 days',
  description: 'Lists each cause from its begin to its end. Alerts are kept for 90 days.',
  role: 'analyst',
  query: {
    ...listParameters({ time: ['id'] }, '-time'),
    state: optional(wordField(['open', 'over']), 'Only those that last, or that are over.'),
  },
  success: [
    {
      status: 200,
      description: 'One page of the list.',
      data: Type.Array(
        Type.Object(
          {
            id: uuid,
            cause: Type.String({ examples: ['network_silent:12'] }),
            rule: Type.Enum([...alertRuleNames]),
            severity: Type.Enum([...severities]),
            title: Type.String(),
            sentence: Type.String(),
            link: Type.String({ description: 'A path of the dashboard.' }),
            runbook,
            began_at: unixSeconds('When it was noticed.'),
            ended_at: orNull(unixSeconds('The time of its end.')),
          },
          closed,
        ),
      ),
      meta: listMeta,
    },
  ],
  errors: staffErrors,
})

const ruleShape = Type.Object(
  {
    rule: Type.Enum([...alertRuleNames]),
    severity: Type.Enum([...severities]),
    title: Type.String(),
    description: Type.String({ description: 'When it begins; `{threshold}` stands for the number.' }),
    on: Type.Boolean({ description: 'Whether it is sent. It is shown in any case.' }),
    threshold: orNull(
      Type.Object(
        { value: Type.Integer(), standard: Type.Integer(), min: Type.Integer(), max: Type.Integer() },
        closed,
      ),
      'Null where there is nothing to choose.',
    ),
  },
  closed,
)

export const listAlertRules = operation({
  ...general,
  id: 'listAlertRules',
  method: 'GET',
  path: '/operator/v1/alert-rules',
  summary: 'The rules of alerts',
  description: 'Lists the events that begin an alert, and which of them are sent.',
  role: 'analyst',
  success: [{ status: 200, description: 'The whole list.', data: Type.Array(ruleShape) }],
  errors: staffErrors,
})

export const changeAlertRule = operation({
  ...general,
  id: 'changeAlertRule',
  method: 'PATCH',
  path: '/operator/v1/alert-rules/{rule}',
  pathParameters: {
    rule: required(textField({ min: 1, max: 40, example: 'network_silent' }), 'The rule as it is now.'),
  },
  summary: 'Change a rule of alerts',
  description: 'You choose whether the alert is sent, and from which number on.',
  role: 'operator',
  body: {
    on: optional(flag, 'Whether the alert is sent.'),
    threshold: optional(integerField({ min: 0, max: 100_000 }), 'Where it begins, in its own unit.'),
  },
  success: [{ status: 200, description: 'All rules as they are now.', data: Type.Array(ruleShape) }],
  errors: staffErrorsOfOne,
})

const channelShape = Type.Object(
  {
    id: idText('The id of the channel.'),
    kind: Type.Enum([...channelKinds]),
    name: Type.String(),
    address: Type.String({ description: 'The part of it that may be shown: of a webhook the server alone.' }),
    on: Type.Boolean(),
    created_at: unixSeconds('The time at which it was added.'),
    last_sent_at: orNull(unixSeconds('When it last took a message.')),
    last_failed_at: orNull(unixSeconds('The time of the last failure.')),
    last_failure: orNull(Type.String(), 'Why the last message was not taken.'),
  },
  closed,
)

const quietShape = Type.Object(
  {
    quiet_from: Type.Integer({ minimum: 0, maximum: 1_439, description: 'Minute of the day.' }),
    quiet_to: Type.Integer({
      minimum: 0,
      maximum: 1_439,
      description: 'The minute at which quiet hours end. The same minute as the begin: there are none.',
    }),
    time_zone: Type.String({ examples: ['Europe/Berlin'] }),
  },
  closed,
)

export const listAlertChannels = operation({
  ...general,
  id: 'listAlertChannels',
  method: 'GET',
  path: '/operator/v1/alert-channels',
  summary: 'Where alerts are sent',
  description: 'Lists the e-mail addresses and webhooks, and the hours in which nothing is sent.',
  role: 'analyst',
  success: [
    {
      status: 200,
      description: 'The whole list.',
      data: Type.Object({ channels: Type.Array(channelShape), quiet: quietShape }, closed),
    },
  ],
  errors: staffErrors,
})

export const createAlertChannel = operation({
  ...general,
  id: 'createAlertChannel',
  method: 'POST',
  path: '/operator/v1/alert-channels',
  summary: 'Send alerts somewhere',
  description:
    'Alerts go to an e-mail address, or as JSON `{"text": "…"}` to a webhook, as Slack, Mattermost and ' +
    'others take it. The address is encrypted.',
  role: 'operator',
  body: {
    kind: required(wordField(channelKinds), 'The kind of the channel.'),
    name: required(
      textField({ min: 1, max: 60, example: 'On call' }),
      'A name that tells the channels apart.',
    ),
    address: required(
      textField({ min: 3, max: 2_000, example: 'https://chat.example/hooks/x' }),
      'An e-mail address, or the URL of the webhook.',
    ),
  },
  success: [
    {
      status: 201,
      description: 'The channel is added.',
      data: Type.Object({ id: idText('The id of the channel.') }, closed),
    },
  ],
  errors: staffErrors,
})

export const changeAlertChannel = operation({
  ...general,
  id: 'changeAlertChannel',
  method: 'PATCH',
  path: '/operator/v1/alert-channels/{channelId}',
  pathParameters: channelPath,
  summary: 'Pause or resume a channel',
  description: 'Messages to a paused channel wait.',
  role: 'operator',
  body: { on: required(flag, 'Whether the channel gets alerts.') },
  success: [
    {
      status: 200,
      description: 'The channel is changed.',
      data: Type.Object({ id: idText('The id of the channel.') }, closed),
    },
  ],
  errors: staffErrorsOfOne,
})

export const removeAlertChannel = operation({
  ...general,
  id: 'removeAlertChannel',
  method: 'DELETE',
  path: '/operator/v1/alert-channels/{channelId}',
  pathParameters: channelPath,
  summary: 'Remove a channel',
  description: 'The channel gets no more messages.',
  role: 'operator',
  success: [
    {
      status: 200,
      description: 'The channel is removed.',
      data: Type.Object({ id: idText('The id of the channel.') }, closed),
    },
  ],
  errors: staffErrorsOfOne,
})

export const testAlertChannel = operation({
  ...general,
  id: 'testAlertChannel',
  method: 'POST',
  path: '/operator/v1/alert-channels/{channelId}/test',
  pathParameters: channelPath,
  summary: 'Send a test message',
  description: 'The message is sent now, also in quiet hours.',
  role: 'operator',
  success: [
    {
      status: 200,
      description: 'The outcome of the test.',
      data: Type.Object(
        {
          sent: Type.Boolean(),
          problem: orNull(Type.String(), 'The reason for which the message was not taken.'),
        },
        closed,
      ),
    },
  ],
  errors: staffErrorsOfOne,
})

export const changeQuietHours = operation({
  ...general,
  id: 'changeQuietHours',
  method: 'PUT',
  path: '/operator/v1/alert-settings',
  summary: 'Choose quiet hours',
  description:
    'Nothing is sent in quiet hours. Alerts that last are sent at their end. If both minutes are equal, ' +
    'there are no quiet hours.',
  role: 'operator',
  body: {
    quietFrom: required(minute, 'Minute of the day.'),
    quietTo: required(minute, 'Minute of the day, left out.'),
    timeZone: required(
      textField({ min: 1, max: 64, example: 'Europe/Berlin' }),
      'The time zone of the quiet hours.',
    ),
  },
  success: [{ status: 200, description: 'The quiet hours as they are now.', data: quietShape }],
  errors: staffErrors,
})

export const alertOperations = [
  listAlerts,
  listAlertRules,
  changeAlertRule,
  listAlertChannels,
  createAlertChannel,
  changeAlertChannel,
  removeAlertChannel,
  testAlertChannel,
  changeQuietHours,
] as const
