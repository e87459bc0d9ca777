import { setTimeout as pause } from 'node:timers/promises';
import type { GridStatus } from '@ecp/contract/work/grids';
import type { Services } from '../../kernel/services.ts';

/**
 * The time between two looks, and so between two events of one grid: while one is at work, else,
 * and without grids.
 */
const lookAgainMs = { atWork: 1_000, idle: 15_000, without: 60_000 };
/** How often a comment keeps a stream open while a grid is at work. */
const heartbeatMs = 15_000;
/** A change is visible with its commit, a little after its time. */
const overlap = '2 seconds';

/** A reader of the events of an engagement's grids. */
interface GridReader {
  write(event: object): void;
  /** Writes a comment, so that nothing between takes the stream for dead. */
  keepAlive(): void;
  /** Keeps the stream of the reader open while a grid is at work, or lets it end. */
  hold(isHeld: boolean): void;
  onClose(listener: () => void): void;
}

interface Change {
  id: string;
  status: GridStatus;
  /** Since the last look. */
  changed: boolean;
  cells: { attachmentId: string; columnId: string; at: string }[] | null;
  now: Date;
}

/** Tells the readers of an engagement in this process of its grids, by one look for all of them. */
export interface GridFeeds {
  /** Adds a reader; resolves after the first look, so that a grid at work holds its stream open. */
  join(
    services: Services,
    tenantId: string,
    engagementId: string,
    reader: GridReader,
  ): Promise<void>;
  /**
   * Tells the readers at once that a grid of the engagement has begun. Those of other processes see
   * it later.
   */
  wake(tenantId: string, engagementId: string): void;
  close(): void;
}

export function createGridFeeds(): GridFeeds {
  const feeds = new Map<string, GridFeed>();
  const closing = new AbortController();
  return {
    async join(services, tenantId, engagementId, reader) {
      const key = `${tenantId} ${engagementId}`;
      const feed = feeds.get(key) ?? new GridFeed(services, tenantId, engagementId, closing.signal);
      feeds.set(key, feed);
      await feed.add(reader, () => feeds.delete(key));
    },
    wake: (tenantId, engagementId) => feeds.get(`${tenantId} ${engagementId}`)?.wake(),
    close: () => closing.abort(),
  };
}

class GridFeed {
  readonly #services: Services;
  readonly #tenantId: string;
  readonly #engagementId: string;
  readonly #over: AbortController = new AbortController();
  readonly #readers = new Set<GridReader>();
  readonly #first: Promise<void>;
  /** The status of each grid, and the times of the changes that readers know. */
  readonly #known = new Map<string, GridStatus>();
  #told = new Map<string, string>();
  #since: Date | null = null;
  #isAtWork = false;
  #rest = new AbortController();

  constructor(services: Services, tenantId: string, engagementId: string, closing: AbortSignal) {
    this.#services = services;
    this.#tenantId = tenantId;
    this.#engagementId = engagementId;
    closing.addEventListener('abort', () => this.#over.abort(), { once: true });
    this.#first = this.#look();
    void this.#follow();
    const heartbeat = setInterval(() => this.#keepAlive(), heartbeatMs).unref();
    this.#over.signal.addEventListener('abort', () => clearInterval(heartbeat), { once: true });
  }

  async add(reader: GridReader, onEmpty: () => void): Promise<void> {
    this.#readers.add(reader);
    reader.onClose(() => {
      this.#readers.delete(reader);
      if (this.#readers.size > 0) return;
      this.#over.abort();
      onEmpty();
    });
    await this.#first;
    reader.hold(this.#isAtWork);
  }

  /** Looks at once. While a grid is at work, the next look comes within a second. */
  wake(): void {
    if (!this.#isAtWork) this.#rest.abort();
  }

  async #follow(): Promise<void> {
    const { signal } = this.#over;
    await this.#first;
    signal.addEventListener('abort', () => this.#rest.abort(), { once: true });
    while (!signal.aborted) {
      const ms = lookAgainMs[this.#isAtWork ? 'atWork' : this.#known.size > 0 ? 'idle' : 'without'];
      await pause(ms, undefined, { signal: this.#rest.signal }).catch(() => undefined);
      this.#rest = new AbortController();
      if (!signal.aborted) await this.#look();
    }
    for (const reader of this.#readers) reader.hold(false);
  }

  /** A look that fails is made good by the next one. */
  async #look(): Promise<void> {
    try {
      const [changes] = await this.#services.database.batchTenant<[Change]>(this.#tenantId, [
        {
          name: 'list_grid_changes',
          text: `select g.id, g.status, coalesce(g.changed_at > $3::timestamptz - $4::interval, false) as changed, (
              select json_agg(json_build_object('attachmentId', c.attachment_id, 'columnId', c.column_id, 'at', c.changed_at))
              from platform.grid_cells c
              where c.tenant_id = $1 and c.grid_id = g.id and c.changed_at > $3::timestamptz - $4::interval
            ) as cells, clock_timestamp() as now
            from platform.grids g where g.tenant_id = $1 and g.engagement_id = $2`,
          values: [this.#tenantId, this.#engagementId, this.#since, overlap],
        },
      ]);
      const isFirst = this.#since === null;
      this.#since = changes[0]?.now ?? this.#services.clock.now();
      this.#tell(changes, isFirst);
    } catch (error) {
      this.#services.log.debug({ err: error }, 'The changes of grids could not be read');
    }
  }

  #tell(changes: readonly Change[], isFirst: boolean): void {
    const told = new Map<string, string>();
    for (const { id: gridId, status, changed, cells } of changes) {
      const before = this.#known.get(gridId);
      this.#known.set(gridId, status);
      const all = (cells ?? []).map((cell) => ({
        ...cell,
        key: `${gridId} ${cell.attachmentId} ${cell.columnId}`,
      }));
      for (const { key, at } of all) told.set(key, at);
      if (isFirst) continue;
      const fresh = all.filter(({ key, at }) => this.#told.get(key) !== at);
      if (fresh.length > 0) {
        const named = fresh.map(({ attachmentId, columnId }) => ({ attachmentId, columnId }));
        this.#send({ type: 'grid_updated', gridId, cells: named });
      }
      const hasEnded =
        status !== 'running' && (before === 'running' || (before === undefined && changed));
      if (hasEnded) this.#send({ type: 'grid_completed', gridId, status });
    }
    this.#told = told;
    this.#isAtWork = changes.some(({ status }) => status === 'running');
    for (const reader of this.#readers) reader.hold(this.#isAtWork);
  }

  #keepAlive(): void {
    if (this.#isAtWork) for (const reader of this.#readers) reader.keepAlive();
  }

  #send(event: object): void {
    const timestamp = this.#services.clock.now().toISOString();
    for (const reader of this.#readers) reader.write({ ...event, timestamp });
  }
}
