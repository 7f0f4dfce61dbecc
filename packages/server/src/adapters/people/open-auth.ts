import { betterAuth } from 'better-auth'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Ports } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'
import { kyselyDatabase } from './kysely-database.ts'
import { checkPassword, hashPassword, type PasswordCost } from './password-hash.ts'
import type { CookieRules } from './session-cookie.ts'

/** A secret of the library by its version: what one encrypted, the same version opens. */
export interface VersionedSecret {
  readonly version: number
  readonly value: string
}

export interface AuthNeeds extends Pick<Ports, 'newId' | 'log'> {
  readonly db: Db
  readonly baseUrl: string
  readonly cookies: CookieRules
  readonly secrets: readonly VersionedSecret[]
  readonly passwordCost: PasswordCost
}

/** The header in which we tell the library the address that we have found; the browser's own is never passed on. */
export const addressHeader = 'x-quoin-address'

const renamed = { createdAt: 'created_at', updatedAt: 'updated_at', userId: 'user_id' }

/** better-auth on our tables (migration 0100). Only its functions are used: none of its endpoints is mounted. */
export function openAuth({ db, baseUrl, cookies, secrets, passwordCost, newId, log }: AuthNeeds) {
  return betterAuth({
    appName: 'Quoin',
    baseURL: baseUrl,
    secrets: [...secrets],
    database: { db: kyselyDatabase(db), type: 'postgres', transaction: false },
    telemetry: { enabled: false },
    logger: { log: (level, message) => log[level === 'error' ? 'error' : 'debug']({ message }, 'sign-in') },
    rateLimit: { enabled: false },
    user: {
      modelName: 'people_users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    session: {
      modelName: 'people_sessions',
      fields: { ...renamed, expiresAt: 'expires_at', ipAddress: 'ip_address', userAgent: 'user_agent' },
      expiresIn: cookies.lifeSec,
      disableSessionRefresh: true,
      storeSessionInDatabase: true,
      cookieCache: { enabled: false },
    },
    account: {
      modelName: 'people_accounts',
      fields: {
        ...renamed,
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
      },
    },
    verification: {
      modelName: 'people_verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      password: {
        hash: (password) => hashPassword(password, passwordCost),
        verify: ({ hash, password }) => checkPassword(hash, password),
      },
    },
    plugins: [
      twoFactor({
        issuer: 'Quoin',
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: {
            modelName: 'people_two_factors',
            fields: {
              userId: 'user_id',
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failed_verification_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
    ],
    advanced: {
      cookiePrefix: cookies.prefix,
      // The prefix says it: the library's own would be `__Secure-`.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: cookies.isSecure, sameSite: 'lax', httpOnly: true, path: '/' },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      database: { generateId: () => newId() },
    },
  })
}
