import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type BenchDatabase, openBenchDatabase } from '../bench-database.ts';
import { describeMachine } from '../describe-machine.ts';
import { explainReads } from './explain-reads.ts';
import { type FillPlan, fillTenants } from './fill-tenants.ts';
import { measureExport } from './measure-export.ts';
import { measureFootprint } from './measure-footprint.ts';
import { measureGrowth } from './measure-growth.ts';
import { renderGrowth } from './render-growth.ts';

/**
 * Fills a small and a large database, reads both over HTTP in turn, exports 10,000 documents, and runs engagements to see
 * what they leave. Writes the tables to docs/benchmarks-growth.md. The large one has `--engagements` in one tenant and
 * `--tenants` others; a million takes half an hour and 15 GB below the system's folder for temporary files.
 */
const { values } = parseArgs({
  options: {
    engagements: { type: 'string', default: '1000000' },
    tenants: { type: 'string', default: '10000' },
    documents: { type: 'string', default: '2' },
    'audit-entries': { type: 'string', default: '3' },
    /** Engagements with rows of the search, whose index takes most of the time; all without it. */
    searched: { type: 'string' },
  },
});
const shape = { documents: Number(values.documents), auditEntries: Number(values['audit-entries']) };
const engagements = Number(values.engagements);
const small: FillPlan = { ...shape, engagements: 1_000, tenants: 10, searched: 1_000 };
const searched = Number(values.searched ?? engagements);
const large: FillPlan = { ...shape, engagements, tenants: Number(values.tenants), searched };
const reportFile = new URL('../../../docs/benchmarks-growth.md', import.meta.url);
const report = (line: string) => console.error(line);

async function fill(postgres: BenchDatabase, name: string, plan: FillPlan) {
  const url = await postgres.create(name);
  await fillTenants(url, plan, report);
  return { url, engagements: plan.engagements };
}

async function measure(postgres: BenchDatabase): Promise<string> {
  const machine = await describeMachine(postgres.version);
  const exports = await measureExport(postgres, report);
  const footprint = await measureFootprint(report);
  const filledSmall = await fill(postgres, 'growth_small', small);
  const filledLarge = await fill(postgres, 'growth_large', large);
  const growth = await measureGrowth(filledSmall, filledLarge, report);
  const plans = await explainReads(filledLarge.url);
  return renderGrowth({ machine, small, large, growth, exports, footprint, plans });
}

const postgres = await openBenchDatabase();
// Ctrl-C also ends the servers. Postgres runs in a separate session and must be closed.
process.once('SIGINT', () => void postgres.close().finally(() => process.exit(130)));
try {
  const text = await measure(postgres);
  await writeFile(reportFile, text);
  console.log(text);
} finally {
  await postgres.close();
}
