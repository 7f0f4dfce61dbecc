import highlighter from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import go from 'highlight.js/lib/languages/go'
import http from 'highlight.js/lib/languages/http'
import ini from 'highlight.js/lib/languages/ini'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import nginx from 'highlight.js/lib/languages/nginx'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import shell from 'highlight.js/lib/languages/shell'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import { escapeText } from './escape-text.ts'

/** The languages of the documents' examples; each brings its other names. */
const languages = { bash, go, http, ini, javascript, json, nginx, php, python, shell, typescript, xml }
for (const [name, language] of Object.entries(languages)) highlighter.registerLanguage(name, language)

/** An example as HTML; one of a language that is not known, or of none, is text. */
export function highlight(code: string, language: string): string {
  const bodyAt = code.indexOf('\n\n')
  if (language !== 'http' || bodyAt < 0) return colour(code, language)
  // The library would try every language on the body: 70 ms for the first request.
  const body = code.slice(bodyAt)
  const ofBody = body.trimStart().startsWith('{') ? 'json' : ''
  return colour(code.slice(0, bodyAt), language) + colour(body, ofBody)
}

function colour(code: string, language: string): string {
  if (highlighter.getLanguage(language) === undefined) return escapeText(code)
  return highlighter.highlight(code, { language, ignoreIllegals: true }).value
}
