import { readSettings, type GivenSettings, type Settings, withAddresses } from '../settings/config.ts'
import type { SettingRow } from '../settings/setting-row.ts'
import { settingRows } from '../settings/setting-rows.ts'
import { isSecretSetting } from '../settings/tell-settings.ts'

/** The environment of a program. */
export type Variables = Readonly<Record<string, string | undefined>>

/** The settings of one program or one machine alone; all others are the same for every server and command. */
const own: ReadonlySet<string> = new Set([
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_CONNECTIONS',
  'DATABASE_REPLICA_LAG',
  'MAX_CONNECTIONS',
  'LOG_LEVEL',
  'WORKERS',
  'DRAIN_MS',
  'BACKUP_TO',
  'BACKUP_EVERY',
  'BACKUP_KEEP',
  'BACKUP_MAX_RATE',
  'BACKUP_LOG_MAX_MB',
  'AWS_ACCESS_KEY_ID',
  'AWS_REGION',
  'AWS_ENDPOINT_URL',
])

const shared = Object.values<SettingRow<unknown>>(settingRows)
  .filter((row) => !own.has(row.variable) && !isSecretSetting(row))
  .map(({ variable }) => variable)

/** The variables that a server leaves for commands, with its addresses filled in. */
export function sharedVariables(environment: Variables, settings: Settings): Record<string, string> {
  const { baseUrl, trackUrl, postbackUrl } = settings
  return {
    ...givenOf(environment),
    BASE_URL: baseUrl,
    TRACK_URL: trackUrl,
    POSTBACK_URL: postbackUrl,
  }
}

interface Sources {
  readonly environment: Variables
  /** As the last server has left them; undefined when none has. */
  readonly left: Readonly<Record<string, string>> | undefined
}

/** The settings of a command: those of the server, but for what is the command's own. */
export function commandSettings({ environment, left }: Sources, given: GivenSettings): Settings {
  if (left === undefined) return withAddresses(given, given.port)
  const ownPart = Object.entries(environment).filter(([name]) => !shared.includes(name))
  const settings = readSettings({ ...Object.fromEntries(ownPart), ...left })
  return withAddresses({ ...settings, databaseConnections: given.databaseConnections }, given.port)
}

/** One sentence for each variable that was given to the command in vain. */
export function contradictions({ environment, left }: Sources): string[] {
  if (left === undefined) return []
  return Object.entries(givenOf(environment))
    .filter(([name, value]) => left[name] !== value)
    .map(([name, value]) => {
      const atServer = left[name] ?? 'not set'
      return `${name} is ${value} here and ${atServer} at the server: the server's is used.`
    })
}

function givenOf(environment: Variables): Record<string, string> {
  const given = shared.map((name) => [name, environment[name]?.trim() ?? ''] as const)
  return Object.fromEntries(given.filter(([, value]) => value !== ''))
}
