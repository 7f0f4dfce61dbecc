/** The facts that are filled into the lines. The secret stands in the environment: no page has it. */
interface SnippetFacts {
  readonly baseUrl: string
  readonly apiKey: string
  readonly mode: 'live' | 'test'
}

export const languages = ['curl', 'JavaScript', 'PHP', 'Python', 'Go'] as const
export type Language = (typeof languages)[number]

/** Test keys list the test offers, whose pages report a conversion at the press of a button; live keys those of a user. */
const queries = {
  test: [
    ['userId', 'user-42'],
    ['category', 'test'],
  ],
  live: [
    ['userId', 'user-42'],
    ['country', 'DE'],
    ['platform', 'android'],
  ],
} as const

function queryIn(
  mode: SnippetFacts['mode'],
  write: (name: string, value: string) => string,
  between: string,
) {
  return queries[mode].map(([name, value]) => write(name, value)).join(between)
}

/** A whole program each, that lists offers for a user; a test runs them. */
export const listSnippets: Readonly<Record<Language, (facts: SnippetFacts) => string>> = {
  curl: ({ baseUrl, apiKey, mode }) => `curl -sS -G "${baseUrl}/api/v1/offers" \\
  -H "X-API-Key: ${apiKey}" \\
  -H "X-API-Secret: $API_SECRET" \\
  ${queryIn(mode, (name, value) => `-d ${name}=${value}`, ' ')} -d limit=3`,
  JavaScript: ({ baseUrl, apiKey, mode }) => `const { env } = process

const query = new URLSearchParams({
  ${queryIn(mode, (name, value) => `${name}: '${value}'`, ', ')}, limit: '3',
})
const response = await fetch(\`${baseUrl}/api/v1/offers?\${query}\`, {
  headers: {
    'X-API-Key': '${apiKey}',
    'X-API-Secret': env.API_SECRET ?? '',
  },
})
console.log(JSON.stringify(await response.json(), null, 2))`,
  PHP: ({ baseUrl, apiKey, mode }) => `<?php
$query = http_build_query([
    ${queryIn(mode, (name, value) => `'${name}' => '${value}'`, ', ')},
    'limit' => 3,
]);
$context = stream_context_create(['http' => [
    'header' => [
        'X-API-Key: ${apiKey}',
        'X-API-Secret: ' . getenv('API_SECRET'),
    ],
    'ignore_errors' => true,
]]);
echo file_get_contents("${baseUrl}/api/v1/offers?$query", false, $context), "\\n";`,
  Python: ({ baseUrl, apiKey, mode }) => `import os, urllib.error, urllib.parse, urllib.request

query = urllib.parse.urlencode({
    ${queryIn(mode, (name, value) => `"${name}": "${value}"`, ', ')},
    "limit": 3,
})
request = urllib.request.Request(
    f"${baseUrl}/api/v1/offers?{query}",
    headers={
        "X-API-Key": "${apiKey}",
        "X-API-Secret": os.environ.get("API_SECRET", ""),
    },
)
try:
    print(urllib.request.urlopen(request).read().decode())
except urllib.error.HTTPError as refusal:
    print(refusal.read().decode())`,
  Go: ({ baseUrl, apiKey, mode }) => `package main

import (
	"io"
	"net/http"
	"os"
)

func main() {
	query := "${queryIn(mode, (name, value) => `${name}=${value}`, '&')}&limit=3"
	call, _ := http.NewRequest("GET", "${baseUrl}/api/v1/offers?"+query, nil)
	call.Header.Set("X-API-Key", "${apiKey}")
	call.Header.Set("X-API-Secret", os.Getenv("API_SECRET"))
	answer, err := http.DefaultClient.Do(call)
	if err != nil {
		panic(err)
	}
	defer answer.Body.Close()
	io.Copy(os.Stdout, answer.Body)
}`,
}
