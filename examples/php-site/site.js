const balance = document.querySelector('#balance')

async function read(path) {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`)
  return response
}

async function showBalance() {
  const { coins } = await (await read('/balance')).json()
  balance.textContent = coins.toLocaleString()
}

const wall = Quoin.mountWall('#earn', { getSession: async () => (await read('/wall-session')).text() })
wall.on('error', ({ message }) => {
  document.querySelector('#problem').textContent = message
})
// A hint, never a proof: what counts is what the callback wrote, which may come a moment later.
wall.on('reward', () => {
  showBalance()
  setTimeout(showBalance, 3_000)
})
showBalance()
