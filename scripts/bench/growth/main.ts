import { writeFile } from 'node:fs/promises';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { onInterrupt } from '../../command-line/on-interrupt.ts';
import { readSize } from '../../command-line/read-size.ts';
import { type BenchDatabase, openBenchDatabase } from '../bench-database.ts';
import { describeMachine } from '../describe-machine.ts';
import { describeForeignLoad, type ForeignLoad, watchForeignLoad } from '../machine/foreign-load.ts';
import { loadAtStart } from '../machine/load-at-start.ts';
import { explainReads } from './explain-reads.ts';
import { type FillPlan, fillTenants } from './fill-tenants.ts';
import { measureExport } from './measure-export.ts';
import { measureFootprint } from './measure-footprint.ts';
import { measureGrowth } from './measure-growth.ts';
import { renderGrowth } from './render-growth.ts';

/**
 * Fills a small and a large database, reads both over HTTP in turn, exports 10,000 documents, and runs engagements to see
 * what they leave. Prints the tables and the plans of the reads, and writes them to docs/benchmarks-growth.md, but keeps no
 * figures beside other work on the machine or of other sizes than the default ones. The large database has `--engagements`
 * in one tenant and `--tenants` others; a million takes half an hour and 15 GB below the system's folder for temporary files.
 */
const defaults = {
  engagements: '1000000',
  tenants: '10000',
  documents: '2',
  'audit-entries': '3',
  /** Newest engagements with rows of the search, whose index takes most of the time; all of them if it is empty. */
  searched: '',
};
const { values } = parseArgs({
  options: {
    engagements: { type: 'string', default: defaults.engagements },
    tenants: { type: 'string', default: defaults.tenants },
    documents: { type: 'string', default: defaults.documents },
    'audit-entries': { type: 'string', default: defaults['audit-entries'] },
    searched: { type: 'string', default: defaults.searched },
  },
});
const shape = {
  documents: readSize('documents', values.documents),
  auditEntries: readSize('audit-entries', values['audit-entries']),
};
const engagements = readSize('engagements', values.engagements);
const small: FillPlan = { ...shape, engagements: 1_000, tenants: 10, searched: 1_000 };
const searched = values.searched ? readSize('searched', values.searched) : engagements;
const large: FillPlan = { ...shape, engagements, tenants: readSize('tenants', values.tenants), searched };
const reportFile = new URL('../../../docs/benchmarks-growth.md', import.meta.url);
const report = (line: string) => console.error(line);

async function fill(postgres: BenchDatabase, name: string, plan: FillPlan) {
  const url = await postgres.create(name);
  await fillTenants(url, plan, report);
  return { url, engagements: plan.engagements, searched: Math.min(plan.searched, plan.engagements) };
}

/** Fills and reads the databases. Returns the report and how much of the machine others have used meanwhile. */
async function measure(postgres: BenchDatabase): Promise<{ text: string; load: ForeignLoad }> {
  const machine = await describeMachine(postgres.version);
  // Other work changes times, but not what these runs leave.
  const footprint = await measureFootprint(report);
  const endWatch = await watchForeignLoad(loadAtStart[0]);
  const exports = await measureExport(postgres, report);
  const filledSmall = await fill(postgres, 'growth_small', small);
  const filledLarge = await fill(postgres, 'growth_large', large);
  const growth = await measureGrowth(filledSmall, filledLarge, report);
  const load = endWatch();
  machine.push(describeForeignLoad(load));
  const plans = await explainReads(filledLarge.url);
  return { text: renderGrowth({ machine, small, large, growth, exports, footprint, plans }), load };
}

const postgres = await openBenchDatabase();
// Ctrl-C also ends the servers. Postgres runs in a separate session and must be closed.
onInterrupt(() => void postgres.close().finally(() => process.exit(130)));
try {
  const { text, load } = await measure(postgres);
  console.log(text);
  if (load.quiet && isDeepStrictEqual({ ...values }, defaults)) await writeFile(reportFile, text);
  else report('Not kept: figures are kept of the default sizes and of a quiet machine only.');
} finally {
  await postgres.close();
}
