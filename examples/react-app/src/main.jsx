import { createRoot } from 'react-dom/client'
import { App } from './app.jsx'
import './site.css'

createRoot(document.querySelector('#root')).render(
  <App quoinUrl={import.meta.env.VITE_QUOIN_URL ?? 'http://localhost:8080'} />,
)
