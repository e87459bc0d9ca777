import type { Evaluated } from '@ecp/evidence/evaluate-expression';
import type { ToolCall } from '../call/types/tool-types.ts';
import { type ExecutedCall, refuseCall } from './executed-call.ts';

interface Step {
  name: string;
  expression: string;
}

/**
 * Works out the named expressions of a calculation in their order. Each result comes with the footnote that proves it.
 * Steps after one that fails, and use it, fail too. Pure: the same steps give the same results.
 */
export function calculate(call: ToolCall, evaluate: (expression: string) => Evaluated): ExecutedCall {
  const { title = '', steps = [] } = call.input;
  const known = new Map<string, string>();
  const lines: string[] = [];
  const failures: string[] = [];
  for (const { name, expression } of steps) {
    const { written, used } = insertResults({ name, expression }, known);
    const unknown = stepName.exec(written)?.[0];
    const result = unknown === undefined ? evaluate(written) : { error: `${unknown} is no earlier step` };
    if ('error' in result) {
      failures.push(name);
      lines.push(`${name}: no result, ${result.error}`);
      continue;
    }
    known.set(name.toLowerCase(), result.shown);
    const notes = ['<footnotes of its numbers>', ...used.map((earlier) => `<footnote of ${earlier}>`)];
    lines.push(`${name} = ${result.shown}`, `  Cite as: [^n]: = ${written} = ${result.shown}; ${notes.join(', ')}`);
  }
  if (failures.length === steps.length) return refuseCall(call, lines.join('\n'));
  const message = `calculated "${title}": ${steps.length - failures.length} of ${steps.length} steps`;
  const text = [`Title: ${title}`, ...lines].join('\n');
  return { result: { callId: call.id, kind: 'text', label: 'calculation', text }, code: 'calculated', message };
}

/** The name of a step: an underscore tells it from units and functions. */
const stepName = /[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+/;

/** Puts the results of earlier steps in the place of their names. */
function insertResults({ expression }: Step, known: ReadonlyMap<string, string>): { written: string; used: string[] } {
  const used = new Set<string>();
  const written = expression.replaceAll(new RegExp(stepName, 'g'), (word) => {
    const value = known.get(word.toLowerCase());
    if (value === undefined) return word;
    used.add(word);
    return /^[-−–]/.test(value) ? `(${value})` : value;
  });
  return { written, used: [...used] };
}
