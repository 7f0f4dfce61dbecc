import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { unavailable } from '@quoin/core/errors.ts'
import { type Language, languages } from '@quoin/core/languages/languages.ts'
import { namedCategories } from '@quoin/core/wall/find-named-categories.ts'
import type { WallWords } from '@quoin/core/languages/words/words.ts'
import type { WallPageModel } from '@quoin/wall/model.ts'

/** A file of the wall as it is sent. */
interface WallFile {
  readonly contentType: string
  readonly plain: Buffer
  readonly brotli: Buffer
  readonly gzip: Buffer
  /** Its name holds its content. */
  readonly isImmutable: boolean
}

interface Built {
  readonly render: (
    model: WallPageModel,
    parts: { words: WallWords; script: string; nonce: string },
  ) => string
  readonly script: string
}

const dist = new URL('../../../../wall/dist/', import.meta.url)
const loader = new URL('../../../../sdk/dist/sdk.js', import.meta.url)
const names = /^[\w.-]+\.(js|css)$/
const retryAfterSec = 60

/** The wall as Vite has built it: its pages, drawn on the server, and its scripts. Loaded when the first visitor comes. */
export class WallFiles {
  #built: Promise<Built> | undefined
  readonly #files = new Map<string, Promise<WallFile | undefined>>()

  async render(model: WallPageModel, nonce: string): Promise<string> {
    const { render, script } = await this.#load()
    const { wall } = await languages[model.frame.language].words()
    return render(model, { words: wall, script, nonce })
  }

  async categoryWords(language: Language): Promise<Readonly<Record<string, string>>> {
    const { wall } = await languages[language].words()
    return Object.fromEntries(namedCategories.map((slug) => [slug, wall[slug]]))
  }

  /** Undefined for what there is not. */
  async file(name: string): Promise<WallFile | undefined> {
    if (!names.test(name)) return undefined
    const known = this.#files.get(name)
    if (known) return await known
    const reading = readWhole(name)
    const file = await reading
    // Files that do not exist have any number of names, and are not kept.
    if (file) this.#files.set(name, reading)
    return file
  }

  async #load(): Promise<Built> {
    this.#built ??= loadBuilt()
    try {
      return await this.#built
    } catch (cause) {
      this.#built = undefined
      const message = 'The wall is not built: run `npm run prepare`.'
      throw unavailable(message, { retryAfterSec, cause })
    }
  }
}

async function loadBuilt(): Promise<Built> {
  const manifest = JSON.parse(await readFile(new URL('client/manifest.json', dist), 'utf8')) as Manifest
  const { renderPage } = (await import(new URL('server/render.js', dist).href)) as BuiltModule
  const script = `/wall/assets/${manifest['src/client.tsx']?.file ?? ''}`
  return { render: renderPage, script }
}

// Both are written by our own build.
type Manifest = Readonly<Record<string, { readonly file: string }>>
interface BuiltModule {
  readonly renderPage: Built['render']
}

async function readWhole(name: string): Promise<WallFile | undefined> {
  const path = fileURLToPath(name === 'sdk.js' ? loader : new URL(`client/${name}`, dist))
  const plain = await readFile(path).catch(() => undefined)
  if (plain === undefined) return undefined
  const contentType = name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8'
  return {
    contentType,
    plain,
    brotli: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    gzip: gzipSync(plain, { level: 9 }),
    isImmutable: name !== 'sdk.js',
  }
}
