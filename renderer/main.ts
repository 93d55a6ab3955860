import './app/tokens.css'
import './app/base.css'
import { createClient, openWire } from './ipc/ipc-client.ts'
import { createStint } from './app/create-app.ts'

// Opens the transport first: it removes the launch token from the address before the router reads
// it.
const client = createClient(openWire(window))
createStint(client).mount('#app')
