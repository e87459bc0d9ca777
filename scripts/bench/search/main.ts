import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Database, openDatabase } from '@ecp/database/database';
import pg from 'pg';
import { pino } from 'pino';
import { findTexts, indexTexts } from '../../../apps/platform/src/reach/search/search.ts';
import { onInterrupt } from '../../command-line/on-interrupt.ts';
import { readSize } from '../../command-line/read-size.ts';
import { type BenchDatabase, openBenchDatabase } from '../bench-database.ts';
import { readTreeCpuMs } from '../cpu-time.ts';
import { describeMachine } from '../describe-machine.ts';
import { median } from '../median.ts';
import { insertDocuments } from './insert-documents.ts';
import { makeVocabulary, seedChance, type Vocabulary } from './write-texts.ts';

/**
 * Measures the search over `--documents` documents of some 600 words in 20 tenants, of which one has nine tenths, and
 * writes the figures to docs/benchmarks-search.md, whose last section it keeps. Other work on the machine distorts them.
 */
const { values } = parseArgs({
  options: { documents: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '40' } },
});
const plan = {
  documents: readSize('documents', values.documents),
  tenants: 20,
  engagementsOfTenant: 15,
  wordsOfDocument: 600,
};
const rounds = readSize('rounds', values.rounds);
/** Documents that are written while the index is there. */
const written = 200;
const reportFile = new URL('../../../docs/benchmarks-search.md', import.meta.url);
const chance = seedChance(42);
const vocabulary = makeVocabulary(60_000, chance);

/** The searches of each kind. Words of rank 1 are in nearly every document, those of rank 30,000 in one of a thousand. */
function searches({ words, letters }: Vocabulary): Record<string, (index: number) => string> {
  const word = (rank: number) => words[rank] ?? '';
  return {
    'a common word': (index) => word(index % 20),
    'a rare word': (index) => word(30_000 + index * 97),
    'two common words': (index) => `${word(index % 20)} ${word((index % 20) + 20)}`,
    'two words': (index) => `${word(200 + index)} ${word(2_000 + index * 31)}`,
    'a Chinese word': (index) => `${letters[index % 10]}${letters[(index * 7) % 40]}`,
    'a rare Chinese word': (index) => `${letters[100 + index * 11]}${letters[200 + index * 13]}`,
    'the beginning of a word': (index) => word(5_000 + index * 89).slice(0, 4),
    'a part of a word': (index) => word(8_000 + index * 89).slice(2, 7),
    'a word that is nowhere': (index) => `qq${word(index + 100)}qq`,
  };
}

/** Fills a database as the product does; returns the times of it in seconds and the sizes in MB. */
async function fill(client: pg.Client, database: Database): Promise<string[]> {
  const { rows } = await client.query<{ indexdef: string }>(
    `select indexdef from pg_indexes where indexname = 'search_texts_keys'`,
  );
  await client.query('drop index platform.search_texts_keys');
  const insertSeconds = await secondsOf(() => insertDocuments(client, plan, { vocabulary, chance }));
  const work = { database, log: pino({ level: 'error' }, pino.destination(2)) };
  const wordSeconds = await secondsOf(() => indexTexts(work, new AbortController().signal));
  const indexSeconds = await secondsOf(() => client.query(rows[0]?.indexdef ?? ''));
  await client.query('alter index platform.search_texts_keys alter column 1 set statistics 0');
  await client.query('vacuum analyze platform.search_texts');
  const writeSeconds = await secondsOf(() =>
    client.query(
      `insert into platform.deliverables (id, tenant_id, engagement_id, run_id, filename, content, version, word_count)
        select id || 'x', tenant_id, engagement_id, run_id, filename, content, 2, word_count
        from platform.deliverables order by id limit $1`,
      [written],
    ),
  );
  const readSeconds = await secondsOf(() => indexTexts(work, new AbortController().signal));
  const { rows: sizes } = await client.query<{ documents: number; texts: number; keys: number }>(
    `select (pg_table_size('platform.deliverables') / 1048576)::integer as documents,
      (pg_table_size('platform.search_texts') / 1048576)::integer as texts,
      (pg_relation_size('platform.search_texts_keys') / 1048576)::integer as keys`,
  );
  const each = (seconds: number) => `${((seconds / written) * 1000).toFixed(1)} ms`;
  return [
    `Documents ${sizes[0]?.documents} MB, rows of the search ${sizes[0]?.texts} MB, their index ${sizes[0]?.keys} MB`,
    `${plan.documents} documents inserted in ${insertSeconds.toFixed(0)} s, their rows made in ${wordSeconds.toFixed(0)} s, the index built in ${indexSeconds.toFixed(0)} s`,
    `A new version of a document: ${each(writeSeconds)} in its transaction, ${each(readSeconds)} in the background`,
  ];
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}

/** The processor time of the server and of this process, which other work on the machine distorts least. */
async function readCpuMs(serverPid: number): Promise<number> {
  const { user, system } = process.cpuUsage();
  return ((await readTreeCpuMs(serverPid)) ?? 0) + (user + system) / 1000;
}

/** Measures every kind of search of one tenant; returns lines of a table. */
async function measureTenant(
  { database, serverPid }: { database: Database; serverPid: number },
  tenantId: string,
  title: string,
): Promise<string[]> {
  const lines: string[] = [];
  for (const [name, searchOf] of Object.entries(searches(vocabulary))) {
    const times: number[] = [];
    let results = 0;
    const cpuBefore = await readCpuMs(serverPid);
    for (let round = 0; round < rounds; round += 1) {
      const begun = performance.now();
      results += (await findTexts(database, tenantId, { q: searchOf(round) })).length;
      times.push(performance.now() - begun);
    }
    const p99 = times.toSorted((a, b) => a - b).at(Math.ceil(rounds * 0.99) - 1) ?? 0;
    const cpu = ((await readCpuMs(serverPid)) - cpuBefore) / rounds;
    const figures = [median(times).toFixed(1), p99.toFixed(1), cpu.toFixed(1), (results / rounds).toFixed(0)];
    lines.push(`| ${[title, name, ...figures].join(' | ')} |`);
    console.error(lines.at(-1));
  }
  return lines;
}

async function measure(postgres: BenchDatabase): Promise<string> {
  const url = await postgres.create('bench_search');
  const machine = await describeMachine(postgres.version);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const database = openDatabase({ url });
  const facts = await fill(client, database);
  await client.end();
  const measured = { database, serverPid: postgres.pid };
  const large = await measureTenant(measured, 't0', 'nine tenths');
  const small = await measureTenant(measured, 't1', 'half a percent');
  await database.close();
  const head =
    '| Tenant with | Search for | median ms | p99 ms | CPU ms | results |\n| --- | --- | ---: | ---: | ---: | ---: |';
  return `# Benchmarks of the search

Written by \`npm run bench:search\`: ${plan.documents} documents of ${plan.wordsOfDocument} words (a tenth of them Chinese) in ${plan.tenants} tenants, of which one has nine tenths. A
search is the statement with its snippets, without HTTP; ${rounds} different searches of each kind. The goal is 100 ms.

${[...machine, ...facts].map((line) => `- ${line}`).join('\n')}

${[head, ...large, ...small].join('\n')}
`;
}

const postgres = await openBenchDatabase();
onInterrupt(() => void postgres.close().finally(() => process.exit(130)));
try {
  const report = await measure(postgres);
  const earlier = (await readFile(reportFile, 'utf8')).split(/^(?=## Earlier figures)/m)[1];
  await writeFile(reportFile, [report, earlier].filter(Boolean).join('\n'));
  console.log(report);
} finally {
  await postgres.close();
}
