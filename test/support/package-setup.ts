import { ensureOtherPrograms } from './other-programs.ts'

/** Once before the packages are tested. */
export default (): void =>
  ensureOtherPrograms([
    ...(['dpkg-deb', 'strip', 'lintian', 'desktop-file-validate', 'appstreamcli'] as const),
    ...(['rpmbuild', 'rpmlint', 'flatpak-builder', 'Xvfb', 'xdotool'] as const),
  ])
