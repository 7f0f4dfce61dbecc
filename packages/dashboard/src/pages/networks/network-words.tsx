import { Button, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core'
import { conversionStatuses } from '@quoin/core/conversions/status.ts'
import { type FormEvent, useState } from 'react'
import type { DataOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import { currencyOptions } from '../offers/form/currency-options.ts'

type Network = DataOf<'getNetwork'>

interface NetworkWordsProps {
  readonly network: Network
  readonly mayChange: boolean
}

const statuses: ReadonlySet<string> = new Set(conversionStatuses)

/** How it says things, and by which rules that is taken. */
export function NetworkWords({ network, mayChange }: NetworkWordsProps) {
  const [draft, setDraft] = useState(() => draftOf(network))
  const update = useChange('updateNetwork', { renews: ['getNetwork', 'listNetworks', 'listAudit'] })
  const words = readWords(draft.words)
  const set = (changed: Partial<typeof draft>) => setDraft({ ...draft, ...changed })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    await update.mutateAsync({ path: { networkId: network.id }, body: bodyOf(draft, words.words) })
    toast(`${network.name} is changed.`)
  }
  return (
    <form className="stack" onSubmit={(event) => save(event).catch(() => {})}>
      <div className="two-columns">
        <section className="card" aria-labelledby="words">
          <div className="card-head">
            <h2 id="words">Words</h2>
          </div>
          <div className="card-body stack">
            <Textarea
              label="The network’s own words, one a line"
              description="For example 2=reversed. Quoin’s words are pending, approved, rejected and reversed"
              autosize
              minRows={4}
              value={draft.words}
              error={words.problem}
              disabled={!mayChange}
              onChange={(event) => set({ words: event.currentTarget.value })}
            />
            {Object.keys(network.preset_words).length > 0 && (
              <p className="muted sm">
                Its preset knows:{' '}
                {Object.entries(network.preset_words)
                  .map(([word, meaning]) => `${word} is ${meaning}`)
                  .join(', ')}
                .
              </p>
            )}
            {Object.entries(network.status_words_after).map(([said, after]) => (
              <p key={said} className="muted sm">
                After {said}:{' '}
                {Object.entries(after)
                  .map(([word, meaning]) => `${word} is ${meaning}`)
                  .join(', ')}
                .
              </p>
            ))}
            <TextInput
              label="Answer to an accepted report"
              description={`Empty: ${network.preset_reply ?? 'our envelope'}`}
              value={draft.reply}
              disabled={!mayChange}
              onChange={(event) => set({ reply: event.currentTarget.value })}
            />
          </div>
        </section>
        <section className="card" aria-labelledby="rules">
          <div className="card-head">
            <h2 id="rules">Rules</h2>
          </div>
          <div className="card-body stack">
            <NativeSelect
              label="A report that would lose money"
              value={draft.onLoss}
              disabled={!mayChange}
              onChange={(event) => set({ onLoss: event.currentTarget.value })}
              data={[
                { value: 'hold', label: 'waits for a person' },
                { value: 'pay', label: 'is paid all the same' },
                { value: 'refuse', label: 'is refused' },
              ]}
            />
            <NativeSelect
              label="A repeat with another amount"
              value={draft.onChangedPayout}
              disabled={!mayChange}
              onChange={(event) => set({ onChangedPayout: event.currentTarget.value })}
              data={[
                { value: 'ignore', label: 'changes nothing' },
                { value: 'update', label: 'changes the amount' },
              ]}
            />
            <div className="row">
              <NumberInput
                label="At least, USD"
                min={0}
                decimalScale={6}
                value={draft.payoutMin}
                disabled={!mayChange}
                onChange={(value) => set({ payoutMin: String(value) })}
              />
              <NumberInput
                label="At most, USD"
                min={0}
                max={10_000}
                decimalScale={6}
                value={draft.payoutMax}
                disabled={!mayChange}
                onChange={(value) => set({ payoutMax: String(value) })}
              />
            </div>
            <Textarea
              label="Addresses that it calls from, one address or range a line"
              description={
                network.preset_addresses.length > 0
                  ? `Empty: ${network.preset_addresses.length} of its preset`
                  : 'Empty: anywhere'
              }
              autosize
              minRows={2}
              value={draft.addresses}
              disabled={!mayChange}
              onChange={(event) => set({ addresses: event.currentTarget.value })}
            />
            <NativeSelect
              label="Currency in which it pays"
              description="The currency of its reports and offers that name none"
              data={currencyOptions}
              value={draft.currency}
              disabled={!mayChange}
              onChange={(event) => set({ currency: event.currentTarget.value })}
            />
            <TextInput
              label="Time zone in which its day begins"
              value={draft.timeZone}
              disabled={!mayChange}
              onChange={(event) => set({ timeZone: event.currentTarget.value })}
            />
          </div>
        </section>
      </div>
      {update.error !== null && <Failure what="Nothing was changed" error={update.error} />}
      {mayChange && (
        <div className="row">
          <Button
            type="submit"
            variant="filled"
            loading={update.isPending}
            disabled={words.problem !== undefined}
          >
            Save
          </Button>
          <Button onClick={() => setDraft(draftOf(network))}>As it was</Button>
        </div>
      )}
    </form>
  )
}

function draftOf(network: Network) {
  return {
    words: Object.entries(network.status_words)
      .map(([word, meaning]) => `${word}=${meaning}`)
      .join('\n'),
    reply: network.reply ?? '',
    onLoss: network.on_loss as string,
    onChangedPayout: network.on_changed_payout as string,
    payoutMin: network.payout_min,
    payoutMax: network.payout_max,
    addresses: network.allowed_addresses.join('\n'),
    currency: network.currency as string,
    timeZone: network.time_zone,
  }
}

/** Null is back to the default. */
function bodyOf(draft: ReturnType<typeof draftOf>, statusWords: Readonly<Record<string, string>>) {
  const addresses = draft.addresses.split(/[\s,]+/).filter((one) => one !== '')
  return {
    statusWords: Object.keys(statusWords).length === 0 ? null : statusWords,
    reply: draft.reply === '' ? null : draft.reply,
    onLoss: draft.onLoss,
    onChangedPayout: draft.onChangedPayout,
    payoutMin: draft.payoutMin === '' ? null : draft.payoutMin,
    payoutMax: draft.payoutMax === '' ? null : draft.payoutMax,
    allowedAddresses: addresses.length === 0 ? null : addresses,
    currency: draft.currency,
    timeZone: draft.timeZone === '' ? null : draft.timeZone,
  }
}

function readWords(text: string): { words: Readonly<Record<string, string>>; problem?: string } {
  const words: Record<string, string> = {}
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue
    const at = line.lastIndexOf('=')
    const [word, meaning] = [
      line.slice(0, at).trim().toLowerCase(),
      line
        .slice(at + 1)
        .trim()
        .toLowerCase(),
    ]
    if (at < 1 || word === '' || !statuses.has(meaning))
      return { words, problem: `“${line}” must look like 2=reversed.` }
    words[word] = meaning
  }
  return { words }
}
