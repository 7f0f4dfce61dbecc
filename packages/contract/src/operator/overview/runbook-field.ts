import { Type } from '../../json-schema.ts'
import { orNull } from '../../shapes/responses.ts'

export const runbook = orNull(
  Type.String({ examples: ['/docs/runbooks/disk'] }),
  'The path of the page that says what to do; null where the link of the dashboard is enough.',
)
