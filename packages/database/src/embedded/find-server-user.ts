import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { runCommand, type ServerUser } from './run-command.ts';

const userName = process.platform === 'darwin' ? '_postgres' : 'postgres';
const timeoutMs = 20_000;

/**
 * Finds the system user for a server started by root, and creates it if it is missing.
 * @throws EmbeddedPostgresError if there is none and none can be created.
 */
export async function findServerUser(log: (line: string) => void): Promise<ServerUser> {
  const existing = await lookUpUser();
  if (existing !== undefined) return existing;
  const failure = await createUser();
  // Another process may have created it at the same time, so only its existence counts.
  const created = await lookUpUser();
  if (created === undefined) {
    const advice = 'start as an ordinary user, or set DATABASE_URL';
    throw new EmbeddedPostgresError(
      `Postgres does not run as root and the user ${userName} cannot be created (${failure}): ${advice}`,
    );
  }
  log(`Created the system user ${userName}, because Postgres does not run as root`);
  return created;
}

async function lookUpUser(): Promise<ServerUser | undefined> {
  try {
    const uid = Number(await runCommand('id', ['-u', userName], { timeoutMs }));
    const gid = Number(await runCommand('id', ['-g', userName], { timeoutMs }));
    return { uid, gid };
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) return undefined; // `id` fails for an unknown user
    throw error;
  }
}

/** Returns the reason of a failure, or '' on success. */
async function createUser(): Promise<string> {
  const home = ['--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin'];
  try {
    await runCommand('groupadd', ['--system', '--force', userName], { timeoutMs });
    await runCommand('useradd', ['--system', '--gid', userName, ...home, userName], { timeoutMs });
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
