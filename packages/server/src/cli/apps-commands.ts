import { Command } from 'commander'
import { createApp } from '../features/apps/create-app.ts'
import { listApps } from '../features/apps/list-apps.ts'
import { revokeCredential } from '../features/apps/revoke-credential.ts'
import { rotateKey, rotateSecret } from '../features/apps/rotate-credential.ts'
import { updateApp } from '../features/apps/update-app.ts'
import type { AppChanges } from '../store/apps.ts'
import { runCommand } from './open-command.ts'
import { decimalMicros, durationSec, oneOf, origins, webUrl, wholeNumber } from './options.ts'

interface AppOptions {
  readonly currencyName?: string
  readonly currencyRate?: number
  readonly currencyDecimals?: number
  readonly rounding?: 'half_up' | 'floor' | 'ceil'
  readonly fallbackUrl?: string
  readonly allowedOrigin?: readonly string[]
  readonly rateLimit?: number
  readonly multiAccountThreshold?: number
  readonly multiAccountWindowDays?: number
  readonly autoBlockScore?: number
}

function withAppOptions(command: Command): Command {
  return command
    .option('--currency-name <name>', 'name of the reward currency, such as Coins')
    .option('--currency-rate <units>', 'units of it per 1 USD', decimalMicros)
    .option('--currency-decimals <n>', 'decimals shown, 0 to 6', wholeNumber)
    .option('--rounding <rule>', 'half_up, floor or ceil', oneOf('half_up', 'floor', 'ceil'))
    .option('--fallback-url <url>', 'where links to unavailable offers lead', webUrl)
    .option('--allowed-origin <origin>', 'web origin that may use browser sessions; repeatable', origins)
    .option('--rate-limit <n>', 'requests per API key in any 60 seconds', wholeNumber)
    .option('--multi-account-threshold <n>', 'other users on a device that make it multi-accounting', wholeNumber)
    .option('--multi-account-window-days <n>', 'how far back they are looked for', wholeNumber)
    .option('--auto-block-score <n>', 'risk score from which on a user is blocked', wholeNumber)
}

function changesOf(options: AppOptions): AppChanges {
  return {
    currencyName: options.currencyName,
    currencyRateMicros: options.currencyRate,
    currencyDecimals: options.currencyDecimals,
    currencyRounding: options.rounding,
    fallbackUrl: options.fallbackUrl,
    allowedOrigins: options.allowedOrigin,
    rateLimitPerMinute: options.rateLimit,
    multiAccountThreshold: options.multiAccountThreshold,
    multiAccountWindowDays: options.multiAccountWindowDays,
    autoBlockScore: options.autoBlockScore,
  }
}

const mode = oneOf('live', 'test')

/** `quoin apps …`: each prints JSON. */
export function appsCommands(): Command {
  const apps = new Command('apps').description('apps and their credentials')
  withAppOptions(apps.command('create').description('a new app with live and test credentials, shown once'))
    .requiredOption('--name <name>', 'name of the app')
    .option('--publisher <name>', 'its publisher; made when there is none of that name', 'Default publisher')
    .action((options: AppOptions & { name: string; publisher: string }) =>
      runCommand((ports) => createApp(ports, { ...changesOf(options), name: options.name, publisher: options.publisher })),
    )
  apps.command('list').description('all apps, with masked secrets').action(() => runCommand(listApps))
  withAppOptions(apps.command('update <appId>').description('change settings of an app'))
    .option('--name <name>', 'name of the app')
    .option('--status <status>', 'active or suspended', oneOf('active', 'suspended'))
    .action((appId: string, options: AppOptions & Pick<AppChanges, 'name' | 'status'>) =>
      runCommand(async (ports) => {
        const id = wholeNumber(appId)
        await updateApp(ports, id, { ...changesOf(options), name: options.name, status: options.status })
        return { appId: id, updated: true }
      }),
    )
  apps
    .command('rotate-secret <appId>')
    .description('a new secret; the old ones end after the overlap')
    .option('--mode <mode>', 'live or test', mode, 'live')
    .option('--overlap <time>', 'how long the old ones go on working', durationSec, durationSec('24h'))
    .action((appId: string, options: { mode: 'live' | 'test'; overlap: number }) =>
      runCommand((ports) =>
        rotateSecret(ports, { appId: wholeNumber(appId), mode: options.mode, overlapSec: options.overlap }),
      ),
    )
  apps
    .command('rotate-key <appId>')
    .description('a new public key; links with the old one end after the overlap')
    .option('--mode <mode>', 'live or test', mode, 'live')
    .option('--overlap <time>', 'how long the old ones go on working', durationSec, durationSec('30d'))
    .action((appId: string, options: { mode: 'live' | 'test'; overlap: number }) =>
      runCommand((ports) =>
        rotateKey(ports, { appId: wholeNumber(appId), mode: options.mode, overlapSec: options.overlap }),
      ),
    )
  apps
    .command('revoke <kind> <id>')
    .description('end a key or secret at once: quoin apps revoke secret 3')
    .action((kind: string, id: string) =>
      runCommand(async (ports) => {
        const revoked = { kind: oneOf('key', 'secret')(kind), id: wholeNumber(id) }
        await revokeCredential(ports, revoked)
        return { ...revoked, revoked: true }
      }),
    )
  return apps
}
