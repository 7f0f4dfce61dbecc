import { apiKeyRefusal, type ErrorCode } from '@quoin/core/errors.ts'

interface ErrorRow {
  readonly status: number
  readonly condition: string
}

/** Error codes and their HTTP status. SERVER_ERROR is 503 for overload and a database that is away. */
export const errorCodes: Readonly<Record<ErrorCode, ErrorRow>> = {
  INVALID_API_KEY: { status: 401, condition: apiKeyRefusal },
  INVALID_API_SECRET: { status: 401, condition: 'The API secret is missing, invalid, expired or revoked.' },
  RATE_LIMIT_EXCEEDED: { status: 429, condition: 'Too many requests in the last 60 seconds.' },
  INVALID_REQUEST: { status: 400, condition: 'Malformed request, or missing or invalid parameters.' },
  RESOURCE_NOT_FOUND: { status: 404, condition: 'The requested resource does not exist.' },
  SERVER_ERROR: { status: 500, condition: 'Internal server error; 503 when busy or the database is away.' },
}
