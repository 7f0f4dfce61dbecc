import { QuoinWall } from '@quoin/sdk/react'
import { useCallback, useEffect, useState } from 'react'

async function read(path) {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`)
  return response
}

const getSession = async () => (await read('/wall-session')).text()

export function App({ quoinUrl }) {
  const [coins, setCoins] = useState()
  const [problem, setProblem] = useState('')
  const refresh = useCallback(async () => setCoins((await (await read('/balance')).json()).coins), [])
  useEffect(() => void refresh(), [refresh])
  // A hint, never a proof: what counts is what the callback wrote, which may come a moment later.
  const onReward = () => {
    refresh()
    setTimeout(refresh, 3_000)
  }
  return (
    <>
      <header>
        <h1>Pixelhaven</h1>
        <p>
          Your balance: <output>{coins?.toLocaleString() ?? '…'}</output> coins
        </p>
      </header>
      <p role="alert">{problem}</p>
      <QuoinWall
        baseUrl={quoinUrl}
        getSession={getSession}
        onReward={onReward}
        onError={(error) => setProblem(error.message)}
      />
    </>
  )
}
