import { createHash } from 'node:crypto'

/** A file of the cluster, as the server saw it. */
interface ManifestFile {
  readonly size: number
  /** The sum of its bytes, in hexadecimal digits. */
  readonly sha256: string
}

export interface ClusterManifest {
  /** The number that the cluster was made with: a restored one has the same. */
  readonly system: string
  readonly files: ReadonlyMap<string, ManifestFile>
}

interface Written {
  readonly 'System-Identifier'?: number | string
  readonly Files: readonly { Path?: string; Size: number; 'Checksum-Algorithm'?: string; Checksum?: string }[]
  readonly 'Manifest-Checksum': string
}

/** Throws a sentence where the list of files is not what the server wrote. */
export function readManifest(bytes: Buffer): ClusterManifest {
  const text = bytes.toString()
  const lastLine = text.lastIndexOf('"Manifest-Checksum"')
  const sum = createHash('sha256').update(text.slice(0, lastLine)).digest('hex')
  const written = parse(text)
  if (written === undefined || written['Manifest-Checksum'] !== sum)
    throw new Error('The list of the cluster’s files is damaged (backup_manifest)')
  // A number of 64 bits, which JSON.parse would round.
  const system = /"System-Identifier": (\d+)/.exec(text)?.[1] ?? ''
  const files = written.Files.map(({ Path = '', Size, Checksum = '' }): [string, ManifestFile] => [
    Path,
    { size: Size, sha256: Checksum },
  ])
  return { system, files: new Map(files) }
}

function parse(text: string): Written | undefined {
  try {
    return JSON.parse(text) as Written // its sum is compared before anything of it is used
  } catch {
    return undefined
  }
}
