import { ensureOtherPrograms } from './other-programs.ts'

/** Once before all tests of the core. */
export default (): void => ensureOtherPrograms(['ssconvert', 'timew', 'icalendar'])
