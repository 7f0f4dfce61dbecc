import type { AlertRuleName } from '@quoin/core/alerts/alert-rule.ts'
import { type Finder, nothing } from './finder.ts'

type SourceRule = Extract<AlertRuleName, 'source_failing' | 'source_waiting' | 'postback_gone'>

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
}
