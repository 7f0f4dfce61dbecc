import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { openQueryClient } from './api/query-client.ts'
import { leadToSignIn } from './frame/lead-to-sign-in.ts'
import { noteOlderPage } from './frame/older-page.ts'
import { router } from './router.tsx'
import { pageNonce } from './theme/page-nonce.ts'
import { resolveVariables, theme } from './theme/theme.ts'
import './theme/layers.css'
import './theme/mantine.css'
import './theme/tokens.css'
import './theme/font.css'
import './theme/base.css'

const place = document.getElementById('root')
if (!place) throw new Error('The page has no element with the id root.')
const queryClient = openQueryClient({
  onSignedOut: () => leadToSignIn(router),
  onOlderPage: noteOlderPage,
})
createRoot(place).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => pageNonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
