import type { DomainError } from '@quoin/core/errors.ts'
import type { FastifyRequest } from 'fastify'
import { PostbackRefusal } from '../features/postbacks/postback-refusal.ts'

const reasons = new WeakMap<FastifyRequest, string>()

/** Keeps why a request was refused until its line is written: a word of ours, and nothing of what was sent. */
export function noteRefusalReason(request: FastifyRequest, error: DomainError): void {
  reasons.set(request, reasonOf(error))
}

export function refusalReasonOf(request: FastifyRequest): string {
  return reasons.get(request) ?? 'none'
}

function reasonOf(error: DomainError): string {
  if (error.isUnavailable) return 'unavailable'
  if (error instanceof PostbackRefusal) return error.reason
  return error.details?.[0]?.rule ?? error.code
}
