import type { NotedValue } from '@ecp/contract/values/figures';
import { identifyConflict, type ReadValue, readGiven, whyAlike } from '@ecp/evidence/ledger';
import { foldShort, foldText } from '@ecp/evidence/quotes';
import type { KnownConflict } from '@ecp/model-calls/prompt-types';
import { createTimeSlice, type TimeSlice } from '@ecp/semaphore/semaphore';
import { describeConflict } from '../agents/prompts/prompt-sections.ts';
import type { EngineServices } from '../call/engine-services.ts';
import type { CallClient, ToolMaterial } from '../call/model-call.ts';
import type { ToolCall } from '../call/tool-types.ts';
import { readConflicts } from '../evidence/ledger.ts';
import { emitEvent } from '../kernel/events.ts';
import { readRun } from '../kernel/runs.ts';
import { type ExecutedCall, refuseCall } from './tool-results.ts';

/** Limits the characters of a source's title in a message. */
const shownTitle = 120;

interface Readable {
  id: string;
  title: string;
  location: string | null;
  text: string;
}

type Reported = NonNullable<ToolCall['input']['values']>[number];

interface FoundValue extends NotedValue {
  read: ReadValue;
}

/**
 * Records a conflict once if each value stands in its source and two values differ. Else the
 * refusal says what was not found. A known conflict is not noted again.
 */
export async function noteConflict(
  services: Pick<EngineServices, 'database' | 'effects' | 'signals'>,
  client: CallClient,
  material: Pick<ToolMaterial, 'sources' | 'read'>,
  call: ToolCall,
): Promise<ExecutedCall> {
  const { about = '', values = [] } = call.input;
  const noted = await verifyReport(values, [...material.sources, ...material.read]);
  if (typeof noted === 'string') return refuseCall(call, noted);
  const conflictId = identifyConflict('sources', [about], noted);
  const known = await readConflicts(services.database, await readRun(services.database, client));
  const own = known.findIndex(({ id }) => id === conflictId);
  // A repeated call gets its first answer, whatever was noted since.
  const same = findNoted(own === -1 ? known : known.slice(0, own), { about, values: noted });
  if (same) {
    const text = `This is noted already, and people see it:\n${describeConflict(same)}`;
    return {
      result: { callId: call.id, kind: 'text', label: 'noted', text },
      code: 'conflict_noted',
      message: `reported what is noted already about "${same.about}"`,
    };
  }
  const { taskId, agentSlug: agent } = client;
  const event = {
    type: 'conflict' as const,
    conflictId,
    taskId,
    agent,
    about: about.trim(),
    values: noted,
  };
  await emitEvent(services, client, `conflict:${conflictId}`, event);
  services.signals.notify(client.runId);
  const told = describeConflict({
    id: conflictId,
    kind: 'sources',
    about: about.trim(),
    values: noted,
    settlement: null,
  });
  return {
    result: {
      callId: call.id,
      kind: 'text',
      label: 'noted',
      text: `Noted for the people of this engagement:\n${told}`,
    },
    code: 'conflict_noted',
    message: `noted that sources differ about "${about.trim()}"`,
  };
}

/** Finds the noted conflict of the same sources with the same name, or two of the same values. */
export function findNoted(
  known: readonly KnownConflict[],
  {
    about,
    values,
  }: Pick<KnownConflict, 'about'> & { values: readonly Pick<NotedValue, 'value' | 'filename'>[] },
): KnownConflict | undefined {
  const keyOf = ({ value, filename }: Pick<NotedValue, 'value' | 'filename'>) =>
    JSON.stringify([value, fold(filename)]);
  const sources = new Set(values.map(({ filename }) => fold(filename)));
  const given = new Set(values.map(keyOf));
  return known.find((conflict) => {
    const others = new Set(conflict.values.map(({ filename }) => fold(filename)));
    const hasSameSources =
      others.size === sources.size && [...others].every((source) => sources.has(source));
    const shared = new Set(conflict.values.map(keyOf).filter((key) => given.has(key)));
    return (
      conflict.kind === 'sources' &&
      hasSameSources &&
      (fold(conflict.about) === fold(about) || shared.size > 1)
    );
  });
}

const fold = (name: string): string =>
  (name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).sort().join(' ');

/**
 * Returns the values as their sources give them, or sentences for the model that say why it is no
 * conflict.
 */
export async function verifyReport(
  values: readonly Reported[],
  texts: readonly Readable[],
): Promise<NotedValue[] | string> {
  const slice = createTimeSlice(undefined);
  const found: FoundValue[] = [];
  const faults: string[] = [];
  for (const value of values) {
    const held = await findValue(value, texts, slice);
    if (typeof held === 'string') faults.push(held);
    else found.push(held);
  }
  if (faults.length > 0) return `${faults.join(' ')} Nothing was noted.`;
  const alike = findAlike(found);
  if (alike !== null) return `${alike} This is no conflict, and nothing was noted.`;
  return found.map(({ read: _, ...value }) => value);
}

/** Returns the value with its source, or a sentence for the model that says what was not found. */
async function findValue(
  { value, text, filename, place }: Reported,
  texts: readonly Readable[],
  slice: TimeSlice,
): Promise<FoundValue | string> {
  const title = filename.trim().toLowerCase();
  const named = texts.filter((one) => one.title.trim().toLowerCase() === title);
  const shown = filename.trim().slice(0, shownTitle).toWellFormed();
  if (named.length === 0) return `There is no source “${shown}”; name it by the title to cite.`;
  const words = foldShort(text);
  let source: Readable | undefined;
  for (const one of named) {
    if ((await foldText(one.text, slice)).folded.includes(words)) source ??= one;
  }
  if (!source || words === '')
    return `The words “${text}” do not stand in ${shown}; give them exactly.`;
  const read = readGiven({ value, text }, source);
  if (read === null) return `The words “${text}” of ${shown} do not give the value ${value}.`;
  const at = place?.trim() ? place.trim() : source.location;
  return {
    value: read.value,
    text: text.trim(),
    filename: source.title,
    place: at,
    sourceId: source.id,
    read,
  };
}

/** Returns a sentence if some value conflicts with none of the others. */
function findAlike(values: readonly FoundValue[]): string | null {
  for (const one of values) {
    const reasons = values
      .filter((other) => other !== one)
      .map((other) => whyAlike(one.read, other.read));
    if (reasons.every((reason) => reason !== null))
      return `The values ${reasons[0] ?? 'are the same'}.`;
  }
  return null;
}
