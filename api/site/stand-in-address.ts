import type { ApiEnvironment } from '@sachet/shared/configuration/environment';

/** A stand-in's URL as a browser reaches it: on the same port, perhaps by another host name. */
export function toPublicUrl(settings: Pick<ApiEnvironment, 'STAND_INS_HOST'>, url: string): string {
  if (!settings.STAND_INS_HOST) return url;
  const address = new URL(url);
  address.hostname = settings.STAND_INS_HOST;
  return address.href.replace(/\/$/, '');
}

/** The Auth emulator's URL for browsers; undefined where Firebase itself is used. */
export function getEmulatorUrl(
  settings: Pick<ApiEnvironment, 'STAND_INS_HOST' | 'FIREBASE_AUTH_EMULATOR_HOST'>,
): string | undefined {
  const host = settings.FIREBASE_AUTH_EMULATOR_HOST;
  return host && toPublicUrl(settings, `http://${host}`);
}
