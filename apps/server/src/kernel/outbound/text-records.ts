import { Resolver } from 'node:dns/promises';

/** Returns the TXT records of a name; null when no name server answers within 10 s. */
export type ReadTextRecords = (name: string) => Promise<string[] | null>;

const limitMs = 10_000;
/** Answers that say that there is no such record. */
const absences = new Set(['ENOTFOUND', 'ENODATA']);

/** Asks these name servers, `address` or `address:port`; those of the system without any. */
export function openTextRecords(servers: readonly string[]): ReadTextRecords {
  return async (name) => {
    const resolver = new Resolver({ timeout: limitMs / 4, tries: 2 });
    if (servers.length > 0) resolver.setServers(servers);
    const timer = setTimeout(() => resolver.cancel(), limitMs);
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      return error instanceof Error && 'code' in error && absences.has(String(error.code))
        ? []
        : null;
    } finally {
      clearTimeout(timer);
    }
  };
}
