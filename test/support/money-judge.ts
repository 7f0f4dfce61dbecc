import assert from 'node:assert/strict'
import type { Row, Told } from './money-scene.ts'

/** '' is what an offer without goals calls its only one; with goals that is `install`. */
const sameGoal = (one: Row, other: Row): boolean => (one.goal || 'install') === (other.goal || 'install')

/** Whether two conversions are of one transaction; a publisher's own ids are its own. */
function isSame(one: Row, other: Row): boolean {
  if (one.offer !== other.offer || one.isTest !== other.isTest || !sameGoal(one, other)) return false
  if (one.txns.some((id) => other.txns.includes(id) || id === other.claimTxn)) return true
  if (one.claimTxn === null) return false
  return other.txns.includes(one.claimTxn) || (one.app === other.app && one.claimTxn === other.claimTxn)
}

const isHeld = ({ status, reason }: Row): boolean =>
  status === 'pending' && reason !== null && reason !== 'claim'

/** A rejection ends a conversion that its network reported as pending; one that it approved is reversed. */
const standsAgainst = ({ heard }: Row, status: Told['status']): boolean =>
  status === 'rejected' && heard === 'approved'

/** A report that was answered as one already known. */
const isRepeated = ({ kind, isDuplicate, note }: Told): boolean =>
  kind === 'report' && isDuplicate === true && note !== 'payout_updated'

/** A repeat, sent again or replayed, may add the transaction that the first report left out, and nothing else. */
function withoutAdded(told: Told, was: Row | undefined, row: Row): Row {
  const isReplay = told.kind === 'replay'
  const added = [told, ...(told.parts ?? [])].some(
    (part) => isRepeated(part) && part.conversionId === row.id && row.txns[0] === part.txn,
  )
  return (isReplay || added) && was?.txns.length === 0 && row.txns.length === 1 ? { ...row, txns: [] } : row
}

const isOver = new Set(['rejected', 'reversed'])

/** Its network stands by it, and a person does not. */
const isRefused = ({ reason, heard }: Row): boolean =>
  (reason === 'refused' || reason === 'withheld') && (heard === 'approved' || heard === 'pending')

interface Paid {
  readonly row: Row
  readonly rows: readonly Row[]
  readonly nowMs: number
}

const isGiven = ({ kind }: Told): boolean => kind.startsWith('confirm') || kind.startsWith('give')

/** Finds events that may never happen, by what was told and what is stored; it knows no rule of the product. */
export class Judge {
  rows: readonly Row[] = []
  readonly #said = new Map<string, Set<string>>()
  readonly #ended = new Map<string, Row>()
  readonly #held = new Set<string>()
  readonly #lifted = new Set<string>()
  readonly #takenBack = new Set<string>()

