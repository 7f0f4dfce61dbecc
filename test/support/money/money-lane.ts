import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Dice, diceOf } from '../dice.ts'
import { isLoss, meaningOf, saidAfter, type Said, spellings, type Word } from './expected-answer.ts'
import { type Click, goalOf, payoutsOf, statusesAfter, termsOf } from './expected-status.ts'
import { holdToHistory, holdToOnce, type Known, type Shown } from './known-conversion.ts'
import { lossRules, type MoneyPlatform, operatorHeaders, type SetOffer } from './money-platform.ts'
import type { Acknowledged, Asked } from './two-servers.ts'

/** A deed on a conversion, for the judge and for whoever reads the story of a failure. */
interface Step {
  readonly kind: string
  readonly mayChange: boolean
  readonly statuses?: readonly Word[] | undefined
}

interface Report {
  readonly word: Word
  readonly goal: string
  readonly txn: string
}

const stepsOfScene = 40

/** Steps on offers, users and clicks of its own, each judged as soon as it is answered. */
export class MoneyLane {
  /** Those of all scenes, by id. */
  readonly known = new Map<string, Known>()
  readonly counts = new Map<string, number>()
  paid = 0
  readonly #platform: MoneyPlatform
  readonly #dice: Dice
  readonly #name: string
  #offers: SetOffer[] = []
  #clicks: Click[] = []
  #claims: { asked: Asked; answer: string }[] = []
  readonly #claimed = new Set<string>()
  /** Clicks whose transaction was reported on another one, too. */
  readonly #contested = new Set<string>()
  #scene = 0
  #left = 0
  story: string[] = []
  /** The conversions of the present scene. */
  #present = new Map<string, Known>()

  constructor(platform: MoneyPlatform, { seed, name }: { readonly seed: number; readonly name: string }) {
    this.#platform = platform
    this.#dice = diceOf(seed)
    this.#name = name
  }

  async step(): Promise<void> {
    if (this.#left === 0) await this.#openScene()
    this.#left -= 1
    const draw = this.#dice(100)
    if (draw < 48) await this.#report()
    else if (draw < 52) await this.#reportTransactionOfAnother()
    else if (draw < 64) await this.#click()
    else if (draw < 74) await this.#claim()
    else if (draw < 86) await this.#decide()
    else if (draw < 91) await this.#refused()
    else if (draw < 97) await this.#dryRun()
    else await this.#payOut()
    holdToOnce(
      this.#present.values(),
      (id) => this.#offers.find((one) => one.id === id)?.isRepeatable ?? false,
    )
    this.#holdToCaps()
  }

  async #openScene(): Promise<void> {
    this.#scene += 1
    this.#left = stepsOfScene
    this.story = []
    this.#present = new Map()
    this.#clicks = []
    this.#claims = []
    this.#offers = [await this.#addOffer(), await this.#addOffer()]
    for (let made = 0; made < 4; made += 1) await this.#click()
  }

