import { staffRoles, type StaffRole } from '@quoin/core/people/staff-role.ts'
import { readEmail } from '@quoin/core/people/email.ts'
import { notFound } from '@quoin/core/errors.ts'
import { Command, InvalidArgumentError } from 'commander'
import { confirmPerson, deleteUnconfirmedPerson } from '../../../features/people/confirm-person.ts'
import { makeSetUpLink } from '../../../features/people/open-set-up.ts'
import { makeResetLink } from '../../../features/people/reset-password.ts'
import { changeRole, endSessionsOf, removeTwoFactorOf } from '../../../features/people/staff.ts'
import { nobodySignedIn } from '../../nobody-signed-in.ts'
import { type CommandPorts, runCommand } from '../../open-command.ts'
import { oneOf } from '../../options.ts'
import { type WithActor, withActor } from '../../with-actor.ts'

/** `quoin people …` */
export function peopleCommands(): Command {
  const people = new Command('people')
  people
    .command('list')
    .description('list the people of the dashboard, with their roles')
    .action(() => runCommand(({ db, store, clock }) => store.persons.listStaff(db, clock.nowMs())))
  withActor(people.command('link'))
    .description('make a link that works once: for a new operator, or for a new password of somebody')
    .option('--reset <email>', 'a new password of this person; for a new operator unless given', email)
    .action(({ reset, actor }: WithActor & { reset?: string }) =>
      runCommand(async (given) => {
        const ports = { ...given, people: nobodySignedIn, actor }
        const { link, expiresAtMs } =
          reset === undefined
            ? await ports.db.transaction((tx) => makeSetUpLink(ports, tx, { isDemo: false, actor }))
            : await makeResetLink(ports, await idOf(given, reset))
        return { link, expiresAtMs }
      }),
    )
  withActor(people.command('role'))
    .argument('<email>', 'whose', email)
    .argument('<role>', staffRoles.join(', '), oneOf(...staffRoles))
    .description('give somebody another role; their sessions end')
    .action((address: string, role: StaffRole, { actor }: WithActor) =>
      runCommand(async (given) => {
        const personId = await idOf(given, address)
        await changeRole({ ...given, people: nobodySignedIn, actor }, { personId, role })
        return { email: address, role }
      }),
    )
  withActor(people.command('end-sessions'))
    .argument('<email>', 'whose', email)
    .description('end all sessions of somebody, within seconds')
    .action((address: string, { actor }: WithActor) =>
      runCommand(async (given) => {
        const personId = await idOf(given, address)
        const ended = await endSessionsOf({ ...given, people: nobodySignedIn, actor }, personId)
        return { email: address, ended }
      }),
    )
  withActor(people.command('remove-two-factor'))
    .argument('<email>', 'whose', email)
    .description('turn two-factor off for somebody who has lost their app and their recovery codes')
    .action((address: string, { actor }: WithActor) =>
      runCommand(async (given) => {
        const personId = await idOf(given, address)
        await removeTwoFactorOf({ ...given, people: nobodySignedIn, actor }, personId)
        return { email: address, twoFactor: false }
      }),
    )
  people
    .command('unconfirmed')
    .description('list the accounts whose address nobody has proven')
    .action(() => runCommand(({ db, store }) => store.persons.listUnconfirmed(db)))
  withActor(people.command('confirm'))
    .argument('<id>', 'an unconfirmed account, or a doubtful operator', personId)
    .description('confirm whose an account is; they sign in with that address from then on')
    .action((id: string, { actor }: WithActor) =>
      runCommand(async (given) => {
        await confirmPerson({ ...given, people: nobodySignedIn, actor }, id)
        return { id, confirmed: true }
      }),
    )
  withActor(people.command('delete-unconfirmed'))
    .argument('<id>', 'an unconfirmed account', personId)
    .description('delete an account whose address nobody has proven')
    .action((id: string, { actor }: WithActor) =>
      runCommand(async (given) => {
        await deleteUnconfirmedPerson({ ...given, people: nobodySignedIn, actor }, id)
        return { id, deleted: true }
      }),
    )
  return people
}

async function idOf({ db, store }: CommandPorts, address: string): Promise<string> {
  const person = await store.persons.findPersonByEmail(db, address)
  if (person === undefined) throw notFound(`There is nobody with the address ${address}.`)
  return person.id
}

function email(text: string): string {
  const address = readEmail(text)
  if (address === undefined) throw new InvalidArgumentError('It must be an e-mail address.')
  return address
}

function personId(text: string): string {
  if (!/^[0-9a-f-]{36}$/.test(text)) throw new InvalidArgumentError('It must be an id, as the lists show it.')
  return text
}
