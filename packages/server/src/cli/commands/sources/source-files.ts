import { readFile, writeFile } from 'node:fs/promises'
import { invalidRequest } from '@quoin/core/errors.ts'
import { InvalidArgumentError } from 'commander'

/** A key on the command line would stand in the list of processes and in the shell's history. */
export async function readKey(file: string): Promise<string> {
  return (await readWhole(file, 'key')).trim()
}

export async function readMappingFile(file: string): Promise<unknown> {
  const text = await readWhole(file, 'mapping')
  try {
    return JSON.parse(text)
  } catch {
    throw invalidRequest('The file with the mapping is no JSON.')
  }
}

/** A file that is there already may be somebody's work. */
export async function writeMappingFile(file: string, mapping: object): Promise<void> {
  try {
    await writeFile(file, `${JSON.stringify(mapping, null, 2)}\n`, { flag: 'wx' })
  } catch {
    throw invalidRequest('The file for the mapping is there already, or cannot be written.')
  }
}

async function readWhole(file: string, subject: string): Promise<string> {
  try {
    return await readFile(file === '-' ? '/dev/stdin' : file, 'utf8')
  } catch {
    throw invalidRequest(`The file with the ${subject} cannot be read.`)
  }
}

export function collectSetting(
  text: string,
  before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const [, setting, value] = /^([a-z0-9_]+)=(.*)$/s.exec(text) ?? []
  if (setting === undefined || value === undefined)
    throw new InvalidArgumentError('It must look like api_host=api.eflow.team.')
  return { ...before, [setting]: value }
}
