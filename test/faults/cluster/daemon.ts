import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { searchPath } from './programs.ts'

export interface Identity {
  readonly uid?: number
  readonly gid?: number
}

export interface DaemonOptions {
  readonly file: string
  readonly words: readonly string[]
  /** It works here, and so do its children. */
  readonly folder: string
  readonly log: string
  readonly identity?: Identity
  readonly environment?: NodeJS.ProcessEnv
}

const endTimeoutMs = 45_000

/** A program of the cluster that can be started again. */
export class Daemon {
  #options: DaemonOptions
  #child: ChildProcess | undefined

  constructor(options: DaemonOptions) {
    this.#options = options
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** With other options from now on, where some are given. */
  start(options: Partial<DaemonOptions> = {}): void {
    if (this.isRunning) return
    this.#options = { ...this.#options, ...options }
    const { file, words, folder, log, identity = {}, environment } = this.#options
    const output = openSync(log, 'a')
    const env = { ...(environment ?? process.env), PATH: searchPath, LC_ALL: 'C.UTF-8', HOME: folder }
    const stdio = ['ignore', output, output] as const
    // A session of its own: Ctrl-C is for the cluster's program alone, which ends the others in order.
    this.#child = spawn(file, words, { ...identity, cwd: folder, env, stdio: [...stdio], detached: true })
    this.#child.on('error', () => {})
    closeSync(output)
  }

  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name)
  }

  /** By force when it takes too long. */
  async end(name: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.signal(name)
    const endMs = performance.now() + endTimeoutMs
    while (this.isRunning) {
      if (performance.now() > endMs) this.signal('SIGKILL')
      await delay(20)
    }
  }
}
