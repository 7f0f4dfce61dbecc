import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Buildah } from './buildah.ts'
import type { Bases } from './make-bases.ts'

const root = join(import.meta.dirname, '../..')

/** Builds the image of these sources, and answers its size in bytes. */
export function buildImage(buildah: Buildah, name: string, { base, buildBase }: Bases): number {
  const given = { BASE: base, BUILD_BASE: buildBase, VERSION: readVersion(), REVISION: readRevision() }
  const certificates = process.env['NODE_EXTRA_CA_CERTS']
  buildah(
    ...['bud', '--isolation', 'chroot', '--pull-never'],
    // The format of its own has no health check.
    ...['--format', 'docker'],
    ...Object.entries(given).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`]),
    ...(certificates === undefined ? [] : certificatesOf(certificates)),
    ...['--file', join(root, 'Containerfile'), '--tag', name, root],
  )
  return readSize(buildah, name)
}

/** The build reads them where they lie here; the image has neither the file nor the variable. */
function certificatesOf(file: string): readonly string[] {
  const folder = dirname(file)
  return ['--volume', `${folder}:${folder}:ro`, '--build-arg', `NODE_EXTRA_CA_CERTS=${file}`]
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return version
}

/** An unpacked release is no repository. */
function readRevision(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return 'unknown'
  }
}

/** The sum of its layers, as they lie on a disk. */
function readSize(buildah: Buildah, name: string): number {
  const manifest = buildah('inspect', '--type', 'image', '--format', '{{.Manifest}}', name)
  const { layers } = JSON.parse(manifest) as { readonly layers: readonly { readonly size: number }[] }
  return layers.reduce((sum, { size }) => sum + size, 0)
}
