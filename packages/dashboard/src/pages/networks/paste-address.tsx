import { Button } from '@mantine/core'
import { useState } from 'react'
import type { DataOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { ConfirmButton } from '../../parts/feedback/confirm-button.tsx'
import { copyText } from '../../parts/feedback/copy-text.ts'
import { Icon } from '../../parts/value/icon.tsx'
import { findSecrets, keepSecrets } from './shown-secrets.ts'

type Network = DataOf<'getNetwork'>

interface PasteAddressProps {
  readonly network: Network
  readonly query: string
  /** The parameter that offer addresses carry, by the mapping of the sample. */
  readonly offerParameter: string
  /** Ours whose macros the network does not fill in. */
  readonly refused: readonly string[]
  readonly mayChange: boolean
}

const literal = /[{}[\]#%]/

/** The address to paste at the network, with what is not filled in marked. */
export function PasteAddress({ network, query, offerParameter, refused, mayChange }: PasteAddressProps) {
  const [secrets, setSecrets] = useState(() => findSecrets(network.id))
  const rotate = useChange('rotateNetworkToken', { renews: ['getNetwork', 'listAudit'] })
  const address = secrets?.postback_url ?? network.postback_url
  const isWhole = network.proof === 'none' || secrets !== undefined
  const renew = async () => {
    const { data } = await rotate.mutateAsync({ path: { networkId: network.id } })
    keepSecrets(data)
    setSecrets(data)
  }
  const copy = async () => {
    await copyText(`${address}?${query}`, 'The address is copied. Paste it at the network.')
  }
  return (
    <section className="card pad stack" aria-labelledby="paste">
      <h2 id="paste">Paste this at {network.name}</h2>
      <p className="paste-address mono">
        <span className="muted">{address}?</span>
        {query.split('&').map((pair, index) => (
          <PairOf key={pair} pair={pair} isFirst={index === 0} refused={refused} />
        ))}
      </p>
      {!isWhole && (
        <p className="muted sm">
          We showed the token of this address once and did not keep it. You cannot copy the address any more.{' '}
          {mayChange ? 'Make a new token to get a whole address.' : 'An operator can make a new token.'}
        </p>
      )}
      {secrets?.hmac_secret && (
        <p className="sm">
          It signs with this secret, which is shown once: <code className="break">{secrets.hmac_secret}</code>
        </p>
      )}
      <div className="row wrap">
        {isWhole && (
          <Button leftSection={<Icon name="copy" />} onClick={() => copy().catch(() => {})}>
            Copy address
          </Button>
        )}
        {mayChange && network.proof !== 'none' && (
          <ConfirmButton verb="Make a new token" onConfirm={renew} isDestructive={secrets === undefined}>
            The present address of {network.name} stops working at once. Its reports are refused until you
            paste the new address there.
          </ConfirmButton>
        )}
        <span className="muted xs">
          Its offer addresses carry <code>{offerParameter}</code>
        </span>
      </div>
    </section>
  )
}

interface PairOfProps {
  readonly pair: string
  readonly isFirst: boolean
  readonly refused: readonly string[]
}

function PairOf({ pair, isFirst, refused }: PairOfProps) {
  const [name = '', ...rest] = pair.split('=')
  const value = rest.join('=')
  return (
    <>
      {isFirst ? '' : '&'}
      <span className="pair" data-ours={name} data-refused={refused.includes(name) || undefined}>
        <b>{name}</b>={literal.test(value) ? <u>{value}</u> : value}
      </span>
    </>
  )
}
