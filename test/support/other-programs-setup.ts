import { ensureOtherPrograms } from './other-programs.ts'

/** Once before all tests without a page. */
export default (): void =>
  ensureOtherPrograms(['ssconvert', 'timew', 'icalendar', 'dbus-daemon', 'gdbus', 'dbusmock'])
