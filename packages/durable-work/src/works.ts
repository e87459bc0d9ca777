import type { LeasedService as Service } from '@ecp/database/executor-lease';
import type { Statement } from '@ecp/database/statement';

/** Work that some process of the service will do. */
interface NewWork {
  /** Work with an id that exists is not added again. */
  id: string;
  kind: string;
  queue: string;
  /** Its lane in the queue; by default the only one. */
  lane?: string | undefined;
  /** JSON. */
  input: unknown;
  /** Delay before the work may begin, by the clock of the database. */
  waitMs?: number | undefined;
}

/**
 * Adds work. It exists if and only if the transaction of the statement commits; any role may add
 * it.
 */
export const enqueueWork = (
  service: Service,
  { id, kind, queue, lane, input, waitMs }: NewWork,
): Statement => ({
  name: 'enqueue_work',
  text: 'select platform.enqueue_work($1, $2, $3, $4, $5, $6, $7)',
  values: [service, id, kind, queue, lane ?? '', JSON.stringify(input), waitMs ?? 0],
});

const waits = 'service = $1 and owner is null and ended_at is null';

/** Selects those of the queues in which work is due: one look into an index for each. */
export const selectDueQueues = (
  service: Service,
  queues: readonly string[],
): Statement<{ queue: string }> => ({
  name: 'due_queues',
  text: `select asked.queue from unnest($2::text[]) as asked (queue) cross join lateral (
      select from platform.works w where ${waits} and w.queue = asked.queue and due_at <= now() limit 1) due`,
  values: [service, queues],
});

export interface TakenWork {
  id: string;
  kind: string;
  lane: string;
  input: unknown;
  /** Time since the work failed first; 0 if it has not. */
  failingMs: number;
}

/** The places of a queue in a process. */
export interface Places {
  queue: string;
  free: number;
  perLane: number;
  /** Works in progress by lane. */
  running: ReadonlyMap<string, number>;
}

/**
 * Takes due work: the oldest of each lane, without what another process is taking. Lanes are
 * shuffled before, so that only taken works are locked. The array makes any plan use the ids, also
 * one for an empty table.
 */
export const takeWorks = (
  service: Service,
  owner: string,
  { queue, free, perLane, running }: Places,
): Statement<TakenWork> => ({
  name: 'take_works',
  text: `with recursive lanes as (
      select (select min(lane) from platform.works where ${waits} and queue = $2) as lane
      union all
      select (select min(lane) from platform.works where ${waits} and queue = $2 and lane > lanes.lane) from lanes
        where lane is not null
    ), shuffled as materialized (
      select lane, $3 - coalesce(busy.works, 0) as free
        from lanes left join unnest($4::text[], $5::integer[]) as busy (lane, works) using (lane)
        where lane is not null and coalesce(busy.works, 0) < $3 order by random()
    ), taken as (
      select work.id from shuffled
        cross join lateral (
          select id from platform.works where ${waits} and queue = $2 and lane = shuffled.lane and due_at <= now()
            order by due_at limit shuffled.free for update skip locked
        ) work
        limit $6
    )
    update platform.works set owner = $7, taken_at = now() where service = $1 and id = any(array(select id from taken))
      returning id, kind, lane, input, coalesce(extract(epoch from now() - failing_since) * 1000, 0)::float
        as "failingMs"`,
  values: [service, queue, perLane, [...running.keys()], [...running.values()], free, owner],
});

/**
 * Ends an owner's works; only the tenant of the input stays. `is not distinct from` avoids reading
 * all works.
 */
export const endWorks = (service: Service, owner: string, ids: readonly string[]): Statement => ({
  name: 'end_works',
  text: `update platform.works set owner = null, ended_at = now(), input = json_strip_nulls(json_build_object(
      'tenantId', input->'tenantId', 'tenantIds', input->'tenantIds'))
    where service = $1 and owner is not distinct from $2 and id = any($3)`,
  values: [service, owner, ids],
});

