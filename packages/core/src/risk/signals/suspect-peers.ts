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
      `accounts of about the same age ${what} are more suspect than usual, by ${(peers?.[kind] ?? 0).toFixed(1)} points`,
  }
}

export const suspectLine = suspectPeers('line', 'suspect_line', 'on the same line')
export const suspectNetwork = suspectPeers('network', 'suspect_network', 'on other lines of the same network')
export const suspectDrawing = suspectPeers('drawing', 'suspect_drawing', 'whose browser draws the same')
export const suspectBuild = suspectPeers('build', 'suspect_build', 'on machines of the same build')
export const suspectOffers = suspectPeers('offers', 'suspect_offers', 'that did the same offers')
