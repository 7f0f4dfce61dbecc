import { Command } from 'commander'
import {
  choicesOf,
  type SetOptions,
  withSetOptions,
} from '../../packages/server/src/cli/commands/apps/callbacks-set-command.ts'
import type { EndpointChoices } from '../../packages/server/src/features/callbacks/endpoints/set-endpoint.ts'
import { commandsOf } from './doc-blocks.ts'

/** An endpoint as a line of the docs sets it up. */
export interface DocumentedEndpoint {
  readonly name: string
  readonly choices: EndpointChoices
}

const start = 'npm run -s quoin -- callbacks set '

/** Every `callbacks set` of a page, read by the command itself. */
export function documentedEndpoints(page: string): DocumentedEndpoint[] {
  return commandsOf(page)
    .filter((command) => command.startsWith(start))
    .map((command) => {
      const words = [...command.slice(start.length).matchAll(/'([^']*)'|(\S+)/g)]
      const read = withSetOptions(new Command()).exitOverride()
      read.parse(
        words.map(([, quoted, plain = '']) => quoted ?? plain),
        { from: 'user' },
      )
      const { name, ...options } = read.opts<SetOptions>()
      return { name, choices: choicesOf(options) }
    })
}
