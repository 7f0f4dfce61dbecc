import {
  appStatuses,
  type MultiAccountMode,
  multiAccountModes,
  type SignedLinks,
  signedLinksModes,
} from '@quoin/core/apps/app.ts'
import { isColour } from '@quoin/core/wall/colours.ts'
import {
  type CollectMode,
  collectModes,
  type WallProof,
  wallProofs,
  type WallTheme,
  wallThemes,
} from '@quoin/core/wall/wall-settings.ts'
import { type Rounding, roundings } from '@quoin/core/payout/convert.ts'
import { Command, InvalidArgumentError } from 'commander'
import { createApp } from '../../../features/apps/create-app.ts'
import { getLinkKey, rotateLinkKey } from '../../../features/apps/link-key.ts'
import { listApps } from '../../../features/apps/list-apps.ts'
import { revokeCredential } from '../../../features/apps/revoke-credential.ts'
import { rotateKey, rotateSecret } from '../../../features/apps/rotate-credential.ts'
import { updateApp } from '../../../features/apps/update-app.ts'
import { type AppChanges, type AppSetting, appSettings } from '../../../store/apps/apps.ts'
import { runCommand } from '../../open-command.ts'
import {
  decimalMicros,
  durationSec,
  name,
  numberFrom,
  oneOf,
  origins,
  percent,
  checkUnset,
  settingsFrom,
  someOf,
  webUrl,
  wholeNumber,
} from '../../options.ts'
import { type WithActor, withActor } from '../../with-actor.ts'

interface AppOptions {
  readonly currencyName?: string
  readonly currencyPlural?: string
  readonly currencyRate?: number
  readonly currencyDecimals?: number
  readonly rounding?: Rounding
  readonly fallbackUrl?: string
  readonly allowedOrigin?: readonly string[]
  readonly rateLimit?: number
  readonly multiAccountThreshold?: number
  readonly multiAccountWindowDays?: number
  readonly autoBlockScore?: number
  readonly holdScore?: number
  readonly fraudShare?: number
  readonly paused?: boolean
  readonly explainRisk?: boolean
  readonly roundScores?: boolean
  readonly multiAccountMode?: MultiAccountMode
  readonly signedLinks?: SignedLinks
  readonly wallProof?: WallProof
  readonly wallAccent?: string
  readonly wallLogo?: string
  readonly wallTheme?: WallTheme
  readonly wallCollect?: CollectMode
  readonly wallPrivacy?: string
}

type UpdateOptions = AppOptions &
  WithActor &
  Pick<AppChanges, 'name' | 'status'> & { readonly unset?: readonly AppSetting[] }

/** `quoin apps …`: each prints JSON. */
export function appsCommands(): Command {
  const apps = new Command('apps')
  withAppOptions(
    withActor(apps.command('create')).description('create an app with live and test credentials, shown once'),
  )
    .requiredOption('--name <name>', 'name of the app', name)
    .option(
      '--publisher <name>',
      'its publisher; made when there is none of that name',
      name,
      'Default publisher',
    )
    .action((options: AppOptions & WithActor & { name: string; publisher: string }) =>
      runCommand((ports) =>
        createApp(
          { ...ports, actor: options.actor },
          { ...changesOf(options), name: options.name, publisher: options.publisher },
        ),
      ),
    )
  apps
    .command('list')
    .description('list all apps, with masked secrets')
    .action(() => runCommand(listApps))
  withAppOptions(withActor(apps.command('update')))
    .argument('<appId>', 'as `apps list` shows it', wholeNumber)
    .description('change settings of an app')
    .option('--name <name>', 'name of the app', name)
    .option('--status <status>', 'active or suspended', oneOf(...appStatuses))
    .option(
      '--unset <setting>',
      `back to the default, one of ${appSettings.join(', ')}; repeatable`,
      settingsFrom(appSettings),
    )
    .action((appId: number, options: UpdateOptions) =>
      runCommand(async (ports) => {
        const { name: newName, status, unset } = options
        const changes = { ...changesOf(options), name: newName, status }
        checkUnset(options, unset ?? [])
        someOf({ ...changes, unset })
        await updateApp({ ...ports, actor: options.actor }, appId, changes, unset)
        return { appId, updated: true }
      }),
    )
  addCredentials(apps)
  addLinkKey(apps)
  return apps
}

function addLinkKey(apps: Command): void {
  withActor(apps.command('link-key'))
    .argument('<appId>', 'as `apps list` shows it', wholeNumber)
    .description('print the key that signs the links of an app, for publishers who build links themselves')
    .option('--rotate', 'make a new one first; links signed with the one before work until the next rotation')
    .action((appId: number, { rotate, actor }: { rotate?: boolean } & WithActor) =>
      runCommand((ports) => (rotate ? rotateLinkKey(ports, { appId, actor }) : getLinkKey(ports, appId))),
    )
}

function addCredentials(apps: Command): void {
  addRotation(apps, rotateSecret, {
    noun: 'secret',
    description: 'a new secret; the old ones end after the overlap',
    overlap: '24h',
  })
  addRotation(apps, rotateKey, {
    noun: 'key',
    description: 'a new public key; links with the old one end after the overlap',
    overlap: '30d',
  })
  withActor(apps.command('revoke'))
    .argument('<kind>', 'key or secret', oneOf('key', 'secret'))
    .argument('<id>', 'as `apps list` shows it', wholeNumber)
    .description('revoke a key or secret at once')
    .action((kind: 'key' | 'secret', id: number, { actor }: WithActor) =>
      runCommand(async (ports) => {
        await revokeCredential({ ...ports, actor }, { kind, id })
        return { kind, id, revoked: true }
      }),
    )
}

