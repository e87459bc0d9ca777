import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { writeAnswer } from './fake-llm-answer.ts';
import type { CallScript, LlmBehaviour } from './fake-llm-behaviour.ts';
import { sendFailure } from './fake-llm-failures.ts';
import { applyManners, countReasoning, writeThoughts } from './fake-llm-manners.ts';
import { countTokens, type LlmMeter, type MeteredCall } from './fake-llm-meter.ts';
import { type PromptCache, renderPrompt } from './fake-llm-prompt-cache.ts';
import { refuseRequest, refuseWithKey } from './fake-llm-refusals.ts';
import { send } from './fake-llm-send.ts';
import { sendAnswer } from './fake-llm-stream.ts';
import { type ChatAnswer, type ChatRequest, messageText, readCap, type ScriptedAnswer } from './fake-llm-wire.ts';

/** The state of a server that its chat calls need. */
export interface CallContext {
  meter: LlmMeter;
  script: CallScript;
  cache: PromptCache;
  latencyMs: number;
  responder: (request: ChatRequest) => ScriptedAnswer;
}

/** Answers one chat call as the script says. Ends its record in the meter. */
export async function answerCall(call: MeteredCall, response: ServerResponse, context: CallContext): Promise<void> {
  const { meter, cache, script } = context;
  const gone = watchClient(call, response, meter);
  const { body, key } = call;
  const behaviour = script.next(body);
  const { fails, breaks } = behaviour;
  call.failure = fails?.kind ?? breaks?.how ?? null;
  if (fails !== undefined && sendFailure(response, fails)) return;
  const prompt = renderPrompt(body);
  const inputTokens = countTokens(prompt);
  const refusal =
    behaviour.repeatsKey === 'in_error' ? refuseWithKey(body.model, key) : refuseRequest(body, behaviour, inputTokens);
  if (refusal !== null) {
    call.failure = 'refused';
    return send(response, refusal.status, refusal.body);
  }
  const cached = cache.open(body.model, prompt);
  meter.charge(call, { inputTokens, cachedInputTokens: cached.cachedTokens });
  const latencyMs = behaviour.latencyMs ?? context.latencyMs;
  if (!(await thinkUnlessGone(fails?.kind === 'hang' ? null : latencyMs, gone))) return;
  if (behaviour.waitsFor) await Promise.race([behaviour.waitsFor, once(gone, 'abort')]);
  if (gone.aborted) return;
  cached.write();
  await deliver(call, composeAnswer(call, context, behaviour, key), { behaviour, response, meter, gone });
  if (!response.writableFinished && !response.destroyed) {
    await Promise.race([once(response, 'finish'), once(response, 'close')]);
  }
  meter.finish(call, isBroken(call) ? 'failed' : 'answered');
}

/** Sends an answer and charges it: as far as it is sent for a stream, else at once. */
async function deliver(
  call: MeteredCall,
  answer: ChatAnswer,
  way: { behaviour: LlmBehaviour; response: ServerResponse; meter: LlmMeter; gone: AbortSignal },
): Promise<void> {
  const { behaviour, response, meter, gone } = way;
  const streams = call.body.stream === true && behaviour.ignoresStream !== true;
  const owed = { outputTokens: answer.outputTokens, reasoningTokens: answer.reasoningTokens };
  const chargesAtOnce = !streams || behaviour.fails !== undefined;
  if (chargesAtOnce) meter.charge(call, owed);
  if (behaviour.fails?.kind === 'broken_body') return send(response, 200, '<html>upstream error</html>');
  await sendAnswer(response, {
    answer,
    behaviour: behaviour.fails?.kind === 'cut' ? cutInMiddle(behaviour, answer) : behaviour,
    streams,
    includeUsage: call.body.stream_options?.include_usage === true,
    gone,
    onSent: (share) => chargesAtOnce || chargeShare(meter, call, owed, share),
  });
}

const isBroken = ({ failure }: MeteredCall) => failure === 'cut' || failure === 'error';

/** Returns a signal that aborts when the client disconnects, which then ends the record of the call. */
function watchClient(call: MeteredCall, response: ServerResponse, meter: LlmMeter): AbortSignal {
  const gone = new AbortController();
  const leave = () => {
    if (response.writableFinished) return;
    gone.abort();
    meter.finish(call, isBroken(call) ? 'failed' : 'aborted by client');
  };
  response.once('close', leave);
  // The client may have disconnected while its request was read.
  if (response.destroyed) leave();
  return gone.signal;
}

