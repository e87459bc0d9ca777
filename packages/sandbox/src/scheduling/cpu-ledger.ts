/** The processor time that each tenant has used in the last minute. */
export interface CpuLedger {
  /** Records processor time that a tenant's job has used until now. */
  charge(tenantId: string, cpuMs: number): void;
  /** Returns what the tenant has used in the window, in milliseconds. */
  usedMs(tenantId: string): number;
  /** Returns in how many milliseconds the tenant will have used less than `budgetMs`; 0 if it has now. */
  msUntilBelow(tenantId: string, budgetMs: number): number;
}

export interface LedgerOptions {
  windowMs: number;
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
}

interface Entry {
  atMs: number;
  cpuMs: number;
}

/** Creates a ledger. It keeps the entries of the window only. */
export function createCpuLedger({ windowMs, now }: LedgerOptions): CpuLedger {
  const entries = new Map<string, Entry[]>();
  let sweptMs = now();

  function entriesOf(tenantId: string): Entry[] {
    const kept = (entries.get(tenantId) ?? []).filter(({ atMs }) => atMs > now() - windowMs);
    if (kept.length > 0) entries.set(tenantId, kept);
    else entries.delete(tenantId);
    return kept;
  }

  const usedMs = (tenantId: string) => entriesOf(tenantId).reduce((sum, { cpuMs }) => sum + cpuMs, 0);

  return {
    charge(tenantId, cpuMs) {
      if (now() - sweptMs > windowMs) {
        for (const known of [...entries.keys()]) entriesOf(known);
        sweptMs = now();
      }
      if (cpuMs > 0) entries.set(tenantId, [...entriesOf(tenantId), { atMs: now(), cpuMs }]);
    },
    usedMs,
    msUntilBelow(tenantId, budgetMs) {
      let remainingMs = usedMs(tenantId);
      if (remainingMs < budgetMs) return 0;
      for (const { atMs, cpuMs } of entriesOf(tenantId)) {
        remainingMs -= cpuMs;
        if (remainingMs < budgetMs) return atMs + windowMs - now();
      }
      return windowMs;
    },
  };
}
