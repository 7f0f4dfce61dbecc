import { timeOfBackup } from '@quoin/core/backup/backup-name.ts'
import type { S3Address } from '../../settings/setting-readers.ts'
import { recordName } from '../backup-record.ts'
import type { BackupRepository } from '../backup-repository.ts'
import { claimName, isMarker } from './claim-name.ts'
import { type ListedObject, listObjects } from './list-objects.ts'
import { ObjectWriter } from './object-writer.ts'
import { readObject } from './read-object.ts'
import { openS3Client, type S3Client } from './s3-client.ts'
import { S3Error } from './s3-error.ts'
import { type S3Settings, s3TargetOf } from './s3-target.ts'
import { hurried, type S3Patience } from './try-again.ts'

interface BucketOptions {
  readonly patience: S3Patience
  /** For tests; else the size of the writer. */
  readonly bytesPerPart?: number
  /** For tests: the keys of a page of a listing. */
  readonly keysMax?: number
}

/** A part of a bucket of S3, with the names of a folder. Nothing is asked before it is used. */
export function openBackupBucket(
  address: S3Address,
  settings: S3Settings,
  { patience, bytesPerPart, keysMax }: BucketOptions,
): BackupRepository {
  const { awsAccessKeyId: accessKeyId, awsSecretAccessKey: secretAccessKey } = settings
  if (accessKeyId === null || secretAccessKey === null)
    throw new Error('Backups to s3:// need AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  const target = s3TargetOf(address, settings, { accessKeyId, secretAccessKey })
  const client = openS3Client(target, patience)
  const remover = openS3Client(target, hurried(patience))
  const root = address.prefix === '' ? '' : `${address.prefix}/`
  const writers = new Set<ObjectWriter>()
  const removed = new Set<string>()
  const seen = new SeenObjects()
  const bounded = keysMax === undefined ? {} : { keysMax }
  return {
    name: target.name,
    async list() {
      const names: string[] = []
      for await (const { prefixes } of listObjects(client, { prefix: root, isFlat: true, ...bounded }))
        names.push(...prefixes.map((prefix) => prefix.slice(root.length, -1)))
      return names.filter((name) => timeOfBackup(name) !== undefined).sort()
    },
    claim: async (name) => await claimName(client, `${root}${name}`),
    async listFolder(folder) {
      const prefix = `${root}${folder}/`
      const names: string[] = []
      for await (const page of listObjects(client, { prefix, isFlat: true, ...bounded })) {
        seen.note(page.objects)
        names.push(...page.objects.map(({ key }) => key.slice(prefix.length)))
        names.push(...page.prefixes.map((below) => below.slice(prefix.length, -1)))
      }
      // Consoles make an object for a folder.
      return names.filter((name) => name !== '' && !isMarker(name))
    },
    find: async (path) => seen.find(`${root}${path}`) ?? (await findObject(client, `${root}${path}`)),
    write(path) {
      const writer: ObjectWriter = new ObjectWriter(client, `${root}${path}`, {
        ...(bytesPerPart === undefined ? {} : { bytesPerPart }),
        hurried: remover,
        onClose: () => writers.delete(writer),
      })
      writers.add(writer)
      // Whoever still copies a backup that was removed would make one without its database.
      if (removed.has(path.split('/')[0] ?? '')) writer.destroy(new Error(`${path} was removed`))
      return writer
    },
    read: (path) => readObject(client, `${root}${path}`),
    async remove(path) {
      const key = `${root}${path}`
      // Without its description it is no backup: one that is half removed never passes for whole.
      const isBackup = timeOfBackup(path) !== undefined
      if (isBackup) removed.add(path)
      // Whoever ends the program removes what is half made, and waits for nothing else.
      await Promise.all([...writers].filter((one) => one.key.startsWith(`${key}/`)).map(closed))
      if (isBackup) await removeObject(remover, `${key}/${recordName}`)
      const isFile = seen.find(key) !== undefined
      seen.forget()
      if (isFile) return await removeObject(remover, key)
      for await (const { objects } of listObjects(remover, { prefix: `${key}/`, ...bounded }))
        await removeObjects(remover, objects)
      await removeObject(remover, key)
    },
  }
}

async function findObject(
  client: S3Client,
  key: string,
): Promise<{ readonly bytes: number; readonly atMs: number } | undefined> {
  try {
    const { headers } = await client.ask({ method: 'HEAD', key })
    return {
      bytes: Number(headers.get('content-length') ?? 0),
      atMs: Date.parse(headers.get('last-modified') ?? ''),
    }
  } catch (error) {
    if (error instanceof S3Error && error.status === 404) return undefined
    throw error
  }
}

async function closed(writer: ObjectWriter): Promise<void> {
  await new Promise<void>((resolve) => {
    writer.once('close', resolve)
    writer.destroy()
  })
}

const removalsAtOnce = 8

async function removeObjects(client: S3Client, objects: readonly ListedObject[]): Promise<void> {
  const left = objects.map(({ key }) => key)
  const work = async (): Promise<void> => {
    for (let key = left.pop(); key !== undefined; key = left.pop()) await removeObject(client, key)
  }
  await Promise.all(Array.from({ length: removalsAtOnce }, work))
}

/** One that is not there counts as removed. */
async function removeObject(client: S3Client, key: string): Promise<void> {
  await client.ask({ method: 'DELETE', key }).catch((error: unknown) => {
    if (!(error instanceof S3Error) || error.status !== 404 || error.code === 'NoSuchBucket') throw error
  })
}

/** A listing has sizes and times: a week of the log is 13,000 pieces, and a request for each would take minutes. */
class SeenObjects {
  readonly #objects = new Map<string, ListedObject & { readonly seenMs: number }>()

  note(objects: readonly ListedObject[]): void {
    if (this.#objects.size + objects.length > seenMax) this.#objects.clear()
    const seenMs = performance.now()
    for (const object of objects) this.#objects.set(object.key, { ...object, seenMs })
  }

  find(key: string): Omit<ListedObject, 'key'> | undefined {
    const object = this.#objects.get(key)
    if (object === undefined || performance.now() - object.seenMs > seenMsMax) return undefined
    return { bytes: object.bytes, atMs: object.atMs }
  }

  forget(): void {
    this.#objects.clear()
  }
}

const seenMax = 50_000
const seenMsMax = 60_000
