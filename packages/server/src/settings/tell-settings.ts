import type { Settings } from './config.ts'
import type { SettingRow } from './setting-row.ts'
import { databaseUrl, foreignSecret, passphrase, redisUrl, secret, smtpUrl } from './setting-readers.ts'
import { settingRows } from './setting-rows.ts'

/** The environment of a program. */
type Variables = Readonly<Record<string, string | undefined>>

const addressReaders: ReadonlySet<unknown> = new Set([databaseUrl, redisUrl, smtpUrl])
const secretReaders: ReadonlySet<unknown> = new Set([secret, passphrase, foreignSecret])

/** Whether a setting may hold a secret: it is never left in a file, nor shown. */
export function isSecretSetting({ read }: Pick<SettingRow<unknown>, 'read'>): boolean {
  return secretReaders.has(read) || addressReaders.has(read)
}

/** The variable that tells a worker which variables its primary was given, by commas: the primary set the others. */
export const givenVariables = 'QUOIN_GIVEN'

/** The names of the variables that somebody has set. */
export function namesGiven(environment: Variables): string[] {
  const told = environment[givenVariables]
  if (told !== undefined) return told.split(',')
  return Object.values<SettingRow<unknown>>(settingRows)
    .map(({ variable }) => variable)
    .filter((name) => (environment[name]?.trim() ?? '') !== '')
}

interface ToldSetting {
  readonly variable: string
  readonly doc: string
  readonly value: string | null
  readonly source: 'environment' | 'file' | 'default' | 'derived'
  readonly isSecret: boolean
}

/** Every setting with what is in force and where it comes from, for people; secrets are masked. */
export function tellSettings(environment: Variables, settings: Settings): ToldSetting[] {
  const given = new Set(namesGiven(environment))
  const derived: Variables = {
    BASE_URL: settings.baseUrl,
    TRACK_URL: settings.trackUrl,
    POSTBACK_URL: settings.postbackUrl,
  }
  return Object.values<SettingRow<unknown>>(settingRows).map((row) => {
    const { variable, doc, standard } = row
    const isSecret = isSecretSetting(row)
    const common = { variable, doc, isSecret }
    if (given.has(variable)) {
      const text = environment[variable]?.trim() ?? ''
      return { ...common, value: isSecret ? mask(row, text) : text, source: 'environment' }
    }
    // Made with the embedded database and kept beside it.
    if (variable === 'QUOIN_SECRET') return { ...common, value: masked, source: 'file' }
    const address = derived[variable]
    if (address !== undefined) return { ...common, value: address, source: 'derived' }
    return {
      ...common,
      value: standard === undefined || standard === '' ? null : standard,
      source: 'default',
    }
  })
}

const masked = '••••••••'

/** An address shows its host, everything else nothing. */
function mask({ read }: Pick<SettingRow<unknown>, 'read'>, text: string): string {
  if (!addressReaders.has(read)) return masked
  return text.replace(/\?.*$/s, '').replace(/\/\/.*@/s, `//${masked}@`)
}
