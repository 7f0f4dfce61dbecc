import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Buildah, withContainer } from './buildah.ts'

/** The images that the Containerfile begins with. */
export interface Bases {
  readonly base: string
  readonly buildBase: string
}

const made: Bases = { base: 'localhost/quoin-base', buildBase: 'localhost/quoin-build-base' }
const suite = 'bookworm'
/** The hooks of mmdebstrap; without this one `usrmerge` brings all of Perl, 50 MB. */
const mergedUsr = '/usr/share/mmdebstrap/hooks/merged-usr'
/** Left out as in Debian's own slim images. */
const unread = ['man', 'locale', 'info', 'groff', 'doc'].map((name) => `path-exclude=/usr/share/${name}/*`)
const licences = 'path-include=/usr/share/doc/*/copyright'

/**
 * The two bases without a registry of images: Debian from its own packages, the same that `debian:bookworm-slim` is made
 * of, and beside it one with the Node and the npm that run this program.
 */
export function makeBases(buildah: Buildah): Bases {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-base-'))
  try {
    const archive = join(folder, 'base.tar')
    const options = [...unread, licences].map((option) => `--dpkgopt=${option}`)
    const merged = existsSync(mergedUsr) ? [`--hook-dir=${mergedUsr}`] : []
    const words = ['--quiet', '--variant=minbase', '--include=usr-is-merged', ...merged, ...options]
    execFileSync('mmdebstrap', [...words, suite, archive], { stdio: ['ignore', 'ignore', 'pipe'] })
    commit(buildah, 'scratch', made.base, (container) => buildah('add', '--quiet', container, archive, '/'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  commit(buildah, made.base, made.buildBase, (container) => addNode(buildah, container))
  return made
}

function commit(buildah: Buildah, from: string, name: string, fill: (container: string) => void): void {
  withContainer(buildah, from, (container) => {
    fill(container)
    buildah('commit', '--quiet', container, name)
  })
}

function addNode(buildah: Buildah, container: string): void {
  const { npm_execpath: npm } = process.env
  if (npm === undefined) throw new Error('Start it by npm, which goes into the base: npm run image')
  buildah('copy', '--quiet', container, process.execPath, '/usr/local/bin/node')
  buildah('copy', '--quiet', container, dirname(dirname(npm)), '/usr/local/lib/node_modules/npm')
  const link = ['ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm']
  buildah('run', '--isolation', 'chroot', container, ...link)
}
