import { createHash } from 'node:crypto'

export interface StoredObject {
  readonly bytes: Buffer
  readonly etag: string
  readonly atMs: number
  /** The checksum that came with it. */
  readonly checksum: string | undefined
}

export interface BegunUpload {
  readonly key: string
  readonly isSummed: boolean
  readonly parts: Map<number, StoredObject>
}

/** The objects of a bucket, in memory. */
export interface S3Bucket {
  readonly name: string
  readonly objects: Map<string, StoredObject>
  /** Uploads in parts that have not ended. */
  readonly uploads: Map<string, BegunUpload>
  put(key: string, bytes: Buffer, checksum?: string): StoredObject
}

export function openBucket(name: string): S3Bucket {
  const objects = new Map<string, StoredObject>()
  return {
    name,
    objects,
    uploads: new Map(),
    put(key, bytes, checksum) {
      const object = storedOf(bytes, checksum)
      objects.set(key, object)
      return object
    },
  }
}

export function storedOf(bytes: Buffer, checksum?: string): StoredObject {
  const etag = `"${createHash('md5').update(bytes).digest('hex')}"`
  return { bytes, etag, atMs: Date.now(), checksum }
}
