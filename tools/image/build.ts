import { parseArgs } from 'node:util'
import { openBuildah } from './buildah.ts'
import { buildImage } from './build-image.ts'
import { makeBases } from './make-bases.ts'

/**
 * `npm run image`: builds the image of these sources where no registry of images can be reached, with buildah and
 * mmdebstrap, and prints its size. `--tag NAME` names it (localhost/quoin), `--storage FOLDER` puts it into a folder of its
 * own, and `--base IMAGE --build-base IMAGE` begin with images that are already there.
 */
const { values } = parseArgs({
  options: {
    tag: { type: 'string', default: 'localhost/quoin' },
    storage: { type: 'string' },
    base: { type: 'string' },
    'build-base': { type: 'string' },
  },
})
const { base, 'build-base': buildBase } = values
if ((base === undefined) !== (buildBase === undefined)) throw new Error('Name both bases, or none.')
const buildah = openBuildah(values.storage)
const bases = base === undefined || buildBase === undefined ? makeBases(buildah) : { base, buildBase }
const bytes = buildImage(buildah, values.tag, bases)
console.log(`${values.tag}: ${Math.round(bytes / 1e6)} MB`)
