import type { Database } from '@ecp/database/database';
import type { NoRow } from '@ecp/database/statement';
import type { RequestLimit } from './provider-limits.ts';

/** A minute, plus a second for requests whose way to the provider takes longer than that of later ones. */
const windowMs = 61_000;

export interface AdmittedRequest {
  id: string;
  provider: string;
  /** The most tokens that it may use. */
  tokens: number;
}

/**
 * Counts a request if the limits allow it now, and returns 0. Otherwise returns the minimum wait in milliseconds. The
 * count is exact across processes: the first statement admits one process at a time, and the later ones see what it
 * wrote.
 */
export async function admitRequest(
  database: Database,
  { id, provider, tokens }: AdmittedRequest,
  { requestsPerMinute, tokensPerMinute }: RequestLimit,
): Promise<number> {
  const limits = [requestsPerMinute ?? null, tokensPerMinute ?? null];
  const [, , [row]] = await database.batchSystem<[NoRow, NoRow, { counted: boolean; wait_ms: number }]>([
    { name: 'lock_provider', text: 'select pg_advisory_xact_lock(7305301, hashtext($1))', values: [provider] },
    {
      name: 'forget_requests',
      text: `delete from engine.provider_requests where provider = $1
        and begun_at < clock_timestamp() - make_interval(secs => $2::float8 / 1000)`,
      values: [provider, windowMs],
    },
    { name: 'count_request', text: count, values: [id, provider, tokens, ...limits, windowMs] },
  ]);
  return row?.counted ? 0 : Math.max(1, row?.wait_ms ?? 0);
}

/** Removes a counted request that was not made. */
export async function withdrawRequest(database: Database, id: string): Promise<void> {
  await database.batchSystem([
    { name: 'forget_request', text: 'delete from engine.provider_requests where id = $1', values: [id] },
  ]);
}

/** Sets a request's tokens to what it actually used. */
export async function correctTokens(database: Database, id: string, tokens: number): Promise<void> {
  await database.batchSystem([
    {
      name: 'correct_tokens',
      text: 'update engine.provider_requests set tokens = $2 where id = $1',
      values: [id, tokens],
    },
  ]);
}

/** `free` is when the request that fills the count limit or the token limit leaves the window. */
const count = `
  with recent as (
    select begun_at, row_number() over newest as number, sum(tokens) over newest as used
    from engine.provider_requests where provider = $2
      and begun_at > clock_timestamp() - make_interval(secs => $6::float8 / 1000)
    window newest as (order by begun_at desc, id rows unbounded preceding)
  ), free as (
    select greatest(
        max(begun_at) filter (where number >= $4::bigint),
        max(begun_at) filter (where used + $3::bigint > $5::bigint)
      ) + make_interval(secs => $6::float8 / 1000) as at
    from recent
  ), counted as (
    insert into engine.provider_requests (id, provider, begun_at, tokens)
    select $1, $2, clock_timestamp(), $3::bigint from free where at is null returning id
  )
  select exists (select from counted) as counted,
    coalesce(ceil(extract(epoch from at - clock_timestamp()) * 1000), 0)::integer as wait_ms
  from free`;
