import type { Command } from 'commander'
import { name } from './options.ts'

/** The options of every command that leaves a trace of who did it. */
export interface WithActor {
  readonly actor: string
}

export function withActor(command: Command): Command {
  return command.option('--actor <name>', 'who does it, for the audit log', name, 'cli')
}
