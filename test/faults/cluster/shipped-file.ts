import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../../support/run-program.ts'

export const shippedFolder = join(repository, 'deploy', 'ha')

/** A file of deploy/ha with its `@…@` replaced: the laboratory runs what is shipped, and no copy of it. */
export function fillShippedFile(name: string, values: Readonly<Record<string, string | number>>): string {
  const text = readFileSync(join(shippedFolder, name), 'utf8')
  return text.replaceAll(/@([A-Z0-9_]+)@/g, (_whole, key: string) => {
    const value = values[key]
    if (value === undefined) throw new Error(`${name} asks for ${key}, which nothing fills`)
    return String(value)
  })
}
