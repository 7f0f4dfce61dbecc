import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import type { Buildah } from '../../tools/image/buildah.ts'
import { until } from './eventually.ts'
import { type Ended, endOf, type Environment, listenTo, type Said } from './run-program.ts'

/** As the Containerfile says. */
export const containerUser = 10_001
const command = [
  '--max-semi-space-size=16',
  '--no-parallel-scavenge',
  'packages/server/bin/quoin.js',
  'serve',
]

export interface RunningContainer {
  readonly url: string
  readonly said: Readonly<Said>
  /** A signal to the process of the entry point, as an engine sends it. */
  stop(signal: NodeJS.Signals): Promise<Ended>
}

interface Placement {
  readonly container: string
  readonly port: number
  readonly environment?: Environment
}

/** `buildah run` of the entry point as the image's user. It mounts what it likes at /data, which goes with the container. */
export async function runContainer(
  buildah: readonly string[],
  { container, port, environment = {} }: Placement,
): Promise<RunningContainer> {
  const settings = { PORT: `${port}`, DEMO_MONTH: 'off', ...environment }
  const given = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  const words = ['run', '--isolation', 'chroot', '--user', `${containerUser}:${containerUser}`, ...given]
  const [file = '', ...first] = buildah
  return await start(file, [...first, ...words, container, '--', 'node', ...command], port)
}

/**
 * The same as an engine does it with `--read-only --tmpfs /tmp --volume DATA:/data --cap-drop ALL --security-opt
 * no-new-privileges`: the entry point is process 1 of a namespace, below a root that nobody can write.
 */
const readOnly = `set -eu
root=$1 data=$2; shift 2
mount --make-rprivate /
mount --bind "$root" "$root"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
mount --bind "$data" "$root/data"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -o remount,bind,ro "$root"
exec chroot "$root" setpriv --reuid=${containerUser} --regid=${containerUser} --clear-groups --no-new-privs \\
  --bounding-set=-all env -i --chdir=/opt/quoin "$@"`

/** The root is that of `buildah mount`; `data` is a folder of the container's user. */
export async function runReadOnly(
  root: string,
  data: string,
  { port, environment = {} }: Omit<Placement, 'container'>,
): Promise<RunningContainer> {
  const settings = {
    PATH: '/opt/quoin/node_modules/.bin:/usr/bin:/bin',
    DATA_DIR: '/data',
    HOST: '0.0.0.0',
    PORT: `${port}`,
    DEMO_MONTH: 'off',
    ...environment,
  }
  const given = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  const words = ['--mount', '--pid', '--fork', 'sh', '-c', readOnly, 'sh', root, data, ...given]
  return await start('unshare', [...words, 'node', ...command], port)
}

async function start(file: string, words: readonly string[], port: number): Promise<RunningContainer> {
  const child = spawn(file, words, { stdio: ['ignore', 'pipe', 'pipe'] })
  const said = listenTo(child)
  const ended = endOf(child, said)
  const url = `http://localhost:${port}`
  await Promise.race([
    until(async () => await isReady(url), 'the container is ready'),
    ended.then(({ stderr }) => Promise.reject(new Error(`The container ended:\n${stderr}`))),
  ])
  return {
    url,
    said,
    async stop(signal) {
      process.kill(findServer(child.pid ?? 0), signal)
      return await ended
    },
  }
}

async function isReady(url: string): Promise<boolean> {
  return await fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** The process of the entry point among those that this one has started; it is the innermost that runs as its user. */
function findServer(pid: number): number {
  const servers = listBeneath(pid).filter(
    (one) => argumentsOf(one)[0]?.endsWith('node') && argumentsOf(one).includes('serve'),
  )
  const found = servers.at(-1)
  if (found === undefined) throw new Error(`No server runs beneath process ${pid}`)
  return found
}

function listBeneath(pid: number): readonly number[] {
  const children = readdirSync(`/proc/${pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' '))
    .filter((text) => text.trim() !== '')
    .map(Number)
  return children.flatMap((child) => [child, ...listBeneath(child)])
}

function argumentsOf(pid: number): readonly string[] {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
}

/** A command of the container's shell, as its user: `docker exec`. */
export function runInContainer(buildah: Buildah, container: string, words: readonly string[]): string {
  const user = ['--user', `${containerUser}:${containerUser}`]
  return buildah('run', '--isolation', 'chroot', ...user, container, '--', ...words)
}
