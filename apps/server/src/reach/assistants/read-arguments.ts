import { compileValidator, describeFaults } from '@ecp/contract/declaring/compile-validator';
import { ApiError } from '@ecp/contract/declaring/errors';
import { type Arguments, Refusal } from './call-endpoint.ts';
import { readAsDeclared } from './read-declared.ts';
import type { Tool } from './tool.ts';

const checks = new Map<Tool, ReturnType<typeof compileValidator>>();

/**
 * Returns the parameters of a call that its tool has. Clients write lists, objects, numbers and
 * truth values as texts, and null for what they leave out, so both are read as the tool declares
 * them. Throws the refusal of parameters that the tool's schema does not allow.
 */
export function readArguments(tool: Tool, sent: Arguments): Arguments {
  const check =
    checks.get(tool) ?? compileValidator({ schema: tool.inputSchema, httpPart: 'body' });
  checks.set(tool, check);
  // The validator changes what it is given.
  const { value, error: faults } = check(readAsDeclared(tool.inputSchema, structuredClone(sent)));
  if (!faults) return value as Arguments;
  const { message: error, code } = new ApiError('invalid_request');
  throw new Refusal({ error, code, details: describeFaults(faults) });
}

const mostNames = 10;
const cut = (name: string) => name.slice(0, 50).toWellFormed();

/** Names the parameters of a call that its tool does not have; undefined if there are none. */
export function describeUnknown({ inputSchema }: Tool, sent: Arguments): string | undefined {
  const { properties = {} } = inputSchema as { properties?: object };
  const unknown = Object.keys(sent).filter((name) => !Object.hasOwn(properties, name));
  if (unknown.length === 0) return undefined;
  return `${unknown.slice(0, mostNames).map(cut).join(', ')}. The tool has ${Object.keys(properties).join(', ')}`;
}
