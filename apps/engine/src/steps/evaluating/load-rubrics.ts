import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Rubric } from '@ecp/model-calls/prompt-types';
import { type TaskKind, taskKinds } from '@ecp/model-calls/task-kinds';
import Type from 'typebox';
import { parse } from 'yaml';
import { checkFileShape, readShippedFiles, type ShippedFile } from '../../kernel/shipped-files.ts';

const rubricSchema = Type.Object(
  {
    type: Type.Enum(taskKinds),
    version: Type.Integer({ minimum: 1 }),
    criteria: Type.Array(
      Type.Object(
        {
          id: Type.String({ pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' }),
          name: Type.String({ minLength: 1, maxLength: 60 }),
          description: Type.String({ minLength: 40, maxLength: 1200 }),
          weight: Type.Number({ exclusiveMinimum: 0, maximum: 1 }),
        },
        { additionalProperties: false },
      ),
      { minItems: 4, maxItems: 6 },
    ),
  },
  { additionalProperties: false },
);

const shippedDirectory = fileURLToPath(new URL('./rubrics/', import.meta.url));

function parseRubricFile(file: ShippedFile): Rubric {
  const name = basename(file.path);
  const rubric = checkFileShape(file.path, rubricSchema, parse(file.text));
  if (rubric.type !== file.stem) throw new Error(`${name}: type: must be "${file.stem}", the name of the file`);
  const ids = rubric.criteria.map((criterion) => criterion.id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new Error(`${name}: criteria: id "${twice}" is used twice`);
  const total = rubric.criteria.reduce((sum, criterion) => sum + criterion.weight, 0);
  if (Math.abs(total - 1) > 1e-9) throw new Error(`${name}: criteria: weights add up to ${total}, not 1`);
  return rubric;
}

/**
 * Reads and checks the rubrics of a folder (by default the shipped one), one file for each task kind.
 * Throws an Error that names the file and the invalid field, or the kind without a rubric.
 */
export async function loadRubrics(directory: string = shippedDirectory): Promise<Readonly<Record<TaskKind, Rubric>>> {
  const byKind = new Map((await readShippedFiles(directory, '.yaml')).map(parseRubricFile).map((r) => [r.type, r]));
  const requireKind = (kind: TaskKind): Rubric => {
    const rubric = byKind.get(kind);
    if (!rubric) throw new Error(`rubrics: ${kind}.yaml is missing`);
    return rubric;
  };
  return {
    research: requireKind('research'),
    analysis: requireKind('analysis'),
    strategy: requireKind('strategy'),
    plan: requireKind('plan'),
    creative: requireKind('creative'),
    financial: requireKind('financial'),
    general: requireKind('general'),
    synthesis: requireKind('synthesis'),
  };
}
