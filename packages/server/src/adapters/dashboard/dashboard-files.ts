import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const standardFolder = fileURLToPath(new URL('../../../../dashboard/dist', import.meta.url))

/** One file of the built pages, as it is sent. */
interface DashboardAsset {
  readonly bytes: Buffer
  readonly contentType: string
  readonly encoding: 'br' | 'gzip' | undefined
}

/** By the end of the name; whatever else stands in the folder is not served. */
const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

const endings = { br: '.br', gzip: '.gz' } as const

/** Names are made by the build: letters, digits, `_` and `-`, then a digest. No other one is looked for. */
const assetName = /^[\w-]+(?:\.[\w-]+)*\.(js|css|svg|woff2)$/

/** Bytes of assets that are kept in memory; all of today's pages together are a third of it. */
const keptMaxBytes = 6 * 1024 * 1024

/** The built pages of the dashboard. Nothing is read before somebody asks for it. */
export class DashboardFiles {
  readonly #folder: string
  readonly #kept = new Map<string, Buffer>()
  #keptBytes = 0
  #index: string | undefined

  constructor(folder = standardFolder) {
    this.#folder = folder
  }

  /** The page itself with a nonce in its places; undefined while the pages are not built. */
  async readIndex(nonce: string): Promise<string | undefined> {
    this.#index ??= (await this.#find('index.html'))?.toString()
    return this.#index?.replaceAll('__NONCE__', nonce)
  }

  /** One file under `assets/`, in the best encoding that the reader takes. */
  async findAsset(name: string, accepts: string): Promise<DashboardAsset | undefined> {
    const contentType = contentTypes[assetName.exec(name)?.[1] ?? '']
    if (contentType === undefined) return undefined
    for (const encoding of ['br', 'gzip'] as const) {
      if (!takes(accepts, encoding)) continue
      const bytes = await this.#keep(`assets/${name}${endings[encoding]}`)
      if (bytes) return { bytes, contentType, encoding }
    }
    const bytes = await this.#keep(`assets/${name}`)
    return bytes && { bytes, contentType, encoding: undefined }
  }

  async #keep(path: string): Promise<Buffer | undefined> {
    const known = this.#kept.get(path)
    if (known) return known
    const bytes = await this.#find(path)
    if (!bytes || this.#keptBytes + bytes.length > keptMaxBytes) return bytes
    this.#keptBytes += bytes.length
    this.#kept.set(path, bytes)
    return bytes
  }

  async #find(path: string): Promise<Buffer | undefined> {
    try {
      return await readFile(join(this.#folder, path))
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    }
  }
}

/** `gzip;q=0` refuses it; whatever else is said about its quality does not matter to two encodings. */
function takes(accepts: string, encoding: string): boolean {
  return accepts
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .some((one) => one === encoding || (one.startsWith(`${encoding};`) && !/;\s*q=0(?:\.0*)?$/.test(one)))
}
