import { parseArgs } from 'node:util';
import { diagnose } from './doctor/diagnose.ts';
import { describeFinding, severityOf } from './doctor/finding-texts.ts';

/**
 * Checks an installation with the settings of its start and prints one line for each finding
 * (docs/operations.md, The doctor). `npm run doctor [-- --json]`. The exit code is 1 if something
 * is wrong, else 0.
 */
const { values } = parseArgs({ options: { json: { type: 'boolean' } } });
const { findings, redact } = await diagnose(process.env);
const wrong = findings.filter((finding) => severityOf(finding) === 'wrong').length;
const detailed = findings.map((finding) => ({ severity: severityOf(finding), ...finding }));
const lines = values.json ? [JSON.stringify(detailed, null, 2)] : findings.map(describeFinding);
if (!values.json) lines.push(wrong === 0 ? 'Nothing is wrong.' : `${wrong} to put right.`);
process.stdout.write(redact(`${lines.join('\n')}\n`), () => {
  // A check that was given up may still hold a connection open.
  process.exit(wrong === 0 ? 0 : 1);
});
