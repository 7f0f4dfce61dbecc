import { randomBytes } from 'node:crypto'
import { notFound } from '@quoin/core/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ports } from '../../ports/ports.ts'
import { missingBuildPage } from './missing-build-page.ts'
import { registerPolicyReports, reportPath } from './policy-reports.ts'

export interface DashboardNeeds {
  readonly dashboard: {
    readIndex(nonce: string): Promise<string | undefined>
    findAsset(
      name: string,
      accepts: string,
    ): Promise<{ bytes: Buffer; contentType: string; encoding: string | undefined } | undefined>
  }
}

const nonceBytes = 16

/**
 * The dashboard's pages. They are one program: every path that is no file has the same page, which finds out by itself
 * what to show. The API that it calls decides who may see what; the files hold no secret.
 */
export function registerDashboard(server: FastifyInstance, ports: Ports, needs: DashboardNeeds): void {
  server.get('/dashboard/assets/*', (request, reply) => sendAsset(request, reply, needs))
  for (const path of ['/dashboard', '/dashboard/*'])
    server.get(path, async (_request, reply) => await sendPage(reply, needs))
  registerPolicyReports(server, ports)
}

async function sendPage(reply: FastifyReply, { dashboard }: DashboardNeeds): Promise<FastifyReply> {
  const nonce = randomBytes(nonceBytes).toString('base64url')
  const page = await dashboard.readIndex(nonce)
  return reply
    .code(page === undefined ? 503 : 200)
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'private, no-store',
      'content-security-policy': policyOf(nonce),
      'cross-origin-opener-policy': 'same-origin',
      'reporting-endpoints': `policy="${reportPath}"`,
      'referrer-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    })
    .send(page ?? missingBuildPage(nonce))
}

/** Scripts and styles are our own files, or carry the nonce of this very answer. Nobody may frame it. */
function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    `report-uri ${reportPath}`,
    'report-to policy',
  ].join('; ')
}

async function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  { dashboard }: DashboardNeeds,
): Promise<FastifyReply> {
  const { '*': name = '' } = request.params as Readonly<Record<string, string>> // the router makes a record
  const asset = await dashboard.findAsset(name, String(request.headers['accept-encoding'] ?? ''))
  if (!asset) throw notFound('There is no such file of the dashboard.')
  const { bytes, contentType, encoding } = asset
  // Its name has the digest of what is in it.
  const etag = `"${name}${encoding === undefined ? '' : `.${encoding}`}"`
  reply.headers({
    'content-type': contentType,
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
    etag,
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
  })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.send(bytes)
}
