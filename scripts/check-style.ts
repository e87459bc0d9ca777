import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  findStyleFaults,
  type StyleFault,
  type StyleRule,
  styleRules,
} from './style/find-style-faults.ts';

/**
 * Checks names and lines against the rules of docs/architecture.md. Today's faults are counted by
 * file in style/baseline.json, and no count may grow: `--write` records counts that fell, and
 * refuses ones that rose.
 */
type Baseline = Partial<Record<StyleRule, Record<string, number>>>;

const root = fileURLToPath(new URL('..', import.meta.url));
const baselineFile = fileURLToPath(new URL('style/baseline.json', import.meta.url));

const paths = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
  cwd: root,
})
  .toString()
  .split('\n')
  .filter((path) => path !== '' && !path.includes('/generated/') && !path.endsWith('.d.ts'));

const faultsByFile = new Map<string, StyleFault[]>();
for (const path of paths) {
  const faults = findStyleFaults(path, readFileSync(`${root}${path}`, 'utf8'));
  if (faults.length > 0) faultsByFile.set(path, faults);
}

const baseline = JSON.parse(readFileSync(baselineFile, 'utf8')) as Baseline;
const counts: Baseline = {};
let problems = 0;
for (const rule of Object.keys(styleRules) as StyleRule[]) {
  const known = new Set(Object.keys(baseline[rule] ?? {}));
  const allPaths = [...new Set([...known, ...faultsByFile.keys()])].sort();
  for (const path of allPaths) {
    const faults = (faultsByFile.get(path) ?? []).filter((fault) => fault.rule === rule);
    const allowed = baseline[rule]?.[path] ?? 0;
    if (faults.length > 0) counts[rule] = { ...counts[rule], [path]: faults.length };
    if (faults.length > allowed) {
      problems += 1;
      console.error(
        `${path}: ${faults.length} faults of ${rule}, ${allowed} allowed. ${styleRules[rule]}`,
      );
      for (const { line, text } of faults) console.error(`  ${path}:${line}: ${text}`);
    } else if (faults.length < allowed && !process.argv.includes('--write')) {
      problems += 1;
      console.error(
        `${path}: only ${faults.length} faults of ${rule} are left; record it with npm run style -- --write`,
      );
    }
  }
}
if (process.argv.includes('--write') && problems === 0) {
  writeFileSync(baselineFile, `${JSON.stringify(counts, null, 2)}\n`);
}
const totals = Object.entries(counts).map(([rule, files]) => {
  const total = Object.values(files).reduce((sum, count) => sum + count, 0);
  return `${rule} ${total}`;
});
console.log(
  `Style: ${paths.length} files, known faults: ${totals.join(', ')}; ${problems} problems`,
);
process.exitCode = problems === 0 ? 0 : 1;
