import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { Pool } from 'undici';

/** Kept-alive connections, with one pool for each origin and set of checked addresses. */
export interface ConnectionPools {
  /** Returns the pool for `url`, whose sockets connect only to `addresses`. */
  get(url: URL, addresses: readonly string[]): Pool;
  /** Ends every connection at once. */
  close(): Promise<void>;
}

const connectTimeoutMs = 10_000;
const maxHeaderSizeBytes = 32 * 1024;

/** Opens the pools. Beyond `limit`, the least recently used pool closes when its requests have ended. */
export function openConnectionPools(limit = 256): ConnectionPools {
  const pools = new Map<string, Pool>();
  return {
    get(url, addresses) {
      const key = `${url.origin} ${addresses.join(' ')}`;
      const pool = pools.get(key) ?? openPool(url, addresses);
      pools.delete(key);
      pools.set(key, pool);
      const [oldest] = pools;
      if (oldest && pools.size > limit) {
        pools.delete(oldest[0]);
        void oldest[1].close();
      }
      return pool;
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
      pools.clear();
    },
  };
}

function openPool(url: URL, addresses: readonly string[]): Pool {
  return new Pool(url.origin, {
    // Callers limit their requests. A limit per pool would let one tenant's slow requests delay another's to the host.
    connections: null,
    allowH2: false,
    maxHeaderSize: maxHeaderSizeBytes,
    // The request's own deadline covers all phases.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { lookup: answerOnly(addresses), timeout: connectTimeoutMs },
  });
}

/** A name lookup that returns only the checked addresses, so that the name cannot resolve differently on connecting. */
function answerOnly(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  const [first = { address: '', family: 4 }] = answers;
  return (_hostname, options, callback) => {
    if (options.all) callback(null, answers);
    else callback(null, first.address, first.family);
  };
}
