import { Command } from 'commander'
import { acceptSecret } from '../../../features/credentials/accept-secret.ts'
import { runCommand } from '../../open-command.ts'
import { type WithActor, withActor } from '../../with-actor.ts'

/** `quoin secret …` */
export function secretCommands(): Command {
  const secret = new Command('secret')
  withActor(secret.command('accept'))
    .description('bind the database to this QUOIN_SECRET from now on, although it was used with another one')
    .action(({ actor }: WithActor) =>
      runCommand(
        async (ports) => {
          await acceptSecret(ports, actor)
          return { accepted: true }
        },
        { user: 'accept' },
      ),
    )
  return secret
}
