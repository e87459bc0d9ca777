import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOpen } from '@ecp/contract/values/citation-counts';
import { checkEvidence } from '@ecp/evidence/check-evidence';
import type { EvidenceMaterial } from '@ecp/evidence/material';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import type { Measured, Show } from './measured.ts';

const material: Omit<EvidenceMaterial, 'sources'> = {
  language: 'en',
  brief: '',
  assignment: [],
  upstream: [],
  consultations: [],
  reviewNotes: [],
  queries: [],
  tables: [],
};

/**
 * Measures how many statements of TabFact are flagged without a judge, true and false ones. People
 * wrote them about a table of Wikipedia each; here each cites its whole table.
 */
export async function measureTabFact(folder: string, show: Show): Promise<Measured[]> {
  const right = { title: 'TabFact, true: flagged without a judge', statements: 0, count: 0 };
  const wrong = { title: 'TabFact, false: caught without a judge', statements: 0, count: 0 };
  const text = readFileSync(join(folder, 'tabfact', 'val_sample.json'), 'utf8');
  const tables = JSON.parse(text) as Record<string, [string[], number[], string]>;
  const slice = createTimeSlice(undefined);
  for (const [file, [statements, labels, caption]] of Object.entries(tables)) {
    const title = `${caption.replaceAll(/[:“”]/g, ' ').trim() || 'table'}.csv`;
    const sources = [
      { title, location: null, text: readTable(join(folder, 'tabfact', 'csv', file)) },
    ];
    for (const [at, statement] of statements.entries()) {
      const sentence = `${statement.slice(0, 1).toUpperCase()}${statement.slice(1)}.`;
      const markdown = `# Report\n\n${sentence}[^1]\n\n[^1]: ${title}\n`;
      const citations = await checkEvidence(markdown, { ...material, sources }, { slice });
      const open = citations.filter(isOpen);
      const tally = labels[at] === 1 ? right : wrong;
      tally.statements += 1;
      if (open.length === 0) continue;
      tally.count += 1;
      if (tally === right)
        show(`${file} ${at}: ${sentence}\n    → ${open.map(({ reason }) => reason).join(' / ')}`);
    }
  }
  return [right, wrong];
}

/** The set parts cells by #. */
function readTable(path: string): string {
  const quote = (cell: string) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const rows = readFileSync(path, 'utf8').trim().split('\n');
  return rows.map((row) => row.split('#').map(quote).join(',')).join('\n');
}
