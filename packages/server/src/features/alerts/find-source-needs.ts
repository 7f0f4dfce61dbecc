import type { AlertRuleName } from '@quoin/core/alerts/alert-rule.ts'
import { type Finder, nothing } from './finder.ts'

type SourceRule = Extract<AlertRuleName, 'source_failing' | 'source_waiting' | 'postback_gone' | 'links_dead'>

/** Needs of sources: what no run brings in order by itself. */
export const sourceFinders: Readonly<Record<SourceRule, Finder>> = {
  async source_failing({ db, store, threshold }) {
    const failing = await store.needFacts.listFailingSources(db)
    return failing
      .filter(({ failures, cause }) => failures >= threshold || cause === 'key_refused')
      .map(({ id, name, failures, message, beganAtMs }) => ({
        ...nothing,
        subject: id,
        title: `The source ${name} fails`,
        sentence: `${message ?? ''} Its offers stay as they are; it has failed ${failures === 1 ? 'once' : `${failures} times in a row`}.`,
        sinceMs: beganAtMs,
        link: `/ops/sources/${id}`,
        action: 'Open the source',
      }))
  },
  async source_waiting({ db, store }) {
    const waiting = await store.needFacts.listWaitingRuns(db)
    return waiting.map(({ id, runId, name, message, beganAtMs }) => ({
      ...nothing,
      subject: id,
      title: `A run of ${name} waits`,
      sentence: `${message ?? ''} Its offers stay as they are until somebody has looked.`,
      sinceMs: beganAtMs,
      link: `/ops/sources/${id}/runs/${runId}`,
      action: 'Look at it',
    }))
  },
  async postback_gone({ db, store }) {
    const gone = await store.needFacts.listGonePostbacks(db)
    return gone.map(({ id, name, message, seenAtMs }) => ({
      ...nothing,
      subject: id,
      title: `The postback of ${name} is not as it was set up`,
      sentence: `${message ?? ''} Conversions may not be reported until it is connected again.`,
      sinceMs: seenAtMs,
      link: `/ops/sources/${id}`,
      action: 'Open the source',
    }))
  },
  async links_dead({ db, store, nowMs, threshold }) {
    const counted = await store.sourceLinks.countLinks(db, nowMs)
    return counted.flatMap(({ sourceId, name, verdict, count, firstAtMs }) => {
      const all = sum(counted.filter((one) => one.sourceId === sourceId).map((one) => one.count))
      const isMany = verdict === 'dead' && all >= linksMin && count * 100 > all * threshold
      if (!isMany) return []
      const found = {
        ...nothing,
        subject: sourceId,
        title: `Links of ${name} lead nowhere`,
        sentence: `${count} of ${all} links that were looked at are dead. Their offers are still shown to users.`,
        sinceMs: firstAtMs,
        link: `/ops/sources/${sourceId}`,
        action: 'Look at them',
      }
      return [found]
    })
  },
}

/** A share of fewer says nothing. */
const linksMin = 10

function sum(counts: readonly number[]): number {
  return counts.reduce((all, one) => all + one, 0)
}
