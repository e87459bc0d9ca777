import type { Database, Transaction } from '@ecp/database/database';
import type { NoRow } from '@ecp/database/statement';
import { createToken, hashToken } from '../../kernel/keys/tokens.ts';
import { wideNetworkOf } from '../../kernel/limits/rate-limiter.ts';
import type { CanonicalEmail } from './email-addresses.ts';

/**
 * Devices of one person. A program that signs in without cookies makes one each time, so the oldest
 * go.
 */
const maxDevices = 50;

interface NewDevice {
  /**
   * The token of the browser's cookie. One that is not known is replaced, because somebody else may
   * have planted it.
   */
  given: string | undefined;
  sessionToken: string;
  ipAddress: string;
}

/** Stores the device of a session's person and returns the token for its cookie. */
export async function rememberDevice(
  database: Database,
  { given, sessionToken, ipAddress }: NewDevice,
): Promise<string> {
  const isKnown = given !== undefined && (await isKnownDevice(database, given));
  const token = isKnown ? given : createToken();
  const sessionHash = hashToken(sessionToken);
  await database.batchSystem<[NoRow, NoRow]>([
    {
      name: 'remember_device',
      text: `insert into platform.sign_in_devices (tenant_id, user_id, token_hash, network)
        select tenant_id, user_id, $2, $3 from platform.sessions where token_hash = $1
        on conflict (tenant_id, user_id, token_hash)
        do update set network = excluded.network, last_used_at = now()`,
      values: [sessionHash, hashToken(token), wideNetworkOf(ipAddress)],
    },
    {
      name: 'forget_oldest_devices',
      text: `delete from platform.sign_in_devices d using platform.sessions s
        where s.token_hash = $1 and d.tenant_id = s.tenant_id and d.user_id = s.user_id and d.token_hash in (
          select token_hash from platform.sign_in_devices o
          where o.tenant_id = s.tenant_id and o.user_id = s.user_id
          order by o.last_used_at desc, o.token_hash offset $2)`,
      values: [sessionHash, maxDevices],
    },
  ]);
  return token;
}

async function isKnownDevice(database: Database, token: string): Promise<boolean> {
  const [rows] = await database.batchSystem<[NoRow]>([
    {
      name: 'is_known_device',
      text: `select from platform.sign_in_devices d where d.token_hash = $1 and ${isFresh} limit 1`,
      values: [hashToken(token)],
    },
  ]);
  return rows.length > 0;
}

/** SQL that holds for a device `d` whose last sign-in is less than a year ago. */
const isFresh = `d.last_used_at > now() - interval '1 year'`;

/**
 * A row of an address that a browser or a network belongs to, because somebody has signed in to it
 * there.
 */
interface FamiliarRow {
  userId: string;
  /** The row's mailbox was proven, so that the row is that of the address's owner. */
  isProven: boolean;
  /** True for the browser itself, false for another browser of its network. */
  isDevice: boolean;
}

/**
 * Finds the rows of an address to which somebody has signed in from this browser or this network
 * within a year.
 */
export async function findFamiliarRows(
  database: Database,
  email: CanonicalEmail,
  { deviceToken, ipAddress }: { deviceToken?: string | undefined; ipAddress: string },
): Promise<FamiliarRow[]> {
  const deviceHash = deviceToken === undefined ? null : hashToken(deviceToken);
  const [rows] = await database.batchSystem<[FamiliarRow]>([
    {
      name: 'find_familiar_rows',
      text: `select u.id as "userId", u.email_verified_at is not null as "isProven",
          coalesce(bool_or(d.token_hash = $2), false) as "isDevice"
        from platform.users u
        join platform.sign_in_devices d on d.tenant_id = u.tenant_id and d.user_id = u.id
        where u.email = $1 and u.deactivated_at is null and (d.token_hash = $2 or d.network = $3) and ${isFresh}
        group by u.id, u.email_verified_at`,
      values: [email, deviceHash, wideNetworkOf(ipAddress)],
    },
  ]);
  return rows;
}

/** Forgets the devices of a person, but for the one with this token. */
export async function forgetDevices(
  tx: Transaction,
  { tenantId, userId }: { tenantId: string; userId: string },
  exceptToken?: string,
): Promise<void> {
  await tx.query({
    name: 'forget_devices',
    text: `delete from platform.sign_in_devices
      where tenant_id = $1 and user_id = $2 and token_hash is distinct from $3`,
    values: [tenantId, userId, exceptToken === undefined ? null : hashToken(exceptToken)],
  });
}

/** Deletes the devices in which nobody has signed in for a year, and returns their number. */
export async function purgeOldDevices(database: Database): Promise<number> {
  const [rows] = await database.batchSystem<[{ token_hash: Buffer }]>([
    { text: `delete from platform.sign_in_devices d where not ${isFresh} returning token_hash` },
  ]);
  return rows.length;
}
