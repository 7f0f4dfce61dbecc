import {
  approvedFacts,
  classicSecret,
  endpointOf,
  nativeSecret,
  testKeyring,
} from '../../../test/support/callbacks.ts'
import { dialects } from '../src/dialects/dialects.ts'
import { buildCallbackRequest } from '../src/features/callbacks/requests/build-request.ts'
import type { OutgoingRequest } from '../src/ports/outgoing.ts'

const sentAtMs = 1_795_000_000_000
const receiver = 'https://publisher.example/callback'

/** One conversion as each format tells it, signed: what a receiver's own tests can be fed with. */
export function printCallbackVectors(): string {
  const texts = ['native', ...dialects.map(({ name }) => name)].map(
    (format) => `\`${format}\`:\n\n${printVector(format)}`,
  )
  const secrets = `The secret of \`native\` is \`${nativeSecret}\`, that of all others \`${classicSecret}\`.`
  return [secrets, ...texts].join('\n\n')
}

function printVector(format: string): string {
  const endpoint = endpointOf(format, receiver)
  const built = buildCallbackRequest({ keyring: testKeyring }, { facts: approvedFacts, endpoint, sentAtMs })
  if (built.kind === 'unsendable') throw new Error(`${format}: ${built.reason}`)
  return `\`\`\`http\n${printRequest(built.request)}\n\`\`\``
}

function printRequest({ method, url, headers, body }: OutgoingRequest): string {
  const { pathname, search, host } = new URL(url)
  const sent = Object.entries({ host, ...headers }).filter(([name]) => !/^(user-agent|accept)$/.test(name))
  const start = [
    `${method} ${pathname}${search} HTTP/1.1`,
    ...sent.map(([name, value]) => `${name}: ${value}`),
  ]
  return body === null ? start.join('\n') : `${start.join('\n')}\n\n${body}`
}
