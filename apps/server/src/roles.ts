import { ConfigurationError } from './kernel/settings.ts';

/** What a process does: `web` serves the API and the pages, `worker` executes runs. */
export type ProcessRole = 'web' | 'worker';

const knownRoles: readonly ProcessRole[] = ['web', 'worker'];

/**
 * Reads the setting ROLES, a list of roles with commas between them; both without it. Throws
 * ConfigurationError for an unknown role and for none.
 */
export function readRoles({ ROLES: setting }: { ROLES?: string | undefined }): ProcessRole[] {
  if (setting === undefined || setting === '') return [...knownRoles];
  const names = setting.split(',').map((name) => name.trim());
  const roles = knownRoles.filter((role) => names.includes(role));
  const knownNames: readonly string[] = knownRoles;
  if (names.every((name) => knownNames.includes(name))) return roles;
  throw new ConfigurationError(
    `ROLES=${setting} is not usable: it is web, worker, or both with a comma between them`,
  );
}

/** Settings of former releases, which had two services that called each other. */
const formerSettings = ['ENGINE_URL', 'ENGINE_TOKEN', 'ENGINE_CALLBACK_URL'] as const;

/** Returns a line that names the former settings which still are set; null without any. */
export function noteFormerSettings(
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  const set = formerSettings.filter((name) => environment[name]);
  if (set.length === 0) return null;
  const verb = set.length === 1 ? 'counts' : 'count';
  return `${set.join(' and ')} ${verb} for nothing: web and worker meet in the database (ROLES)`;
}
