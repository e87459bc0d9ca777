/**
 * Runs the fake search engine and the site of 30 pages on their own:
 *   node packages/testing/src/fake-web/fake-web-cli.ts --search-port 4020 --site-port 4021
 * The site takes six ports. Prints the settings for the service and one line for each search and
 * page. A line on the standard input that says `later` lets one page change and one disappear.
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { openFakeWeb } from './fake-site.ts';

const { values } = parseArgs({
  options: {
    'search-port': { type: 'string', default: '4020' },
    'site-port': { type: 'string', default: '4021' },
  },
});

const { site, search, environment, close } = await openFakeWeb({
  firstPort: Number(values['site-port']),
  port: Number(values['search-port']),
  onSearch: ({ provider, query, outcome }) =>
    console.log(`search (${provider}, ${outcome}): ${query}`),
});
console.log(
  Object.entries(environment)
    .map((setting) => setting.join('='))
    .join(' '),
);
for (const { url, title } of site.listPages()) console.log(`${url}  ${title}`);

createInterface({ input: process.stdin }).on('line', (line) => {
  if (line.trim() !== 'later') return;
  site.moveOn();
  console.log('One page has changed, and one has disappeared.');
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await close();
    console.log(
      `${search.calls.length} searches, ${site.requests.length} requests for pages and robots.txt`,
    );
    process.exit(0);
  });
}