function cutInMiddle(behaviour: LlmBehaviour, { text }: ChatAnswer): LlmBehaviour {
  // A stream has a chunk for each 16 characters; the middle of a JSON body lies after 2 of its 4 chunks.
  return { ...behaviour, breaks: { how: 'cut', afterChunks: Math.min(200, Math.max(2, Math.ceil(text.length / 32))) } };
}

function chargeShare(
  meter: LlmMeter,
  call: MeteredCall,
  owed: { outputTokens: number; reasoningTokens: number },
  share: number,
): void {
  meter.charge(call, {
    outputTokens: Math.floor(owed.outputTokens * share) - call.outputTokens,
    reasoningTokens: Math.floor(owed.reasoningTokens * share) - call.reasoningTokens,
  });
}

/** Waits for the latency (null: forever). Returns false if the client disconnects meanwhile. */
async function thinkUnlessGone(latencyMs: number | null, gone: AbortSignal): Promise<boolean> {
  if (gone.aborted) return false;
  if (latencyMs === 0) return true;
  try {
    if (latencyMs === null) await once(gone, 'abort');
    else await delay(latencyMs, undefined, { signal: gone });
    return !gone.aborted;
  } catch (error) {
    if (gone.aborted) return false;
    throw error;
  }
}

function composeAnswer(call: MeteredCall, context: CallContext, behaviour: LlmBehaviour, key: string): ChatAnswer {
  const { body, number } = call;
  const { text: written, toolCalls } = writeRaw(body, context, behaviour, key);
  const cap = readCap(body, Number.POSITIVE_INFINITY);
  const reasons = countReasoning(body, behaviour);
  const thoughts = behaviour.thoughts === undefined ? '' : writeThoughts(reasons);
  const inText = behaviour.thoughts === 'tags';
  const hidden = inText ? 0 : Math.max(reasons, countTokens(thoughts));
  const whole = inText ? `<think>\n${thoughts}\n</think>\n\n${written}` : written;
  const tools = hidden < cap ? toolCalls : [];
  const wantedTokens = hidden + countTokens(whole + (toolCalls.length > 0 ? JSON.stringify(toolCalls) : ''));
  const fits = hidden + countTokens(whole) <= cap && hidden < cap;
  return {
    id: `chatcmpl-fake${number}`,
    createdS: Math.floor(call.startedAtMs / 1_000),
    model: body.model,
    reasoning: inText ? '' : firstTokens(thoughts, cap),
    text: fits ? whole : firstTokens(whole, Math.max(0, cap - hidden)),
    toolCalls: tools,
    finishReason: tools.length > 0 ? 'tool_calls' : fits ? 'stop' : 'length',
    inputTokens: call.inputTokens,
    cachedInputTokens: call.cachedInputTokens,
    outputTokens: Math.min(wantedTokens, cap),
    reasoningTokens: Math.min(hidden, cap),
    reportsUsage: behaviour.reportsUsage !== false,
    tellsUsage: behaviour.tellsUsage ?? ((usage) => usage),
    tellsUsageOften: behaviour.tellsUsageOften === true,
  };
}

/** Writes the answer before any thoughts and caps. */
function writeRaw(body: ChatRequest, { responder }: CallContext, behaviour: LlmBehaviour, key: string) {
  if (behaviour.fails?.kind === 'garbage') {
    return { text: 'Sure! Here is what you asked for: {"almost": "JSON", ', toolCalls: [] };
  }
  if (behaviour.fails?.kind === 'empty') return { text: '', toolCalls: [] };
  const scripted = responder(body);
  if (typeof scripted === 'object' && scripted !== null) return { text: '', toolCalls: scripted.toolCalls };
  const heard = behaviour.ignoresFormat === true ? { ...body, response_format: null } : body;
  const text = scripted ?? writeAnswer(heard, messageText(heard, ['user']));
  return { text: applyManners(text, heard, behaviour, key), toolCalls: [] };
}

function firstTokens(text: string, tokens: number): string {
  if (countTokens(text) <= tokens) return text;
  return Buffer.from(text)
    .subarray(0, tokens * 4)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
}
