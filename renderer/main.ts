import './app/display/tokens.css'
import './app/display/base.css'
import { createIpcClient, openIpcTransport } from './ipc/ipc-client.ts'
import { createStintApp } from './app/boot/create-app.ts'

// Opens the transport first: it removes the launch token from the address before the router reads
// it.
const client = createIpcClient(openIpcTransport(window))
createStintApp(client).mount('#app')
