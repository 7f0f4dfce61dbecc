import { execFileSync, type StdioOptions } from 'node:child_process'

/** Runs buildah with words of it, and answers what it printed. Throws an Error where it fails. */
export type Buildah = (...words: readonly string[]) => string

/** As much as a build says at most. */
const outputMaxBytes = 64 * 1024 * 1024

/** Images lie in this folder and nowhere else, so that removing it removes them; without one they lie where buildah keeps them. */
export function openBuildah(storage?: string): Buildah {
  // The driver without a kernel's help: slower, and the only one that works inside of another container.
  const kept =
    storage === undefined
      ? []
      : ['--root', `${storage}/images`, '--runroot', `${storage}/run`, '--storage-driver', 'vfs']
  const stdio: StdioOptions = ['ignore', 'pipe', 'inherit']
  return (...words) =>
    execFileSync('buildah', [...kept, ...words], {
      encoding: 'utf8',
      stdio,
      maxBuffer: outputMaxBytes,
    }).trim()
}

/** Runs `make` with a container of an image, or an empty one of `scratch`, and removes it. */
export function withContainer<T>(buildah: Buildah, image: string, make: (container: string) => T): T {
  const container = buildah('from', '--pull-never', image)
  try {
    return make(container)
  } finally {
    buildah('rm', container)
  }
}