  async #addOffer(): Promise<SetOffer> {
    const kind = this.#dice(4)
    const isRepeatable = kind === 3
    return await this.#platform.addOffer({
      earns: kind === 1 ? undefined : 1_000_000,
      listedRevenue: 1_500_000,
      onLoss: this.#pick(lossRules),
      isHeldForDays: this.#dice(6) === 0,
      cap: this.#dice(3) === 0 ? 1 + this.#dice(3) : undefined,
      isRepeatable,
      goals: kind === 2 ? { install: 1_000_000, level: 2_000_000 } : undefined,
    })
  }

  async #click(): Promise<void> {
    const offer = this.#pick(this.#offers)
    const user = `${this.#name}-${this.#scene}-${this.#dice(4)}`
    const mode = this.#dice(8) === 0 ? this.#platform.test : this.#platform.live
    const query = new URLSearchParams({ offerId: String(offer.id), apiKey: mode.apiKey, userId: user })
    const ask = () => this.#ask({ method: 'GET', path: `/track?${query}` })
    let answer = await ask()
    // A process knows an offer that the other one has made within a second.
    for (let times = 0; answer.text.includes('There is no such offer') && times < 20; times += 1) {
      await sleep(100)
      answer = await ask()
    }
    const id = /click_id=([0-9a-f-]{36})/.exec(answer.location)?.[1]
    this.#tell('click', `${offer.id} ${user} ${mode.isTest} ${id ?? answer.status}`)
    if (id === undefined) {
      // Only what is full is not there.
      assert.ok(offer.cap !== undefined && answer.status === 404, answer.text)
      return
    }
    const reported = this.#pick([1_500_000, 1_500_000, 2_000_000, 3_000_000, 9_000_000, 500_000, 0])
    this.#clicks.push({ id, offer, user, mode, reported, txns: [`${id}-a`, `${id}-b`] })
  }

  async #report(): Promise<void> {
    const click = this.#recentClick()
    if (click === undefined) return
    const word = this.#pick<Word>([
      'pending',
      'approved',
      'approved',
      'approved',
      'rejected',
      'reversed',
      'reversed',
    ])
    // A reversal without a goal may mean any goal of its click.
    const unnamed = word === 'rejected' || word === 'reversed' ? 'install' : ''
    const goal = click.offer.goals === undefined ? '' : this.#pick([unnamed, 'install', 'level'])
    // A report takes over the claim of its click, whatever its transaction: one of its own would be another case.
    const isClaimed = this.#claimed.has(click.id)
    const txn =
      click.offer.isRepeatable && !isClaimed
        ? this.#pick(click.txns)
        : this.#pick(click.offer.isRepeatable ? [click.txns[0]] : [click.txns[0], ''])
    const answer = await this.#ask(this.#postback(click, { word, goal, txn }))
    await this.#judgeReport(click, { word, goal, txn }, answer)
  }

  /** A network that reports one transaction on two clicks: it may be held or refused, and is never paid twice. */
  async #reportTransactionOfAnother(): Promise<void> {
    const click = this.#recentClick()
    const other = this.#clicks.find(
      (one) => one !== click && one.offer === click?.offer && one.mode === click.mode,
    )
    if (click === undefined || other === undefined) return
    const [txn] = other.txns
    for (const one of [click, other]) this.#contested.add(one.id)
    const goal = goalOf(click.offer, '')
    const answer = await this.#ask(this.#postback(click, { word: 'approved', goal: '', txn }))
    this.#tell('another', `${click.id} ${txn}: ${answer.status} ${answer.text}`)
    const before = this.#find(click, goal, txn)
    if (answer.status !== 200) return await this.#look(before, { kind: 'refused report', mayChange: false })
    const { conversion_id: id, duplicate } = answer.data
    const known = this.#present.get(String(id)) ?? this.#learn(String(id), click, { goal, txn })
    // The contract does not say whose the transaction is from now on.
    known.isExact = false
    // Whatever names a transaction after a person has paid does not pay.
    if (duplicate === false && known.shown?.status !== 'approved') known.txns.add(txn)
    await this.#look(known, { kind: 'report', mayChange: duplicate === false || answer.isRepeated })
  }

  #postback(click: Click, { word, goal, txn }: Report, more: Readonly<Record<string, string>> = {}): Asked {
    const query = new URLSearchParams({
      click_id: click.id,
      status: this.#pick(spellings[word]),
      payout: (click.reported / 1e6).toString(),
      ...(txn === '' ? {} : { txn_id: txn }),
      ...(goal === '' ? {} : { goal }),
      ...more,
    })
    return { method: 'GET', path: `/postback?${query}` }
  }

  async #judgeReport(click: Click, report: Report, answer: Acknowledged): Promise<void> {
    const { word } = report
    const goal = goalOf(click.offer, report.goal)
    const before = this.#find(click, goal, report.txn)
    const said: Said = before?.said ?? 'none'
    if (before !== undefined && this.#contested.has(click.id)) before.isExact = false
    // A claim is pending before the network has said anything.
    const isClaimEnded = before !== undefined && said === 'none' && word === 'reversed'
    const meaning = isClaimEnded ? 'news' : meaningOf(said, word)
    const { conversion_id: id, duplicate } = answer.data
    const { offer, reported } = click
    this.#tell(
      'report',
      `${click.id} ${goal} ${said} ${word} ${reported} ${report.txn}: ${answer.status} ${answer.text}`,
    )
    const isRefusedLoss =
      meaning === 'news' && offer.onLoss === 'refuse' && isLoss(termsOf(offer, goal), reported)
    // The contract does not say whether a loss is refused before it is approved.
    const isOpen =
      meaning === 'open' ||
      (isRefusedLoss && word !== 'approved') ||
      this.#contested.has(click.id) ||
      (before !== undefined && !before.isExact)
    if (!isOpen) assert.equal(answer.status, meaning === 'refused' || isRefusedLoss ? 400 : 200, answer.text)
    if (answer.status !== 200) return await this.#look(before, { kind: 'refused report', mayChange: false })
    assert.ok(typeof id === 'string', answer.text)
    const isContested = this.#contested.has(click.id)
    if (before !== undefined && !isContested)
      assert.equal(id, before.id, 'one conversion of a click, a goal and a transaction')
    const known = this.#present.get(id) ?? this.#learn(id, click, { goal, txn: report.txn })
    if (isContested) known.isExact = false
    const isNews = meaning === 'news'
    if (known.isExact && !answer.isRepeated) assert.equal(duplicate, !isNews, answer.text)
    if (isNews && (!isContested || duplicate === false)) {
      if (report.txn !== '') known.txns.add(report.txn)
      known.said = saidAfter(known.said, word)
    }
    // The contract does not say which words may follow.
    if (isClaimEnded || meaning === 'open') known.isExact = false
    const statuses = known.isExact && isNews ? statusesAfter({ word, click, known }, this.#beside) : undefined
    const mayChange = known.isExact ? isNews : duplicate === false || answer.isRepeated
    await this.#look(known, { kind: 'report', mayChange, statuses })
  }

  get #beside() {
    return { clicks: this.#clicks, conversions: this.#present.values() }
  }

  #holdToCaps(): void {
    for (const { id, cap } of this.#offers) {
      const paid = [...this.#present.values()].filter(
        (one) => one.offer === id && !one.isTest && one.shown?.status === 'approved',
      )
      assert.ok(
        cap === undefined || paid.length <= cap,
        `the cap ${cap} of offer ${id} is passed by ${paid.length}`,
      )
    }
  }

  async #claim(): Promise<void> {
    const [repeated] = this.#claims.splice(0, this.#dice(2))
    if (repeated !== undefined) return await this.#claimAgain(repeated)
    const click = this.#recentClick()
    if (click === undefined) return
    const latest = this.#clicks.findLast(
      (one) => one.offer === click.offer && one.user === click.user && one.mode === click.mode,
    )
    if (latest !== click) return
    if (click.offer.isRepeatable && [...this.#present.values()].some((one) => one.click === click.id)) return
    const goal = goalOf(click.offer, '')
    const txn = click.txns[0]
    const before = this.#find(click, goal, txn)
    const headers = { ...click.mode.headers, 'idempotency-key': `${click.id} ${this.#dice(1e9)}` }
    const body = { userId: click.user, offerId: click.offer.id, clickId: click.id, transactionId: txn }
    const asked: Asked = { method: 'POST', path: '/v1/conversions', headers, body }
    const answer = await this.#ask(asked)
    this.#tell('claim', `${click.id}: ${answer.status} ${answer.text}`)
    if (before !== undefined) return await this.#look(before, { kind: 'claim', mayChange: false })
    if (answer.status >= 400) return assert.ok(this.#hasSibling(click), answer.text)
    assert.equal(answer.data['status'], 'pending', answer.text)
    if (!answer.isRepeated && !this.#hasSibling(click)) assert.equal(answer.status, 201, answer.text)
    const id = String(answer.data['conversion_id'])
    if (this.#present.has(id)) return
    const known = this.#learn(id, click, { goal, txn })
    this.#claimed.add(click.id)
    await this.#look(known, { kind: 'claim', mayChange: true, statuses: ['pending'] })
    this.#claims.push({ asked, answer: JSON.stringify(answer.data) })
  }

  /** Whether the user has another conversion of the offer, which a claim may be a repeat of. */
  #hasSibling(click: Click): boolean {
    return [...this.#present.values()].some((one) => one.offer === click.offer.id && one.user === click.user)
  }

  async #claimAgain({ asked, answer }: { asked: Asked; answer: string }): Promise<void> {
    const isOther = this.#dice(2) === 0
    const body = isOther ? { ...asked.body, transactionId: 'another' } : asked.body
    const again = await this.#ask({ ...asked, ...(body === undefined ? {} : { body }) })
    this.#tell('claim again', `${isOther}: ${again.status} ${again.text}`)
    if (isOther) return assert.equal(again.status, 400, again.text)
    assert.equal(again.status, 200, again.text)
    const { conversion_id } = JSON.parse(answer)
    assert.equal(again.data['conversion_id'], conversion_id)
    await this.#look(this.#present.get(String(conversion_id)), { kind: 'claim again', mayChange: false })
  }

  /** A person confirms or refuses what waits, or tries to where nothing does. */
  async #decide(): Promise<void> {
    const all = [...this.#present.values()]
    if (all.length === 0) return
    const waiting = all.filter(({ shown }) => shown?.status === 'pending' && shown.reason !== null)
    if (waiting.length === 0) return
    const known = this.#pick(waiting)
    const decision = this.#pick(['confirm', 'confirm', 'refuse'])
    const answer = await this.#ask({
      method: 'POST',
      path: '/operator/v1/reviews/decide',
      headers: operatorHeaders,
      body: { decision, conversions: [{ id: known.id }], note: 'Of the money judge' },
    })
    this.#tell(decision, `${known.id}: ${answer.text}`)
    assert.equal(answer.status, 200, answer.text)
    const [decided] = answer.data as unknown as readonly { outcome: string }[] // the documented list
    const isDone = decided?.outcome === 'done'
    const mayBeDone = isDone || (answer.isRepeated && decided?.outcome === 'decided_before')
    if (mayBeDone && decision === 'confirm') known.isConfirmed = true
    if (decision === 'refuse') assert.ok(mayBeDone, answer.text)
    // The contract does not say which words of the network count after a person's.
    if (mayBeDone) known.isExact = false
    const statuses: readonly Word[] | undefined = decision === 'refuse' ? ['rejected'] : undefined
    await this.#look(known, { kind: decision, mayChange: mayBeDone, statuses })
  }

  /** Calls that are refused: nothing may come of them. */
  async #refused(): Promise<void> {
    const click = this.#recentClick()
    if (click === undefined) return
    const good: Report = { word: 'approved', goal: '', txn: '' }
    const [changes, status] = this.#pick<readonly [Readonly<Record<string, string>>, number]>([
      [{ payout: '{payout}' }, 400],
      [{ status: 'perhaps' }, 400],
      [{ goal: 'nowhere' }, 400],
      [{ payout: '-1' }, 400],
      [{ click_id: '0199f2c4-7a1e-7c3b-9d52-3f1e5a7b9c0d' }, 404],
    ])
    const answer = await this.#ask(this.#postback(click, good, changes))
    this.#tell('refused', `${JSON.stringify(changes)}: ${answer.status} ${answer.text}`)
    assert.equal(answer.status, status, answer.text)
    await this.#lookAtClick(click, 'refused')
  }

  async #dryRun(): Promise<void> {
    const click = this.#recentClick()
    if (click === undefined) return
    const answer = await this.#ask(
      this.#postback(click, { word: 'approved', goal: '', txn: '' }, { test: '1' }),
    )
    this.#tell('dry run', `${answer.status} ${answer.text}`)
    await this.#lookAtClick(click, 'dry run')
  }

  async #payOut(): Promise<void> {
    const body = {
      kind: 'paid',
      appId: Number(this.#platform.appId),
      amount: '0.01',
      mayGoNegative: true,
      reference: `${this.#name}-${this.#scene}-${this.#left}`,
    }
    const asked: Asked = { method: 'POST', path: '/operator/v1/settlements', headers: operatorHeaders, body }
    for (let times = 1 + this.#dice(2); times > 0; times -= 1) {
      const answer = await this.#ask(asked)
      this.#tell('paid', `${body.reference}: ${answer.status}`)
      assert.equal(answer.status, 201, answer.text)
    }
    this.paid += 10_000
  }

  async #lookAtClick(click: Click, kind: string): Promise<void> {
    for (const known of this.#present.values())
      if (click.txns.includes(known.txn) || known.user === click.user)
        await this.#look(known, { kind, mayChange: false })
  }

  async #look(known: Known | undefined, step: Step): Promise<void> {
    if (known === undefined) return
    const { headers } = known.isTest ? this.#platform.test : this.#platform.live
    const answer = await this.#ask({ method: 'GET', path: `/api/v1/conversions/${known.id}`, headers })
    assert.equal(answer.status, 200, `acknowledged and not there: ${known.id} ${answer.text}`)
    const shown = answer.data as unknown as Shown // the documented shape
    holdToHistory(known, shown, step)
    const key = `${step.kind} ${shown.status} ${shown.reason ?? ''}`
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1)
    assert.equal(shown.is_test, known.isTest)
    if (step.statuses !== undefined)
      assert.ok(
        step.statuses.includes(shown.status),
        `${known.id} is ${shown.status} (${shown.reason}), not ${step.statuses.join(' or ')}`,
      )
  }

  #learn(id: string, click: Click, { goal, txn }: { readonly goal: string; readonly txn: string }): Known {
    assert.equal(this.known.has(id), false, `two keys have one conversion: ${id}`)
    const { offer, user, mode } = click
    const known: Known = {
      id,
      offer: offer.id,
      user,
      goal,
      txn,
      isTest: mode.isTest,
      txns: new Set(txn === '' ? [] : [txn]),
      said: 'none',
      isExact: true,
      isConfirmed: false,
      shown: undefined,
      click: click.id,
      ...payoutsOf(termsOf(offer, goal), click.reported),
    }
    this.known.set(id, known)
    this.#present.set(id, known)
    return known
  }

  #find({ id, offer }: Click, goal: string, txn: string): Known | undefined {
    return [...this.#present.values()].find(
      (one) => one.click === id && one.goal === goal && (!offer.isRepeatable || one.txn === txn),
    )
  }

  #recentClick(): Click | undefined {
    return this.#clicks.at(-1 - this.#dice(Math.min(4, this.#clicks.length || 1)))
  }

  #pick<T>(list: readonly T[]): T {
    const one = list[this.#dice(list.length)]
    assert.ok(one !== undefined)
    return one
  }

  async #ask(asked: Asked): Promise<Acknowledged> {
    return await this.#platform.servers.ask(this.#dice(2), asked)
  }

  #tell(kind: string, what: string): void {
    this.story.push(`${kind} ${what}`)
  }
}
