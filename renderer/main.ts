import './app/tokens.css'
import './app/base.css'
import { createClient, openWire } from './ipc/client.ts'
import { createStint } from './app/create.ts'

// The wire first: it takes the launch token out of the address before the router reads it.
const client = createClient(openWire(window))
createStint(client).mount('#app')
