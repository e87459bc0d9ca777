import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CreateEngagementBody } from '@ecp/contract/work/engagements';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { listAttachments } from '../demo/attach-files.ts';
import { CaseKey } from './key-file.ts';
import { RehearsalError } from './rehearsal-error.ts';

/** A case with its key: a folder with `engagement.json`, `key.json` and `attachments/`. */
export interface RehearsalCase {
  /** The name of the case's folder. */
  name: string;
  engagement: CreateEngagementBody;
  key: CaseKey;
  /** Paths of the files to attach. */
  attachments: string[];
  /** SHA-256 of engagement and key. */
  fingerprint: string;
}

/**
 * Reads the cases of a folder that have a key, sorted by name. Throws a RehearsalError that names the file and the
 * field of the first mistake, or says that there is no case.
 */
export async function readCases(folder: string): Promise<RehearsalCase[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: false }).catch((cause) => {
    throw new RehearsalError(`The folder of cases cannot be read: ${String(cause)}`, { cause });
  });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const cases = await Promise.all(names.sort().map((name) => readCase(join(folder, name), name)));
  const found = cases.filter((one) => one !== null);
  if (found.length === 0) throw new RehearsalError(`No folder in ${folder} has a key.json`);
  return found;
}

async function readCase(folder: string, name: string): Promise<RehearsalCase | null> {
  const key = await readChecked(join(folder, 'key.json'), CaseKey);
  if (key === null) return null;
  const engagement = await readChecked(join(folder, 'engagement.json'), CreateEngagementBody);
  if (engagement === null) throw new RehearsalError(`${folder} has a key.json, but no engagement.json`);
  const repeated = findRepeated(key);
  if (repeated !== undefined) throw new RehearsalError(`${join(folder, 'key.json')} has two items with id ${repeated}`);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([engagement, key]))
    .digest('hex');
  return { name, engagement, key, attachments: await listAttachments(join(folder, 'attachments')), fingerprint };
}

/** Returns null when there is no such file. */
async function readChecked<S extends TSchema>(path: string, schema: S): Promise<Static<S> | null> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    throw new RehearsalError(`${path} cannot be read: ${String(cause)}`, { cause });
  }
  if (Value.Check(schema, content)) return content;
  const [first] = Value.Errors(schema, content);
  throw new RehearsalError(`${path}: ${first?.instancePath || '/'} ${first?.message ?? 'is invalid'}`);
}

function findRepeated({ facts, contradictions, figures, traps, mustNotSay, gaps = [] }: CaseKey): string | undefined {
  const ids = [facts, contradictions, figures, traps, mustNotSay, gaps].flatMap((items) => items.map(({ id }) => id));
  return ids.find((id, index) => ids.indexOf(id) !== index);
}
