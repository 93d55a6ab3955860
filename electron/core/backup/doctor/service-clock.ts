/** This machine's clock beside the service's. */
import { fine, note, type Check } from './check.ts'

const patience = 5_000
/** A difference that matters to nobody, milliseconds. */
const tolerable = 60_000

export const serviceClock: Check = {
  name: 'clock',
  async run({ url, http, clock }) {
    if (url === null) return []
    const outcome = await http({
      method: 'GET',
      url: `${url}/api/v1`,
      headers: { Accept: 'application/json' },
      timeout: patience,
    })
    if (outcome.is !== 'answer') return [note('The service cannot be reached at the moment')]
    const theirs = Date.parse(outcome.headers['date'] ?? '')
    if (Number.isNaN(theirs)) return [note('The service does not say what time it has')]
    const ahead = Math.round((clock.now() - theirs) / 1_000)
    if (Math.abs(ahead) * 1_000 <= tolerable) return [fine('This clock agrees with the service’s')]
    const way = ahead > 0 ? 'ahead of' : 'behind'
    return [note(`This clock is ${Math.abs(ahead)} seconds ${way} the service’s; set it right`)]
  },
}
