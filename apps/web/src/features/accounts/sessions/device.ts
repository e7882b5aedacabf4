import Bowser from 'bowser';

export type Device = {
  /** Empty where it is not known. */
  browser: string;
  system: string;
  kind: 'desktop' | 'mobile' | 'unknown';
};

/** What a browser's name for itself says of the device; programs and strangers stay unknown. */
export function describeDevice(userAgent: string | null): Device {
  if (!userAgent) return { browser: '', system: '', kind: 'unknown' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const major = browser.version?.split('.')[0];
  return {
    browser: browser.name ? [browser.name, major].filter(Boolean).join(' ') : '',
    system: os.name ?? '',
    kind:
      platform.type === 'mobile' || platform.type === 'tablet' ? 'mobile' : os.name ? 'desktop' : 'unknown',
  };
}
