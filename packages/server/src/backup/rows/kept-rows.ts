import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { CopiedSequence, CopiedTable } from '../../store/copy/copied-tables.ts'
import { type FoundBackup, readFileOf, rowsName, writeBytes } from '../backup-record.ts'
import type { BackupRepository } from '../backup-repository.ts'
import { type FileSum, SummedFile } from '../summed-file.ts'
import { paced } from './paced.ts'
import type { DatabaseRows } from './database-rows.ts'

/** The content of `rows.json` in a logical copy. */
interface KeptRows {
  readonly tables: readonly (CopiedTable & { readonly rows: number })[]
  readonly sequences: readonly CopiedSequence[]
}

const fileOf = ({ name }: Pick<CopiedTable, 'name'>): string => `rows/${name}.copy.zst`

interface KeepRowsNeeds {
  readonly repository: BackupRepository
  readonly name: string
  readonly source: DatabaseRows
  readonly megabytesPerSecond: number
  readonly onProgress: (bytes: number) => void
}

/** Writes a file for each table, and the list of them. */
export async function keepRows(needs: KeepRowsNeeds): Promise<Record<string, FileSum>> {
  const { repository, name, source } = needs
  const files: Record<string, FileSum> = {}
  const tables: KeptRows['tables'][number][] = []
  const pace = paced(needs)
  for (const table of source.tables) {
    const rows = source.read(table)
    const file = new SummedFile(repository.write(`${name}/${fileOf(table)}`))
    const pack = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } })
    await pipeline(rows, pace(), pack, file)
    files[fileOf(table)] = file.sum()
    tables.push({ ...table, rows: countOf(rows) })
  }
  const list: KeptRows = { tables, sequences: await source.sequences() }
  files[rowsName] = await writeBytes(repository, `${name}/${rowsName}`, Buffer.from(JSON.stringify(list)))
  return files
}

/** COPY tells it at its end. */
function countOf(rows: object): number {
  return 'rowCount' in rows ? Number(rows.rowCount) : 0
}

/** The rows of a backup that is a logical copy. Each file fails at its end where it is not as it was written. */
export async function rowsInBackup(repository: BackupRepository, backup: FoundBackup): Promise<DatabaseRows> {
  const text = await buffer(readFileOf(repository, backup, rowsName))
  const { tables, sequences } = JSON.parse(text.toString()) as KeptRows // its sum is sealed
  return {
    schema: backup.record.schema,
    tables,
    read(table) {
      const unpacked = createZstdDecompress()
      const file = readFileOf(repository, backup, fileOf(table))
      file.on('error', (error) => unpacked.destroy(error))
      return file.pipe(unpacked)
    },
    sequences: async () => sequences,
  }
}
