import type { Readable, Writable } from 'node:stream'

/** Where backups are kept. Names are paths with `/`: the backup's own name, and a file of it. */
export interface BackupRepository {
  /** As a person knows it; without secrets. */
  readonly name: string
  /** The names of the backups that are there, whole or not, in the order of time. */
  list(): Promise<string[]>
  /** Takes a name, of a backup or of something else, for whoever asks first; false where it is taken. */
  claim(name: string): Promise<boolean>
  /** The names of what is in a folder of the place; none where there is no folder. */
  listFolder(folder: string): Promise<string[]>
  /** The size of a file and when it came there; undefined where there is none. */
  find(path: string): Promise<{ readonly bytes: number; readonly atMs: number } | undefined>
  /** A file, new or written anew. It is there for good when the stream has finished; one that is destroyed is not. */
  write(path: string): Writable
  /** Throws where there is none. */
  read(path: string): Readable
  /** Removes a backup with all of its files. */
  remove(backup: string): Promise<void>
}