/** Lets work of an owner that failed wait again. */
export const repeatWork = (
  service: Service,
  owner: string,
  id: string,
  waitMs: number,
): Statement => ({
  name: 'repeat_work',
  text: `update platform.works set owner = null, failing_since = coalesce(failing_since, now()),
      due_at = now() + make_interval(secs => $4::float / 1000)
    where service = $1 and owner = $2 and id = $3`,
  values: [service, owner, id, waitMs],
});

/**
 * Selects the owners of work without a lease. Nothing takes work without one, so their processes
 * have ended.
 */
export const selectOwnersWithoutLease = (service: Service): Statement<{ owner: string }> => ({
  name: 'owners_without_lease',
  text: `select distinct owner from platform.works where service = $1 and owner is not null
    and not exists (select from platform.executor_leases where executor_id = owner)`,
  values: [service],
});

/** Work in progress, and since when. */
interface OwnedWork {
  kind: string;
  input: unknown;
  takenMs: number;
}

/** Selects the work in progress of an owner. */
export const selectOwnedWorks = (service: Service, owner: string): Statement<OwnedWork> => ({
  name: 'owned_works',
  text: `select kind, input, extract(epoch from now() - taken_at)::float * 1000 as "takenMs" from platform.works
    where service = $1 and owner = $2 and ended_at is null`,
  values: [service, owner],
});

/** Lets all work of a dead owner wait again. */
export const handOnWorks = (service: Service, owner: string): Statement => ({
  name: 'hand_on_works',
  text: 'update platform.works set owner = null where service = $1 and owner = $2',
  values: [service, owner],
});

/**
 * Lets work wait again that its owner took a while ago and does not know of, because the answer was
 * lost.
 */
export const putBackUnknown = (
  service: Service,
  owner: string,
  known: readonly string[],
  olderThanMs: number,
): Statement => ({
  name: 'put_back_works',
  text: `update platform.works set owner = null
    where service = $1 and owner = $2 and id not in (select unnest($3::text[])) and taken_at < now() - make_interval(secs => $4::float / 1000)`,
  values: [service, owner, known, olderThanMs],
});

/**
 * Deletes what ended more than `olderThanMs` ago, oldest first. Afterwards the same id is new work.
 */
export const forgetEnded = (
  service: Service,
  olderThanMs: number,
  limit: number,
): Statement<{ id: string }> => ({
  name: 'forget_works',
  text: `delete from platform.works where service = $1 and id = any(array(
      select id from platform.works where service = $1 and ended_at < now() - make_interval(secs => $2::float / 1000)
        order by ended_at limit $3))
    returning id`,
  values: [service, olderThanMs, limit],
});

/** Number of open works of a kind. */
export interface WorkCount {
  kind: string;
  /** Work that has to begin later is `delayed`: no process can take it yet. */
  state: 'waiting' | 'delayed' | 'running';
  count: number;
}

/** Counts the open work of all processes. */
export const countOpenWorks = (service: Service): Statement<WorkCount> => ({
  name: 'count_works',
  text: `select kind, case when owner is not null then 'running' when due_at > now() then 'delayed' else 'waiting' end
      as state, count(*)::integer as count
    from platform.works where service = $1 and ended_at is null group by 1, 2`,
  values: [service],
});

/**
 * Deletes an erased tenant's work. A second row set counts open work, neither `revocable` nor
 * `whileWaiting`.
 */
export const eraseTenantWorks = (
  service: Service,
  tenantId: string,
  revocable: readonly string[],
): [Statement, Statement<{ count: number }>] => {
  const ofTenant = 'service = $1 and (strpos(input::text, $2) > 0 or strpos(id, $2) > 0)';
  return [
    {
      text: `delete from platform.works where ${ofTenant}
        and (ended_at is not null or kind = any($3))`,
      values: [service, tenantId, revocable],
    },
    {
      text: `select count(*)::integer as count from platform.works where ${ofTenant}`,
      values: [service, tenantId],
    },
  ];
};

/** SQL that is true if the work with the id, an expression, has not ended. */
export const isOpenWork = (service: Service, id: string): string =>
  `exists (select from platform.works where service = '${service}' and works.id = ${id} and ended_at is null)`;
