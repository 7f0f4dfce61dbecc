import { QuoinWall } from '@quoin/sdk/react'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

const { baseUrl, sessions } = window.given
window.heard = []

/** Buttons that change what the wall is given, as a page of somebody does. */
function Page() {
  const [session, setSession] = useState(0)
  const [isShown, setShown] = useState(true)
  const [clicks, setClicks] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setSession(1)}>
        Other user
      </button>
      <button type="button" onClick={() => setShown(!isShown)}>
        Toggle
      </button>
      <button type="button" onClick={() => setClicks(clicks + 1)}>
        Draw again {clicks}
      </button>
      {isShown && (
        <QuoinWall
          baseUrl={baseUrl}
          session={sessions[session]}
          onReady={() => window.heard.push(`ready ${clicks}`)}
          onOfferClick={() => window.heard.push(`click ${clicks}`)}
        />
      )}
    </>
  )
}

createRoot(document.querySelector('#root')).render(
  <StrictMode>
    <Page />
  </StrictMode>,
)
