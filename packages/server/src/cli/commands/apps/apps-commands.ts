import { appStatuses } from '@quoin/core/apps/app.ts'
import { appSettings } from '@quoin/core/apps/app-settings.ts'
import { Command } from 'commander'
import { createApp } from '../../../features/apps/create-app.ts'
import { getLinkKey, rotateLinkKey } from '../../../features/apps/link-key.ts'
import { listApps } from '../../../features/apps/list-apps.ts'
import { revokeCredential } from '../../../features/apps/revoke-credential.ts'
import { rotateKey, rotateSecret } from '../../../features/apps/rotate-credential.ts'
import { updateApp } from '../../../features/apps/update-app.ts'
import type { AppChanges } from '../../../store/apps/apps.ts'
import { runCommand } from '../../open-command.ts'
import { durationSec, name, oneOf, someOf, wholeNumber } from '../../options.ts'
import { settingsOf, unsetOption, withSettings } from '../../setting-options.ts'
import { type WithActor, withActor } from '../../with-actor.ts'

type UpdateOptions = WithActor & Pick<AppChanges, 'name' | 'status'> & { readonly unset?: readonly string[] }

/** `quoin apps …`: each prints JSON. */
export function appsCommands(): Command {
  const apps = new Command('apps')
  withSettings(
    withActor(apps.command('create')).description('create an app with live and test credentials, shown once'),
    appSettings,
  )
    .requiredOption('--name <name>', 'name of the app', name)
    .option(
      '--publisher <name>',
      'its publisher; made when there is none of that name',
      name,
      'Default publisher',
    )
    .action((options: WithActor & { name: string; publisher: string }) =>
      runCommand((ports) =>
        createApp(
          { ...ports, actor: options.actor },
          { ...settingsOf(options, appSettings), name: options.name, publisher: options.publisher },
        ),
      ),
    )
  apps
    .command('list')
    .description('list all apps, with masked secrets')
    .action(() => runCommand(listApps))
  withSettings(withActor(apps.command('update')), appSettings)
    .argument('<appId>', 'as `apps list` shows it', wholeNumber)
    .description('change settings of an app')
    .option('--name <name>', 'name of the app', name)
    .option('--status <status>', 'active or suspended', oneOf(...appStatuses))
    .addOption(unsetOption(appSettings))
    .action((appId: number, options: UpdateOptions) =>
      runCommand(async (ports) => {
        const { name: newName, status } = options
        const changes = someOf({ ...settingsOf(options, appSettings), name: newName, status })
        await updateApp({ ...ports, actor: options.actor }, appId, changes)
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
