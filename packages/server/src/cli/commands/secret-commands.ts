import { Command } from 'commander'
import { runCommand } from '../open-command.ts'
import { type WithActor, withActor } from '../with-actor.ts'

/** `quoin secret …` */
export function secretCommands(): Command {
  const secret = new Command('secret')
  withActor(secret.command('accept'))
    .description('bind the database to this QUOIN_SECRET from now on, although it was used with another one')
    .action(({ actor }: WithActor) =>
      runCommand(
        async ({ db, store, clock }) => {
          const trace = { actor, action: 'secret.accepted', object: 'secret:master', details: {} }
          await store.audit.insertAudit(db, { ...trace, nowMs: clock.nowMs() })
          return { accepted: true }
        },
        { user: 'accept' },
      ),
    )
  return secret
}
