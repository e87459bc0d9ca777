import type { APICallError } from '@ai-sdk/provider';
import type { RefusableForm } from './model-call-error.ts';

/** Characters of a provider's error body that are read. */
const maxBodyLength = 4_000;

/** Words by which providers name a part of a request that they refuse. */
const namesOf: Readonly<Record<RefusableForm, RegExp>> = {
  format:
    /response.?format|json.?schema|json.?object|json.?mode|structured.?output|output_(config|format)|mime.?type|guided|\bschema\b/i,
  tools: /\btools?\b|tool_choice|tool.?call|tool.?use|function.?call/i,
  effort: /reasoning|\beffort\b|\bthinking\b/i,
};

/** Words by which providers say that a prompt is longer than the model's context. */
const overflow =
  /context.?(length|window|size|limit)|maximum context|prompt is too long|input is too long|too many (input )?tokens|(prompt|input|request|messages).{0,40}(exceed|longer than|too (long|large))|exceed.{0,60}(context|maximum.{0,20}tokens|token limit)|reduce the length/i;

/** Words by which servers such as llama.cpp refuse a form with a 500 or 501. A failure may say "contact support". */
const cannot = /\brequires?\b|(not|n't|only)\b.{0,20}support|unsupported|not implemented|unavailable/i;

/**
 * Returns the forms of a request that a refusal names: any 4xx, or a 500 or 501 that says that the server cannot do it.
 */
export function readRefusedForms(error: APICallError): RefusableForm[] {
  const text = textOf(error);
  const status = error.statusCode ?? 0;
  const passes = status === 408 || status === 409 || status > 501;
  if (passes || (status >= 500 && !cannot.test(text))) return [];
  return (['format', 'tools', 'effort'] as const).filter((form) => namesOf[form].test(text));
}

/** Returns true if a provider says that the prompt is longer than the model's context. */
export function isOverflow(error: APICallError): boolean {
  return [400, 413, 422].includes(error.statusCode ?? 0) && overflow.test(textOf(error));
}

function textOf({ message, responseBody = '' }: APICallError): string {
  return `${message}\n${responseBody.slice(0, maxBodyLength)}`;
}
