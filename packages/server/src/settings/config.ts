import { join } from 'node:path'
import type { SettingRow } from './setting-row.ts'
import { settingRows } from './setting-rows.ts'
import type { AddressFiles } from './address-files.ts'
import { isS3Address } from './setting-readers.ts'

type Rows = typeof settingRows
type Optional = { [Key in keyof Rows]: Rows[Key]['standard'] extends undefined ? Key : never }[keyof Rows]
type ValueOf<R> = R extends { read: (text: string) => infer T } ? Exclude<T, Error> : never

/** The settings as read. Those without a default are null when they are not given. */
export type GivenSettings = {
  readonly [Key in keyof Rows]: Key extends Optional ? ValueOf<Rows[Key]> | null : ValueOf<Rows[Key]>
}

/** The settings of a running server: addresses are filled in once its port is known. */
export interface Settings extends GivenSettings {
  readonly baseUrl: string
  readonly trackUrl: string
  readonly postbackUrl: string
}

/** The problems, one clear line each. Never a secret's value. */
export class SettingsError extends Error {
  readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.name = 'SettingsError'
    this.lines = lines
  }
}

export function readSettings(environment: Readonly<Record<string, string | undefined>>): GivenSettings {
  const lines: string[] = []
  const settings: Record<string, unknown> = {}
  for (const [name, { variable, standard, read }] of Object.entries<SettingRow<unknown>>(settingRows)) {
    // A variable that is set to nothing counts as not set, as compose files do it.
    const given = environment[variable]?.trim() || standard
    const value = given === undefined ? null : read(given)
    if (value instanceof Error) lines.push(`${variable} ${value.message}.`)
    settings[name] = value
  }
  if (settings['databaseUrl'] && !settings['secret']) {
    lines.push('QUOIN_SECRET is required with DATABASE_URL; make one with: openssl rand -base64 32.')
  }
  if (settings['backupTo'] && settings['databaseUrl'])
    lines.push(
      'BACKUP_TO is for the embedded database: that of DATABASE_URL is backed up by its own means, or by `quoin backup`.',
    )
  else if (settings['backupTo'] && !settings['backupPassphrase'])
    lines.push('BACKUP_PASSPHRASE is required with BACKUP_TO: the secrets of a backup are sealed with it.')
  else if (
    isS3Address(String(settings['backupTo'])) &&
    !(settings['awsAccessKeyId'] && settings['awsSecretAccessKey'])
  )
    lines.push('BACKUP_TO needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for s3://.')
  if (lines.length > 0) throw new SettingsError(lines)
  return settings as unknown as GivenSettings // one value per row, each read by its own row
}

/** Addresses that follow from others when they are not given. */
export function withAddresses(given: GivenSettings, port: number): Settings {
  const baseUrl = given.baseUrl ?? `http://localhost:${port}`
  const trackUrl = given.trackUrl ?? `${baseUrl}/track`
  const postbackUrl = given.postbackUrl ?? `${baseUrl}/postback`
  if (new URL(trackUrl).pathname === new URL(postbackUrl).pathname) {
    throw new SettingsError([
      'TRACK_URL and POSTBACK_URL must have different paths, also on different hosts.',
    ])
  }
  return { ...given, baseUrl, trackUrl, postbackUrl }
}

/** The files that tell who sits behind an address. */
export function addressFilesOf(settings: GivenSettings): AddressFiles {
  return {
    refreshedTable: join(settings.dataDir, 'addresses.bin.gz'),
    asnDatabase: settings.asnDatabase,
    lists: settings.addressLists,
  }
}
