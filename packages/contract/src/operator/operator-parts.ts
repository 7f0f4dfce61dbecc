import { Type } from '../json-schema.ts'
import { closed, uuid } from '../shapes/responses.ts'

/** Errors of every operation of the operator API, and those of one about a single thing. */
export const staffErrors = [
  'INVALID_REQUEST',
  'INVALID_API_KEY',
  'INVALID_API_SECRET',
  'RATE_LIMIT_EXCEEDED',
  'SERVER_ERROR',
] as const
export const staffErrorsOfOne = [...staffErrors, 'RESOURCE_NOT_FOUND'] as const

/** An amount on the wire of the operator API: an exact decimal in text, so that no reader makes a float of it. */
export const money = (description: string) =>
  Type.String({ pattern: '^-?[0-9]+(\\.[0-9]{1,6})?$', description, examples: ['1.25'] })

/** An id of ours that is a number, in text. */
export const idText = (description: string) =>
  Type.String({ pattern: '^[0-9]+$', description, examples: ['12'] })

/** The answer of whatever begins a job. */
export const startedJob = Type.Object({ job_id: uuid }, closed)
