import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { havePackages } from '../../tools/have-packages.ts'
import { repository } from './run-program.ts'

/** The packages of tools/manifests, as far as tests use them. */
interface ManifestPackages {
  /** The documents of a file of this repository, each as plain data. */
  readManifests(path: string): readonly unknown[]
  /** The complaints of a schema, empty where there are none. */
  complaintsOf(schema: object, data: unknown): readonly string[]
  readonly require: NodeJS.Require
}

interface Yaml {
  parseAllDocuments(text: string): readonly { readonly errors: readonly Error[]; toJS(): unknown }[]
}

interface Complaint {
  readonly instancePath: string
  readonly message?: string
  readonly params: object
}

interface Ajv {
  validate(schema: object, data: unknown): boolean
  readonly errors?: readonly Complaint[] | null
}

/** They are installed when a test first asks for them: only tests of manifests read YAML. */
export async function openManifestPackages(): Promise<ManifestPackages> {
  const require = createRequire(join(await havePackages('manifests'), 'package.json'))
  const { parseAllDocuments } = require('yaml') as Yaml
  const { default: Ajv } = require('ajv') as { default: new (options: object) => Ajv }
  return {
    require,
    readManifests(path) {
      return parseAllDocuments(readFileSync(join(repository, path), 'utf8')).map((document) => {
        if (document.errors[0] !== undefined) throw document.errors[0]
        return document.toJS()
      })
    },
    complaintsOf(schema, data) {
      const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
      if (ajv.validate(schema, data)) return []
      return (ajv.errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
      )
    },
  }
}
