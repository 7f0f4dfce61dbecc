import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { havePackages } from '../../tools/have-packages.ts'
import { openManifestPackages } from './manifests.ts'
import type { Manifest } from './kubernetes-shapes.ts'
import { repository } from './run-program.ts'

const folder = 'deploy/kubernetes'
const compiler = join(repository, 'node_modules/typescript/bin/tsc')

interface Model {
  validate(): void
}

type ModelClass = new (data: object) => Model

/** Kustomize and CloudNativePG have schemas of their own, which the package does not know. */
export const isOfKubernetes = ({ apiVersion }: Manifest): boolean =>
  !/^(?:postgresql\.cnpg|kustomize\.config)\./.test(apiVersion)

/** Quantities of memory and disk as we write them. */
export function megabytesOf(quantity: string | undefined): number {
  const [, number, unit] = /^(\d+)(Mi|Gi|MB|GB)$/.exec(quantity ?? '') ?? []
  if (number === undefined) throw new Error(`${quantity} is no quantity`)
  return Number(number) * (unit?.startsWith('G') ? 1_024 : 1)
}

export const manifestFiles = (): readonly string[] =>
  readdirSync(join(repository, folder)).filter((name) => name.endsWith('.yaml'))

/** The manifests of `deploy/kubernetes`, by file. */
export async function readKubernetes(): Promise<ReadonlyMap<string, readonly Manifest[]>> {
  const { readManifests } = await openManifestPackages()
  // Each has been judged by its schema in the first test.
  return new Map(manifestFiles().map((name) => [name, readManifests(`${folder}/${name}`) as Manifest[]]))
}

/** Complaints of the schema of Kubernetes: values, and what is missing. */
export async function complaintsOfSchema(manifest: Manifest): Promise<readonly string[]> {
  // The package answers `import` alone, and is not ours to resolve.
  const file = pathToFileURL(join(await packagesFolder(), `${moduleOf(manifest)}.js`)).href
  const { [manifest.kind]: Kind }: Record<string, ModelClass | undefined> = await import(file)
  try {
    if (Kind === undefined) throw new Error('there is no such kind')
    new Kind(manifest).validate()
    return []
  } catch (error) {
    return [`${manifest.kind} ${manifest.metadata.name}: ${error}`]
  }
}

/**
 * Fields that Kubernetes does not know, which its schemas let pass: a field that is misspelled would be left out without a
 * word. The types of the same package know each, so that each manifest is written down as a value of its type.
 */
export async function complaintsOfTypes(manifests: readonly Manifest[]): Promise<string> {
  const scratch = mkdtempSync(join(await packagesFolder(), '.checked-'))
  try {
    const lines = manifests.map(
      (manifest, at) =>
        `export const m${at}: import('${moduleOf(manifest)}').I${manifest.kind} = ${JSON.stringify(manifest)}`,
    )
    writeFileSync(join(scratch, 'manifests.ts'), lines.join('\n'))
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', '']
    const words = [compiler, ...options, '--ignoreConfig', join(scratch, 'manifests.ts')]
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: scratch, encoding: 'utf8' })
    return status === 0 ? '' : `${stdout}${stderr}`
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function packagesFolder(): Promise<string> {
  return join(await havePackages('manifests'), 'node_modules')
}

function moduleOf({ apiVersion, kind }: Manifest): string {
  return `kubernetes-models/${apiVersion}/${kind}`
}
