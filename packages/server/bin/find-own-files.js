// Node asks the disk several times where an import leads, for each of some 5,000 of a start: a quarter of the time that
// loading takes. Ours tell it by themselves: `./name.ts` lies where it says, `@quoin/core/name.ts` in `core/src`.
import module from 'node:module'

const packages = new URL('../../', import.meta.url).href
const inPackage = /^@quoin\/([a-z-]+)\//

module.registerHooks({
  resolve(specifier, context, resolveNext) {
    const url = specifier.endsWith('.ts') && findOwn(specifier, context.parentURL)
    return url ? { url, format: 'module-typescript', shortCircuit: true } : resolveNext(specifier, context)
  },
})

function findOwn(specifier, parentUrl) {
  if (!parentUrl?.startsWith(packages)) return undefined
  if (specifier.startsWith('.')) return join(parentUrl, specifier)
  const [start, name] = inPackage.exec(specifier) ?? []
  return name && `${packages}${name}/src/${specifier.slice(start.length)}`
}

/** A tenth of the time of `new URL`. */
function join(parentUrl, specifier) {
  let end = parentUrl.lastIndexOf('/')
  let begin = specifier.startsWith('./') ? 2 : 0
  for (; specifier.startsWith('../', begin); begin += 3) end = parentUrl.lastIndexOf('/', end - 1)
  return parentUrl.slice(0, end + 1) + specifier.slice(begin)
}
