import { type TicketAnswer, ticketAnswers } from '@quoin/core/tickets/ticket.ts'
import { Command } from 'commander'
import { answerTicket, listTickets } from '../../../features/tickets/answer-ticket.ts'
import { withJson } from '../../list-options.ts'
import { runCommand } from '../../open-command.ts'
import { name as text, numberFrom, oneOf, wholeNumber } from '../../options.ts'
import { type Column, printTable, timeCell } from '../../print-table.ts'
import { type WithActor, withActor } from '../../with-actor.ts'

interface ListOptions {
  readonly app?: number
  readonly before?: number
  readonly limit: number
  readonly json?: boolean
}

/** `quoin tickets …` */
export function ticketsCommands(): Command {
  const tickets = new Command('tickets')
  withJson(tickets.command('list'))
    .description('list the questions of users about rewards that did not come, newest first')
    .option('--app <appId>', 'those of one app', wholeNumber)
    .option('--before <ticketId>', 'the last id of the page before', wholeNumber)
    .option('--limit <n>', 'how many', numberFrom(1, 500), 100)
    .action(({ app, before, limit, json }: ListOptions) =>
      runCommand((ports) => listTickets(ports, { appId: app ?? null, beforeId: before ?? null, limit }), {
        json,
        print: (found) => printTable(ticketColumns, found),
      }),
    )
  withActor(tickets.command('answer'))
    .argument('<ticketId>', 'as `tickets list` shows it', wholeNumber)
    .argument('<answer>', ticketAnswers.join(', '), oneOf(...ticketAnswers))
    .description('answer a ticket; its claim is confirmed or refused by `review`')
    .requiredOption('--because <words>', 'why, in words for the user', text)
    .action((ticketId: number, answer: TicketAnswer, { because, actor }: WithActor & { because: string }) =>
      runCommand(async (ports) => {
        await answerTicket(ports, { ticketId, answer, because, actor })
        return { ticketId, answer }
      }),
    )
  return tickets
}

type ListedTicket = Awaited<ReturnType<typeof listTickets>>[number]

const ticketColumns: readonly Column<ListedTicket>[] = [
  { head: 'opened at (UTC)', of: ({ createdAtMs }) => timeCell(createdAtMs) },
  { head: 'ticket', of: ({ id }) => id },
  { head: 'app', of: ({ appId }) => appId },
  { head: 'offer', of: ({ offerId }) => offerId },
  { head: 'user', of: ({ userId }) => userId },
  { head: 'click', of: ({ clickId }) => clickId },
  { head: 'state', of: ({ state }) => state },
  { head: 'diagnosis', of: ({ diagnosis }) => diagnosis },
  { head: 'note', of: ({ note }) => note },
]
