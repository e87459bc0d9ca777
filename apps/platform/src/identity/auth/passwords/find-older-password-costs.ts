import type { Database } from '@ecp/database/database';
import type { PasswordCost } from './passwords.ts';

/** Finds the costs of stored hashes that differ from `current`, the cost of new hashes: those of older releases. */
export async function findOlderPasswordCosts(database: Database, current: PasswordCost): Promise<PasswordCost[]> {
  const [costs] = await database.batchSystem<[PasswordCost]>([{ name: 'find_older_password_costs', text: findCosts }]);
  return costs.filter(({ logN, r, p }) => logN !== current.logN || r !== current.r || p !== current.p);
}

const findCosts = `
  select distinct split_part(password_hash, '$', 2)::int as "logN", split_part(password_hash, '$', 3)::int as r,
    split_part(password_hash, '$', 4)::int as p
  from platform.users where password_hash is not null`;
