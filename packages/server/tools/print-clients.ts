import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { operations } from '@quoin/contract/operations.ts'

/** `npm run clients:print` renews the methods of the clients for PHP and Python, from the table that OpenAPI is printed from. */
const folder = fileURLToPath(new URL('../../../clients/', import.meta.url))
const twins = new Set(['listActivity', 'eraseUser'])

interface Method {
  readonly name: string
  readonly summary: string
  readonly http: string
  readonly path: string
  readonly inPath: readonly string[]
  readonly query: readonly string[]
  readonly body: readonly string[]
  /** Required ones first. */
  readonly parameters: readonly { readonly name: string; readonly isRequired: boolean }[]
}

/**
 * The operations that a publisher's server calls. Where one thing has two addresses, the one with the user in the query
 * is taken: ids may have slashes.
 */
const methods: readonly Method[] = operations
  .filter(({ id, proof }) => proof.startsWith('key+secret') && !twins.has(id))
  .map(({ id, summary, method, path, pathParameters = {}, query, body }) => {
    const all = Object.entries({ ...pathParameters, ...query, ...body })
    const inPath = Object.keys(pathParameters)
    // One that another may stand for is given by whoever needs it: the service tells what is missing.
    const known = all.map(([name, { required, unless }]) => ({
      name,
      isRequired: (required === true && unless === undefined) || inPath.includes(name),
    }))
    return {
      name: id.replace(/(OfUser|ByQuery)$/, ''),
      summary,
      http: method,
      path,
      inPath,
      query: Object.keys(query ?? {}),
      body: Object.keys(body ?? {}),
      parameters: [
        ...known.filter(({ isRequired }) => isRequired),
        ...known.filter(({ isRequired }) => !isRequired),
      ],
    }
  })

/** A word of the language itself has a stroke behind it. */
function pythonName(name: string): string {
  return name === 'from' ? 'from_' : name
}

function printPython({ name, summary, http, path, inPath, query, body, parameters }: Method): string {
  const isClaim = name === 'createConversion'
  const given = [
    ...parameters.map(({ name: own, isRequired }) => `${pythonName(own)}${isRequired ? '' : '=None'}`),
    ...(isClaim ? ['idempotency_key=None'] : []),
  ]
  const dict = (names: readonly string[]) =>
    `{${names.map((one) => `"${one}": ${pythonName(one)}`).join(', ')}}`
  const address = inPath.reduce(
    (text, one) => text.replace(`{${one}}`, `{urllib.parse.quote(str(${one}), safe='')}`),
    path,
  )
  const headers = isClaim ? ', {"idempotency-key": idempotency_key}' : ''
  const sent = http === 'POST' ? `, ${dict(body)}${headers}` : ''
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return `    def ${snake}(self, *, ${given.join(', ')}):
        """${summary}"""
        return self._call("${http}", ${inPath.length > 0 ? 'f' : ''}"${address}", ${dict(query)}${sent})`
}

function printPhp({ name, summary, http, path, inPath, query, body, parameters }: Method): string {
  const isClaim = name === 'createConversion'
  const given = [
    ...parameters.map((one) => (one.isRequired ? `mixed $${one.name}` : `mixed $${one.name} = null`)),
    ...(isClaim ? ['?string $idempotencyKey = null'] : []),
  ]
  const array = (names: readonly string[]) => `[${names.map((one) => `'${one}' => $${one}`).join(', ')}]`
  const address = inPath.reduce(
    (text, one) => text.replace(`{${one}}`, `' . rawurlencode((string) $${one}) . '`),
    `'${path}'`,
  )
  const headers = isClaim ? ", ['idempotency-key' => $idempotencyKey]" : ''
  const sent = http === 'POST' ? `, ${array(body)}${headers}` : ''
  return `    /** ${summary} */
    public function ${name}(${given.join(', ')}): array
    {
        return $this->call('${http}', ${address.replace(/ \. ''$/, '')}, ${array(query)}${sent});
    }`
}

const clients = { 'quoin.py': printPython, 'Quoin.php': printPhp } as const

/** Each client's file as it is, and as it should be. */
export function renewClients(): readonly {
  readonly file: string
  readonly text: string
  readonly renewed: string
}[] {
  return Object.entries(clients).map(([name, print]) => {
    const file = `${folder}${name}`
    const text = readFileSync(file, 'utf8')
    const printed = methods.map(print).join('\n\n')
    const renewed = text.replace(
      /( +\S+ printed: methods\n)[\s\S]*?( +\S+ \/printed)/,
      (_all, start: string, end: string) => `${start}\n${printed}\n\n${end}`,
    )
    return { file, text, renewed }
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { file, renewed } of renewClients()) writeFileSync(file, renewed)
