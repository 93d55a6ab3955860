/** Compares this computer's clock with the service's. */
import { fineFinding, noteFinding, type DoctorCheck } from './doctor-check.ts'

const patience = 5_000
/** Smaller differences do not matter, milliseconds. */
const tolerable = 60_000

export const serviceClockCheck: DoctorCheck = {
  name: 'clock',
  async run({ url, http, clock }) {
    if (url === null) return []
    const outcome = await http({
      method: 'GET',
      url: `${url}/api/v1`,
      headers: { Accept: 'application/json' },
      timeout: patience,
    })
    if (outcome.is !== 'answer') return [noteFinding('Can’t reach the service right now')]
    const theirs = Date.parse(outcome.headers['date'] ?? '')
    if (Number.isNaN(theirs)) return [noteFinding('The service doesn’t report its time')]
    const ahead = Math.round((clock.now() - theirs) / 1_000)
    if (Math.abs(ahead) * 1_000 <= tolerable)
      return [fineFinding('This computer’s clock matches the service’s')]
    const way = ahead > 0 ? 'ahead of' : 'behind'
    return [
      noteFinding(
        `This computer’s clock is ${Math.abs(ahead)} seconds ${way} the service’s. Correct it`,
      ),
    ]
  },
}
