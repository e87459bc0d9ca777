import { compileValidator, describeFaults } from '@ecp/contract/declaring/compile-validator';
import { ApiError } from '@ecp/contract/declaring/errors';
import { type Arguments, Refusal } from './call-endpoint.ts';
import type { Tool } from './tool.ts';

/** The parameters of a call that its tool has, and the names of the others. */
export interface ReadArguments {
  given: Arguments;
  unknown: string[];
}

/**
 * Returns the parameters of a call that its tool has. Models write numbers and truth values as texts, and null for what
 * they leave out, so both are understood.
 */
export function readArguments({ inputSchema }: Tool, sent: Arguments): ReadArguments {
  const { properties = {} } = inputSchema as { properties?: Record<string, { type?: string }> };
  const known = Object.entries(properties).flatMap(([name, { type }]): [string, unknown][] => {
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
    return value === undefined || value === null ? [] : [[name, readText(value, type)]];
  });
  const unknown = Object.keys(sent).filter((name) => !Object.hasOwn(properties, name));
  return { given: Object.fromEntries(known), unknown };
}

function readText(value: unknown, type: string | undefined): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  const isNumeric = (type === 'integer' || type === 'number') && /^\d{1,15}(\.\d{1,6})?$/.test(value);
  return isNumeric ? Number(value) : value;
}

const checks = new Map<Tool, ReturnType<typeof compileValidator>>();

/** Throws the refusal of parameters that the tool's schema does not allow. */
export function checkArguments(tool: Tool, given: Arguments): void {
  const check = checks.get(tool) ?? compileValidator({ schema: tool.inputSchema, httpPart: 'body' });
  checks.set(tool, check);
  // The check takes undeclared fields out of what it is given.
  const { error: faults } = check(structuredClone(given));
  if (!faults) return;
  const { message: error, code } = new ApiError('invalid_request');
  throw new Refusal({ error, code, details: describeFaults(faults) });
}

/** Says which parameters were ignored; undefined if there are none. */
export function describeUnknown({ inputSchema }: Tool, unknown: readonly string[]): string | undefined {
  if (unknown.length === 0) return undefined;
  const names = Object.keys((inputSchema as { properties?: object }).properties ?? {});
  return `${unknown
    .map((name) => cut(name))
    .slice(0, mostNames)
    .join(', ')}. The tool has ${names.join(', ')}`;
}

const mostNames = 10;
const cut = (name: string) => name.slice(0, 50).toWellFormed();
