import { invalidRequest } from '@quoin/core/errors.ts'
import type { Platform } from '@quoin/core/offers/offer.ts'
import { readNamedCountries, readSomePlatforms } from '@quoin/core/offers/row/read-lists.ts'
import type { Reading } from '@quoin/core/offers/row/reading.ts'
import { type Command, InvalidArgumentError } from 'commander'
import { answerWords } from '../../../features/sources/answer-words.ts'
import { withJson } from '../../list-options.ts'
import { type CommandPorts, runCommand } from '../../open-command.ts'
import { type Column, printTable } from '../../print-table.ts'
import { type WithActor, withActor } from '../../with-actor.ts'
import { sourceNamed } from './source-named.ts'

interface AnswerOptions extends WithActor {
  readonly countries?: readonly string[]
  readonly platforms?: readonly Platform[]
}

/** `sources words` and `sources answer`: words of a network that nobody knows. */
export function addWords(sources: Command): void {
  withJson(sources.command('words'))
    .argument('<source>', 'its name')
    .description('list the words of its last run that nobody knows, with the offers that each holds')
    .action((source: string, { json }: { json?: boolean }) =>
      runCommand((ports) => listWords(ports, source), {
        json,
        print: (rows) => printTable(wordColumns, rows),
      }),
    )
  withActor(sources.command('answer'))
    .argument('<source>', 'its name')
    .argument('<word>', 'as `sources words` shows it')
    .description('say what a word of a network means: its offers come with the next run')
    .option('--countries <codes>', 'such as DE,AT; "*" is everywhere', listed(readNamedCountries))
    .option('--platforms <platforms>', 'such as android,ios', listed(readSomePlatforms))
    .action((source: string, word: string, { countries, platforms, actor }: AnswerOptions) =>
      runCommand(async (ports) => {
        if ((countries === undefined) === (platforms === undefined))
          throw invalidRequest('Give either --countries or --platforms.')
        const { id: sourceId } = await sourceNamed(ports, source)
        await answerWords(
          { ...ports, actor },
          {
            sourceId,
            countries: countries === undefined ? {} : { [word]: countries },
            platforms: platforms === undefined ? {} : { [word]: platforms },
          },
        )
        return { source, word, means: countries ?? platforms }
      }),
    )
}

function listed<T>(read: (raw: unknown) => Reading<T>): (text: string) => T {
  return (text) => {
    const reading = read(text)
    if ('problem' in reading) throw new InvalidArgumentError(`It ${reading.problem}.`)
    return reading.value
  }
}

async function listWords(ports: CommandPorts, source: string) {
  const { id } = await sourceNamed(ports, source)
  const [run] = await ports.store.sourceRuns.listNewestRuns(ports.db, [id])
  return run?.unknownWords ?? []
}

const wordColumns: readonly Column<Awaited<ReturnType<typeof listWords>>[number]>[] = [
  { head: 'word', of: ({ word }) => word },
  { head: 'column', of: ({ field }) => field },
  { head: 'offers held', of: ({ offers }) => offers },
]
