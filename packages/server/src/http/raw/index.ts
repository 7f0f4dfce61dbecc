/**
 * The door of this room: what stands before the framework, for those who put the server together. README.md says
 * why.
 */
export { answerInTurn } from './answer-in-turn.ts'
export { answerSlabs } from './answer-slabs.ts'
export { answerForNode, answerSocketError } from './answer-sockets.ts'
export { endConnections } from './end-connections.ts'
export { gatherWrites } from './gather-writes.ts'
export { limitPieces } from './limit-pieces.ts'
export { readInTurns } from './read-in-turns.ts'
export { openResponses, type Responses } from './refusal-response.ts'
export { type Priority, shedLoad } from './shed-load.ts'
export {
  type Asked,
  askedOf,
  type FlatHeaders,
  mountShortcut,
  type PlainAnswer,
  type Shortcut,
} from './shortcut.ts'
export { type SocketLimits, standardLimits } from './socket-limits.ts'