  look(told: Told, rows: readonly Row[], nowMs: number): void {
    const before = new Map(this.rows.map((row) => [row.id, row]))
    const isSilent =
      told.kind === 'dry run' || told.kind === 'nothing' || told.http === 400 || told.kind === 'wait'
    const isRepeat = isRepeated(told)
    if (isSilent || isRepeat || (told.kind === 'claim' && told.isDuplicate)) {
      const plain = isRepeat ? rows.map((row) => withoutAdded(told, before.get(row.id), row)) : rows
      assert.deepEqual(plain, this.rows, 'what changes nothing changed something')
    }
    this.#hear(told, before, rows)
    const decided = told.conversionId
    if (decided !== undefined && isGiven(told)) this.#lifted.add(decided)
    if (decided !== undefined && told.kind.startsWith('give')) this.#takenBack.delete(decided)
    if (decided !== undefined && told.kind.startsWith('take_back')) this.#takenBack.add(decided)
    for (const { id, status } of rows)
      if (this.#takenBack.has(id)) assert.ok(isOver.has(status), `${told.kind} gave what a person took back`)
    for (const row of rows) {
      const was = before.get(row.id)
      assert.equal(row.events, row.version, 'a step without its event')
      assert.equal(row.told, row.version, 'a step without its callback')
      assert.equal(row.owed, row.status === 'approved' && !row.isTest ? row.payout : 0, 'owed is not earned')
      if (was && was.version === row.version) {
        const kept = told.kind === 'erase' ? { userId: '', claimTxn: '' } : {}
        assert.deepEqual(
          { ...withoutAdded(told, was, row), ...kept },
          { ...was, ...kept },
          'a change without a version',
        )
      }
      if (row.status === 'approved' && was?.status !== 'approved') this.#pay(told, was, { row, rows, nowMs })
    }
    // A person lifts what held it; what holds it now is new.
    for (const id of this.#lifted) this.#held.delete(id)
    this.#lifted.clear()
    for (const row of rows) if (isHeld(row)) this.#held.add(row.id)
    this.#once(rows)
    this.rows = rows
  }

  /** Notes the network's reports of a conversion, and checks that those that take money back were heard. */
  #hear(told: Told, before: ReadonlyMap<string, Row>, rows: readonly Row[]): void {
    for (const row of rows) if (row.heard === 'reversed') this.#ended.set(row.id, row)
    if (told.kind !== 'report' || told.http !== 200 || told.conversionId === undefined || !told.status) return
    const row = rows.find(({ id }) => id === told.conversionId)
    assert.ok(row, 'the conversion of an answer is there')
    const { status, txn } = told
    const isOf = (one: Row | undefined): boolean => one?.txns.includes(txn ?? '') === true
    const meant = rows.find((one) => one.click === row.click && one.id !== row.id && isOf(before.get(one.id)))
    if (status === 'reversed' && !told.goal && meant !== undefined)
      assert.ok(isOf(before.get(row.id)), 'another transaction was taken back than was named')
    if (told.note !== 'superseded') {
      const said = this.#said.get(row.id) ?? new Set()
      if (said.has('approved') && status === 'reversed') this.#ended.set(row.id, row)
      this.#said.set(row.id, said.add(status))
    }
    if (status === 'approved' || status === 'pending') return
    assert.notEqual(row.status, 'approved', 'it was taken back and stays paid')
    assert.notEqual(row.reason, 'hold', 'it was taken back and will be paid')
    // A conversion that was there was taken back; a new one took nothing back.
    if (before.has(row.id)) return
    const paid = rows.find(
      (one) =>
        one.offer === row.offer &&
        one.isTest === row.isTest &&
        sameGoal(one, row) &&
        one.id !== row.id &&
        (one.status === 'approved' || (isHeld(one) && told.txn !== null && !standsAgainst(one, status))) &&
        (told.txn === null ? one.click === told.click : one.txns.includes(told.txn ?? '')),
    )
    assert.equal(paid, undefined, 'what takes money back was lost in another conversion')
  }

  #pay(told: Told, was: Row | undefined, { row, rows, nowMs }: Paid): void {
    const isPerson = isGiven(told) && told.conversionId === row.id
    const isTime = told.kind === 'release' && was?.reason === 'hold' && (was.releaseMs ?? nowMs + 1) <= nowMs
    if (this.#held.has(row.id)) assert.ok(isPerson || isTime, `a hold was lifted by ${told.kind}`)
    this.#held.delete(row.id)
    if (!isPerson && !isTime) {
      const refused = rows.find((other) => other.id !== row.id && isRefused(other) && isSame(other, row))
      assert.equal(refused, undefined, 'a transaction that a person refused was paid by another click')
    }
    if (told.kind === 'replay')
      assert.notEqual(was?.heard, 'rejected', 'an old approval passed by a rejection')
    const ends = [...this.#ended.values()].filter((one) => one.id === row.id || isSame(one, row))
    assert.deepEqual(ends, [], 'it was paid after its transaction had ended')
  }

  #once(rows: readonly Row[]): void {
    const paid = rows.filter(({ status }) => status === 'approved')
    for (const [at, one] of paid.entries()) {
      const twin = paid.slice(at + 1).find((other) => isSame(one, other))
      assert.equal(twin, undefined, 'a transaction was paid twice')
    }
  }
}
