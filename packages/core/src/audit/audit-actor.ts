import type { KnownThing, KnownThings } from './change-facts.ts'

/** Whoever did something: a person, a program with a token or key, a command on the server, or Quoin by itself. */
type ActorKind = 'person' | 'program' | 'command' | 'quoin'

export interface ToldActor {
  readonly kind: ActorKind
  readonly name: string
  /** Two letters for a circle; null unless it is a person. */
  readonly initials: string | null
  /** The publisher whose person or program it is; null for those of the platform. */
  readonly publisher: KnownThing | null
}

interface ActorForm {
  readonly start: string
  readonly kind: ActorKind
  readonly name: (rest: string, thing: KnownThing | undefined) => string
}

const forms: readonly ActorForm[] = [
  { start: 'person:', kind: 'person', name: (email, thing) => thing?.name ?? email },
  {
    start: 'token:',
    kind: 'program',
    name: (name) => (name === 'OPERATOR_TOKEN' ? 'A program with the operator token' : `The program ${name}`),
  },
  {
    start: 'publisher-token:',
    kind: 'program',
    name: (rest) => `The program ${rest.slice(rest.indexOf('/') + 1)}`,
  },
  {
    start: 'api_key:',
    kind: 'program',
    name: (_id, thing) => (thing ? `The server of ${thing.name}` : 'An app'),
  },
]

const ownNames = new Set(['server', 'quoin'])
/** Commands name nobody unless they are told to. */
const unnamed = new Set(['cli', 'operator'])

export function tellActor(actor: string, things: KnownThings): ToldActor {
  if (ownNames.has(actor)) return { kind: 'quoin', name: 'Quoin', initials: null, publisher: null }
  const known = things.get(actor)
  const form = forms.find(({ start }) => actor.startsWith(start))
  if (form === undefined) {
    const name = unnamed.has(actor) ? 'Somebody on the server' : `${actor} on the server`
    return { kind: 'command', name, initials: null, publisher: null }
  }
  const name = form.name(actor.slice(form.start.length), known)
  const initials = form.kind === 'person' ? initialsOf(name) : null
  return { kind: form.kind, name, initials, publisher: known?.owner ?? null }
}

/** MS for Mira Sand, and the first two letters of one word. */
function initialsOf(name: string): string {
  const words = name.split(/[\s@]+/).filter((word) => word !== '')
  const letters =
    words.length > 1 ? [first(words[0]), first(words.at(-1))] : [...(words[0] ?? '?')].slice(0, 2)
  return letters.join('').toUpperCase()
}

function first(word: string | undefined): string {
  return [...(word ?? '')][0] ?? ''
}
