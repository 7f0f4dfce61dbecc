import type { Evidence } from './review-words.ts'
import { outcomeOf } from './link-outcome.ts'

type Links = Evidence['links']

const rowHeight = 44
const columns = { self: 90, device: 300, user: 470 }
const width = 640

interface Spot {
  readonly x: number
  readonly y: number
}

/** The user, their devices and who else was on those: three columns, so that lines never hide names. */
export function LinkGraph({ links, userId }: { readonly links: Links; readonly userId: string }) {
  const { users, devices, edges, self } = links
  const height = Math.max(users.length, devices.length, 2) * rowHeight + 16
  const spots = new Map<string, Spot>([
    [self, { x: columns.self, y: height / 2 }],
    ...spread(devices, columns.device, height),
    ...spread(users, columns.user, height),
  ])
  return (
    <svg
      className="link-graph"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={describe(links, userId)}
    >
      {edges.map(({ device, user }) => {
        const [from, to] = [spots.get(device), spots.get(user)]
        if (!from || !to) return null
        const middle = (from.x + to.x) / 2
        return (
          <path
            key={`${device} ${user}`}
            className={user === self ? 'edge own' : 'edge'}
            d={`M${from.x} ${from.y}C${middle} ${from.y} ${middle} ${to.y} ${to.x} ${to.y}`}
          />
        )
      })}
      {devices.map(({ key, users: seen }) => (
        <DeviceMark key={key} spot={spots.get(key)} name={key} seen={seen} />
      ))}
      <Node spot={spots.get(self)} tone="self" title={userId} note="this one" isBelow />
      {users.map((user) => {
        const { word, tone } = outcomeOf(user)
        const title = user.user_id ?? `unknown ${user.key}`
        return <Node key={user.key} spot={spots.get(user.key)} tone={tone} title={title} note={word} />
      })}
    </svg>
  )
}

function spread(nodes: readonly { readonly key: string }[], x: number, height: number): [string, Spot][] {
  return nodes.map(({ key }, index) => [key, { x, y: ((index + 0.5) * height) / nodes.length }])
}

interface NodeProps {
  readonly spot: Spot | undefined
  readonly tone: string
  readonly title: string
  readonly note: string
  readonly isBelow?: boolean
}

function Node({ spot, tone, title, note, isBelow = false }: NodeProps) {
  if (!spot) return null
  const at = isBelow
    ? ({ x: spot.x, y: spot.y + 30, anchor: 'middle' } as const)
    : ({ x: spot.x + 18, y: spot.y - 1, anchor: 'start' } as const)
  return (
    <g className={`node ${tone}`}>
      <circle cx={spot.x} cy={spot.y} r={12} />
      <path
        d={`M${spot.x - 5} ${spot.y + 6}a5 5 0 0 1 10 0M${spot.x - 2.5} ${spot.y - 3}a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0`}
      />
      <text x={at.x} y={at.y} textAnchor={at.anchor}>
        {shorten(title)}
        <title>{title}</title>
      </text>
      <text x={at.x} y={at.y + 13} textAnchor={at.anchor} className="note">
        {note}
      </text>
    </g>
  )
}

function DeviceMark({
  spot,
  name,
  seen,
}: {
  readonly spot: Spot | undefined
  readonly name: string
  readonly seen: number
}) {
  if (!spot) return null
  return (
    <g className="node device">
      <rect x={spot.x - 12} y={spot.y - 12} width={24} height={24} rx={6} />
      <path d={`M${spot.x - 4} ${spot.y - 7}h8v14h-8zM${spot.x - 1} ${spot.y + 4}h2`} />
      <text x={spot.x} y={spot.y + 25} textAnchor="middle" className="note">
        {name} · {seen} users
      </text>
    </g>
  )
}

function shorten(text: string): string {
  return [...text].length > 18 ? `${[...text].slice(0, 17).join('')}…` : text
}

function describe({ users, devices }: Links, userId: string): string {
  const names = users.map((user) => `${user.user_id ?? 'an unknown user'} (${outcomeOf(user).word})`)
  return `${userId} shares ${devices.length} devices with ${names.join(', ')}.`
}
