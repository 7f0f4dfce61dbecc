import type { DialectDescription, DialectParameter } from '@quoin/contract/webhooks.ts'
import type { SignatureScheme } from '@quoin/core/callbacks/endpoint.ts'
import { readParameters } from '@quoin/core/callbacks/fill-text.ts'
import { callbackVocabulary, findCallbackMacro } from '@quoin/core/callbacks/macros.ts'
import type { Dialect } from '../../../dialects/dialect.ts'
import { dialects } from '../../../dialects/dialects.ts'

/** The request of each dialect, for the OpenAPI document. */
export function describeDialects(): readonly DialectDescription[] {
  return dialects.map((dialect) => {
    const { name, title, method, signature, success } = dialect
    const digest = signature === null ? undefined : describeSignature(signature)
    const own = readParameters(dialect.parameters).map((one) => describeParameter(one, dialect))
    const isInQuery = signature !== null && 'parameter' in signature.into
    return {
      name,
      title,
      method,
      parameters: digest !== undefined && isInQuery ? [...own, digest] : own,
      headers: digest !== undefined && !isInQuery ? [digest] : [],
      answer:
        success.okBody === null
          ? 'Your server has it.'
          : `Your server has it, and says so: one of ${success.okBody.split('|').join(' ')}`,
    }
  })
}

function describeParameter(
  { name, value }: { name: string; value: string },
  { words }: Dialect,
): DialectParameter {
  const macro = findCallbackMacro(value.replace(/^\{|\}$/g, ''))
  if (macro === undefined) return { name, description: 'Always the same.', words: [value] }
  const description = `${callbackVocabulary[macro].means}; our macro {${macro}}`
  return macro === 'status'
    ? { name, description, words: [...new Set(Object.values(words))] }
    : { name, description }
}

function describeSignature({ hash, over, into, encoding = 'hex' }: SignatureScheme): DialectParameter {
  const signed = typeof over === 'string' ? partNames[over] : `the text ${over.text}`
  const name = 'parameter' in into ? into.parameter : into.header
  return { name, description: `the signature: ${hash} over ${signed}, written as ${encoding}` }
}

const partNames: Readonly<Record<Exclude<SignatureScheme['over'], object>, string>> = {
  url: 'the whole address without this parameter',
  body: 'the whole body',
  sorted_query: 'the parameters in the order of their names',
}