function withAppOptions(command: Command): Command {
  return command
    .option('--currency-name <name>', 'name of the virtual currency, such as Coins', name)
    .option('--currency-plural <name>', 'its name for several, where it differs', name)
    .option('--currency-rate <units>', 'units of it per 1 USD', decimalMicros)
    .option('--currency-decimals <n>', 'decimals shown, 0 to 6', numberFrom(0, 6))
    .option('--rounding <rule>', 'half_up, floor or ceil', oneOf(...roundings))
    .option('--fallback-url <url>', 'where links to unavailable offers lead', webUrl)
    .option('--allowed-origin <origin>', 'web origin that may use browser sessions; repeatable', origins)
    .option('--rate-limit <n>', 'requests per API key in any 60 seconds', numberFrom(1, 1_000_000))
    .option('--multi-account-threshold <n>', 'other users on a device that make it so', numberFrom(1, 32_767))
    .option('--multi-account-window-days <n>', 'how far back they are looked for', numberFrom(1, 32_767))
    .option(
      '--multi-account-mode <mode>',
      'literal: any other user of the device; colocated: only of the same line',
      oneOf(...multiAccountModes),
    )
    .option('--fraud-share <percent>', 'share of fraud among its users, to which scores are set', percent)
    .option('--paused', 'live lists are empty, live links lead to the fallback')
    .option('--no-paused', 'it goes on')
    .option('--explain-risk', 'tell the reasons of a score to its server when it asks (?explain=1)')
    .option('--no-explain-risk', 'keep them to the operator')
    .option('--round-scores', 'tell browser sessions the risk score in steps of ten')
    .option('--no-round-scores', 'tell them the exact one')
    .option(
      '--hold-score <n>',
      'risk score from which on a conversion waits for review (default: 85); 0: never',
      numberFrom(0, 100),
    )
    .option(
      '--signed-links <mode>',
      'off; added: lists sign links; required: unsigned or changed ones lead to the fallback',
      oneOf(...signedLinksModes),
    )
    .option(
      '--wall-proof <proof>',
      'user: the wall opens by key and userId; signed: by a signed address; session: by sessions alone',
      oneOf(...wallProofs),
    )
    .option('--wall-accent <colour>', "the publisher's colour, as #rrggbb", colour)
    .option('--wall-logo <url>', 'picture beside the name on the wall', webUrl)
    .option('--wall-theme <theme>', 'auto, light or dark', oneOf(...wallThemes))
    .option(
      '--wall-collect <mode>',
      'what the wall collects of devices: off, minimal or full',
      oneOf(...collectModes),
    )
    .option('--wall-privacy <url>', "page about the publisher's privacy", webUrl)
    .option('--auto-block-score <n>', 'risk score from which on a user is blocked', numberFrom(1, 100))
}

function changesOf(options: AppOptions): AppChanges {
  return {
    currencyName: options.currencyName,
    currencyPlural: options.currencyPlural,
    currencyRateMicros: options.currencyRate,
    currencyDecimals: options.currencyDecimals,
    currencyRounding: options.rounding,
    fallbackUrl: options.fallbackUrl,
    allowedOrigins: options.allowedOrigin,
    rateLimitPerMinute: options.rateLimit,
    multiAccountThreshold: options.multiAccountThreshold,
    multiAccountWindowDays: options.multiAccountWindowDays,
    autoBlockScore: options.autoBlockScore,
    holdScore: options.holdScore,
    fraudShare: options.fraudShare,
    isPaused: options.paused,
    explainsRisk: options.explainRisk,
    roundsScores: options.roundScores,
    multiAccountMode: options.multiAccountMode,
    signedLinks: options.signedLinks,
    wall: wallOf(options),
  }
}

/** Undefined where none of it is named. */
function wallOf(options: AppOptions): AppChanges['wall'] {
  const given = {
    proof: options.wallProof,
    accent: options.wallAccent,
    logoUrl: options.wallLogo,
    theme: options.wallTheme,
    collect: options.wallCollect,
    privacyUrl: options.wallPrivacy,
  }
  const named = Object.entries(given).filter(([, value]) => value !== undefined)
  return named.length === 0 ? undefined : Object.fromEntries(named)
}

interface RotateOptions extends WithActor {
  readonly mode: 'live' | 'test'
  readonly overlap?: number
}

function addRotation(
  apps: Command,
  rotate: typeof rotateSecret | typeof rotateKey,
  { noun, description, overlap }: { noun: string; description: string; overlap: string },
): void {
  withActor(apps.command(`rotate-${noun}`))
    .argument('<appId>', 'as `apps list` shows it', wholeNumber)
    .description(description)
    .option('--mode <mode>', 'live or test', oneOf('live', 'test'), 'live')
    .option('--overlap <time>', `how long the old ones go on working (default: ${overlap})`, durationSec)
    .action((appId: number, { mode, overlap: given, actor }: RotateOptions) =>
      runCommand(
        async (ports): Promise<unknown> =>
          await rotate({ ...ports, actor }, { appId, mode, overlapSec: given ?? durationSec(overlap) }),
      ),
    )
}

function colour(text: string): string {
  if (!isColour(text)) throw new InvalidArgumentError('It must be a colour such as #3f63e4.')
  return text.toLowerCase()
}
