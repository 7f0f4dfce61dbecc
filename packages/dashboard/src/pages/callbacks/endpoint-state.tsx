const looks = {
  healthy: ['success', 'Healthy'],
  failing: ['warning', 'Failing'],
  dead: ['danger', 'Disabled'],
  paused: ['neutral', 'Paused'],
} as const

/** How an endpoint fares, in one word. */
export function EndpointState({ state }: { readonly state: keyof typeof looks }) {
  const [tone, word] = looks[state]
  return <span className={`chip ${tone}`}>{word}</span>
}
