import { fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { DomainError } from '@quoin/core/errors.ts'

const program = join(import.meta.dirname, '..', '..', 'bin', 'quoin.js')

/** How far a command is. */
export interface CommandProgress {
  readonly done: number
  readonly total: number
}

interface BesideOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly stopping: AbortSignal
  readonly onProgress: (progress: CommandProgress) => void
  /** Whether exit code 1 says that the thing which was tried is not good, with a result. */
  readonly isVerdict?: boolean
}

/**
 * Runs a command of Quoin in a process of its own, which leaves others the processor, and returns what it prints; its last
 * line of errors is thrown. One that is stopped cleans up first.
 */
export async function runCommandBeside(words: readonly string[], options: BesideOptions): Promise<string> {
  const { environment, stopping, onProgress, isVerdict = false } = options
  const child = fork(program, [...words, '--follow-parent'], {
    env: withoutCluster(environment),
    silent: true,
  })
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  child.on('message', (message) => onProgress(message as CommandProgress)) // what `--follow-parent` sends
  const stop = (): void => void child.kill('SIGTERM')
  stopping.addEventListener('abort', stop)
  try {
    const ended = new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
      child.once('exit', (...end) => resolve(end))
      child.once('error', reject)
    })
    const [[code, signal], printed, errors] = await Promise.all([
      ended,
      textOf(child.stdout),
      textOf(child.stderr),
    ])
    stopping.throwIfAborted()
    if (code === 0 || (isVerdict && code === 1 && printed !== '')) return printed
    throw new DomainError('SERVER_ERROR', lastLineOf(errors) ?? tellEnd(signal))
  } finally {
    stopping.removeEventListener('abort', stop)
  }
}

async function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
  return stream === null ? '' : await text(stream)
}

/** A process of a cluster would be taken for one that serves. */
function withoutCluster({
  NODE_UNIQUE_ID,
  NODE_CHANNEL_FD,
  ...rest
}: BesideOptions['environment']): NodeJS.ProcessEnv {
  return rest
}

function tellEnd(signal: NodeJS.Signals | null): string {
  return signal === null
    ? 'It ended without a word.'
    : `It was ended by ${signal}: the machine may be short of memory.`
}

function lastLineOf(text: string): string | undefined {
  return text.trim().split('\n').at(-1) || undefined
}
