import { buffer } from 'node:stream/consumers'
import type { BackupVerdict } from '../ports/backups.ts'
import { writeBytes } from './backup-record.ts'
import type { BackupRepository } from './backup-repository.ts'

/** The verdict of the last trial lies beside the backup, in a file that can be written anew. */
const verdictName = 'verified.json'

export async function writeVerdict(repository: BackupRepository, verdict: BackupVerdict): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(verdict, null, 2)}\n`)
  await writeBytes(repository, `${verdict.backup}/${verdictName}`, text)
}

/** Undefined where there is none that can be read. */
export async function findVerdict(
  repository: BackupRepository,
  backup: string,
): Promise<Pick<BackupVerdict, 'isGood' | 'verifiedAt'> | undefined> {
  try {
    const bytes = await buffer(repository.read(`${backup}/${verdictName}`))
    const { isGood, verifiedAt }: Record<string, unknown> = JSON.parse(bytes.toString())
    const isVerdict = typeof isGood === 'boolean' && typeof verifiedAt === 'string'
    return isVerdict ? { isGood, verifiedAt } : undefined
  } catch {
    return undefined
  }
}
