import type { FeedAccount, FeedAnswer, FeedFault, FeedRequest } from '../feed-kind.ts'
import { originOf } from '../feed-settings.ts'
import { cleanText } from '../read/clean-text.ts'
import { valueAt } from '../read/value-at.ts'

const usualHost = 'api.eflow.team'

/** A question to Everflow's API for affiliates; with a body it changes something. */
export function everflowRequest(
  account: FeedAccount,
  path: string,
  change?: { readonly method: 'POST' | 'PUT'; readonly body: object },
): FeedRequest {
  const url = `${originOf(account, usualHost)}/v1/affiliates/${path}`
  const headers = { accept: 'application/json', 'x-eflow-api-key': account.key }
  if (change === undefined) return { method: 'GET', url, headers, body: null }
  return {
    ...{ method: change.method, url, body: JSON.stringify(change.body) },
    headers: { ...headers, 'content-type': 'application/json' },
  }
}

export function faultOfEverflow({ body }: FeedAnswer): FeedFault | undefined {
  const error = cleanText(valueAt(body, 'error') ?? valueAt(body, 'Error'))
  if (!/realm/i.test(error)) return undefined
  const message =
    'The key is not one of an affiliate, or of another region: make one in the pages for partners.'
  return { cause: 'key_refused', message }
}
