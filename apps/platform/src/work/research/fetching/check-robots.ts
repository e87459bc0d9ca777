import type { Database } from '@ecp/database/database';
import { OutboundError } from '../../../kernel/outbound/addresses.ts';
import type { Services } from '../../../kernel/services.ts';
import { ResearchRefused } from '../research-refused.ts';
import { fetchLimits, productToken, userAgentOf } from './fetch-limits.ts';
import { keepPace } from './keep-pace.ts';

type RobotsState = 'rules' | 'open' | 'closed';

/** The robots.txt of an origin. */
interface Robots {
  state: RobotsState;
  bytes: Buffer | null;
}

type RobotsServices = Pick<Services, 'database' | 'outbound' | 'textExtractor' | 'config' | 'research'>;

/**
 * Throws ResearchRefused `robots` if the robots.txt of the origin does not allow the address (RFC 9309, RES-9). A
 * robots.txt that is missing allows all; one that cannot be had forbids all. It is read once an hour, and again after
 * five minutes when it could not be had.
 */
export async function requireRobotsAllow(services: RobotsServices, tenantId: string, url: URL): Promise<void> {
  const { state, bytes } = (await findRobots(services.database, url.origin)) ?? (await shareFetch(services, url));
  if (state === 'open') return;
  const question = { robotsUrl: robotsUrlOf(url), url: url.href, agent: productToken };
  const isAllowed =
    state === 'rules' && bytes && (await services.textExtractor.isAllowedByRobots(tenantId, bytes, question));
  if (!isAllowed) throw new ResearchRefused('robots', url.hostname);
}

const robotsUrlOf = ({ origin }: URL) => `${origin}/robots.txt`;

async function findRobots(database: Database, origin: string): Promise<Robots | undefined> {
  const [[known]] = await database.batchSystem<[Robots]>([
    {
      name: 'find_robots',
      text: `select state, content as bytes from platform.web_robots
        where origin = $1 and fetched_at > clock_timestamp()
          - case state when 'closed' then interval '5 minutes' else interval '1 hour' end`,
      values: [origin],
    },
  ]);
  return known;
}

/**
 * Fetches a robots.txt. Pages of one origin that are read at the same time share the request, so the end of one fetch
 * does not abort it. It ends by its own limits.
 */
async function shareFetch(services: RobotsServices, url: URL): Promise<Robots> {
  const { robotsUnderway } = services.research;
  const underway = robotsUnderway.get(url.origin);
  if (underway) return (await underway) as Robots;
  const fetched = fetchRobots(services, url).finally(() => robotsUnderway.delete(url.origin));
  robotsUnderway.set(url.origin, fetched);
  return fetched;
}

async function fetchRobots(services: RobotsServices, url: URL): Promise<Robots> {
  const { database, outbound, config } = services;
  await keepPace(database, url);
  const robots = await outbound
    .request({
      url: robotsUrlOf(url),
      headers: { 'user-agent': userAgentOf(config), accept: 'text/plain, */*;q=0.5', 'accept-encoding': 'gzip' },
      timeoutMs: fetchLimits.robotsTimeMs,
      maxBodyBytes: fetchLimits.robotsBytes,
      followRedirects: fetchLimits.redirects,
    })
    .then(({ status, body }) => readRobots(status, body))
    .catch((error: unknown): Robots => {
      if (!(error instanceof OutboundError)) throw error;
      // The page's own request tells that the address is private.
      if (error.kind === 'private_address') throw new ResearchRefused('private_address', null, error);
      return { state: 'closed', bytes: null };
    });
  await saveRobots(database, url.origin, robots);
  return robots;
}

function readRobots(status: number, body: Buffer): Robots {
  if (status >= 200 && status <= 299) return { state: 'rules', bytes: body };
  if (status >= 400 && status <= 499) return { state: 'open', bytes: null };
  return { state: 'closed', bytes: null };
}

async function saveRobots(database: Database, origin: string, { state, bytes }: Robots): Promise<void> {
  await database.batchSystem([
    {
      name: 'save_robots',
      text: `insert into platform.web_robots (origin, state, content) values ($1, $2, $3)
        on conflict (origin) do update
          set state = excluded.state, content = excluded.content, fetched_at = clock_timestamp()`,
      values: [origin, state, bytes],
    },
  ]);
}
