/**
 * Runs the fake search engine and the site of 30 pages on their own:
 *   node packages/testing/src/fake-web/fake-web-cli.ts --search-port 4020 --site-port 4021
 * The site takes six ports. Prints the settings for the service and one line for each search and page. A line on the
 * standard input that says `later` lets one page change and one disappear.
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { startFakeSearch } from './fake-search.ts';
import { startFakeSite } from './fake-site.ts';

const { values } = parseArgs({
  options: {
    'search-port': { type: 'string', default: '4020' },
    'site-port': { type: 'string', default: '4021' },
  },
});

const site = await startFakeSite({ firstPort: Number(values['site-port']) });
const search = await startFakeSearch({
  port: Number(values['search-port']),
  listPages: () => site.listPages().map(({ page, url, body }) => ({ url, title: page.title, text: body })),
  onSearch: ({ provider, query, outcome }) => console.log(`search (${provider}, ${outcome}): ${query}`),
});
const hosts = Object.values(site.origins).map((origin) => new URL(origin).host);
console.log(`SEARCH_PROVIDER=searxng SEARCH_URL=${search.url} OUTBOUND_ALLOWED_HOSTS=${hosts.join(',')}`);
for (const { page, url } of site.listPages()) console.log(`${url}  ${page.title}`);

createInterface({ input: process.stdin }).on('line', (line) => {
  if (line.trim() !== 'later') return;
  site.moveOn();
  console.log('One page has changed, and one has disappeared.');
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await Promise.all([search.close(), site.close()]);
    console.log(`${search.calls.length} searches, ${site.requests.length} requests for pages and robots.txt`);
    process.exit(0);
  });
}
