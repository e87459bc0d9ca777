import { createHash } from 'node:crypto';
import { atMost, median, type Section } from './report.ts';
import { insertTenant } from './seed-tenants.ts';
import { type Bench, query, startPlatform } from './servers.ts';

const people = 999;
const token = `svc_scim_${createHash('md5').update('directory').digest('hex')}`;

/** The time of one request, and the longest time of the other tenant's requests during it. */
interface Seen {
  tookMs: number;
  waitedMs: number;
}

/**
 * Synchronizes a team of a thousand by SCIM, as directories do, while a key of another tenant reads
 * without a pause. Every round uses a new group.
 */
export async function measureDirectory({ database, plan, report }: Bench): Promise<Section> {
  const url = await database.create('bench_directory');
  const ids = await seedDirectory(url);
  const [bystander = ''] = await insertTenant(url, 'bystander');
  const platform = await startPlatform(url);
  const seen = new Map<string, Seen[]>();
  try {
    // Round 0 warms up.
    for (let round = 0; round <= plan.rounds; round += 1)
      for (const [name, one] of await synchronize(platform.baseUrl, bystander, ids)) {
        if (round > 0) seen.set(name, [...(seen.get(name) ?? []), one]);
        report(
          `${name}, round ${round}: ${one.tookMs.toFixed(0)} ms, others waited ${one.waitedMs.toFixed(0)} ms`,
        );
      }
  } finally {
    await platform.stop();
  }
  const medians = [...seen].map(([name, rounds]) => ({
    name,
    tookMs: median(rounds.map(({ tookMs }) => tookMs)),
    waitedMs: median(rounds.map(({ waitedMs }) => waitedMs)),
  }));
  return {
    title: 'Directory of a thousand people',
    content: [
      `Requests of a directory for a team of ${people + 1} people and a group of all of them, medians of ${plan.rounds} rounds. Beside each, another tenant lists its engagements without a pause; the second column is the longest of these requests.`,
      [
        ['Request', 'took, ms', 'others waited, ms'],
        ...medians.map(({ name, tookMs, waitedMs }) => [
          name,
          tookMs.toFixed(0),
          waitedMs.toFixed(0),
        ]),
      ],
    ],
    goals: [
      atMost(
        'Directory, slowest request',
        500,
        'ms',
        Math.max(...medians.map(({ tookMs }) => tookMs)),
      ),
      atMost(
        'Directory, longest wait of others',
        50,
        'ms',
        Math.max(...medians.map(({ waitedMs }) => waitedMs)),
      ),
    ],
  };
}

/**
 * Inserts the firm, its people and the token of its directory, and returns the ids of the people.
 */
async function seedDirectory(url: string): Promise<string[]> {
  await insertTenant(url, 'firm');
  await query(
    url,
    `insert into platform.scim_tokens (id, tenant_id, name, token_hash) values ('token', 'firm', 'Bench', $1)`,
    [createHash('sha256').update(token).digest()],
  );
  const rows = await query<{ id: string }>(
    url,
    `insert into platform.users (id, tenant_id, email, role)
      select 'person-' || n, 'firm', 'person-' || n || '@firm.example', 'member' from generate_series(1, $1::integer) n
      returning id`,
    [people],
  );
  await query(url, 'vacuum analyze');
  return rows.map(({ id }) => id);
}

/**
 * Makes a group, fills it, removes half of its members and reads. Returns the times by the name of
 * the request.
 */
async function synchronize(
  baseUrl: string,
  bystander: string,
  ids: readonly string[],
): Promise<Map<string, Seen>> {
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${baseUrl}/api/scim/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as { id: string };
  };
  const { id } = await call('POST', '/Groups', {
    displayName: `Everybody of ${performance.now()}`,
  });
  const patch = (Operations: object[]) => () =>
    call('PATCH', `/Groups/${id}`, { schemas: [patchOp], Operations });
  const leaving = ids
    .slice(0, ids.length / 2)
    .map((one) => ({ op: 'remove', path: `members[value eq "${one}"]` }));
  const requests: [string, () => Promise<unknown>][] = [
    [
      'All become members',
      patch([{ op: 'add', path: 'members', value: ids.map((value) => ({ value })) }]),
    ],
    ['Half of them leave, one operation each', patch(leaving)],
    [
      'One is looked for',
      () =>
        call('GET', `/Users?filter=${encodeURIComponent(`userName eq "${ids[7]}@firm.example"`)}`),
    ],
    ['A page of 200', () => call('GET', '/Users?count=200&startIndex=400')],
    [
      'A filter over all',
      () => call('GET', `/Users?filter=${encodeURIComponent('active eq false')}`),
    ],
    ['The group', () => call('GET', `/Groups/${id}`)],
  ];
  const seen = new Map<string, Seen>();
  for (const [name, request] of requests)
    seen.set(name, await watchBeside(`${baseUrl}/api/engagements`, bystander, request));
  return seen;
}

const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/**
 * Sends a request. Until its answer is there, the other tenant sends small requests, one after the
 * other.
 */
async function watchBeside(
  address: string,
  key: string,
  request: () => Promise<unknown>,
): Promise<Seen> {
  const beganMs = performance.now();
  const seen: Seen = { tookMs: Number.NaN, waitedMs: 0 };
  let isAnswered = false;
  const answered = request().finally(() => {
    isAnswered = true;
    seen.tookMs = performance.now() - beganMs;
  });
  const beside = async () => {
    while (!isAnswered) {
      const before = performance.now();
      const response = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
      if (!response.ok) throw new Error(`${address} answered ${response.status}`);
      await response.arrayBuffer();
      seen.waitedMs = Math.max(seen.waitedMs, performance.now() - before);
    }
  };
  await Promise.all([answered, beside()]);
  return seen;
}
