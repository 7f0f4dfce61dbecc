import { timesOf } from '../count-of.ts'
import type { PeerKind } from '../peers.ts'
import { shareAlong, type Signal } from '../signal.ts'

/** In natural-log odds above what is usual of all: honest neighbours speak for someone. */
const steps = [
  [-0.6, -0.6],
  [0, 0],
  [0.4, 0.5],
  [1.2, 1],
] as const

function suspectPeers(kind: PeerKind, name: string, what: string): Signal {
  return {
    name,
    group: 'peers',
    read: ({ peers }) => peers && shareAlong(steps, peers[kind]),
    describe: ({ peers }) =>
      `accounts of about the same age ${what} are ${timesOf(Math.exp(peers?.[kind] ?? 0))} as suspect as is usual`,
  }
}

export const suspectLine = suspectPeers('line', 'suspect_line', 'over the same connection')
export const suspectNetwork = suspectPeers(
  'network',
  'suspect_network',
  'over other connections of the same provider',
)
export const suspectDrawing = suspectPeers('drawing', 'suspect_drawing', 'whose browser draws the same')
export const suspectBuild = suspectPeers('build', 'suspect_build', 'on machines that are built alike')
export const suspectChoices = suspectPeers('choices', 'suspect_choices', 'that chose the same rare offers')
export const suspectOffers = suspectPeers('offers', 'suspect_offers', 'that did the same offers')
