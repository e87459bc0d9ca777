import type { DraftInput, ListedTask, NewQuestion } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { listDocuments } from '../evidence/gather-evidence.ts';
import { readMaterial } from '../evidence/read-material.ts';
import { readStems } from '../text/read-words.ts';
import { isHeld } from './is-held.ts';
import type { OpenPoint } from './open-point.ts';
import { readPoints } from './read-points.ts';
import { namesFamily } from './words/asking-words-of.ts';
import { writeQuestion } from './write-question.ts';

/** Questions of one engagement. More would annoy people (contract 11). */
const perEngagement = 3;

type Asking = Pick<DraftInput, 'engagement' | 'task' | 'sources' | 'tables' | 'questions' | 'questionsLeft'>;

/**
 * Returns the questions that a task asks people before it is written: what the brief takes as given, and neither brief
 * nor source holds. Every task of an engagement finds the same three points and asks those that it needs most, so that
 * tasks at work at the same time ask nothing twice.
 */
export async function chooseQuestions(input: Asking, timeSlice: TimeSlice): Promise<NewQuestion[]> {
  const { engagement, task, questions = [], questionsLeft = 0 } = input;
  if (questionsLeft <= 0) return [];
  const points = await findOpenPoints(input, timeSlice);
  const known = questions.map(({ question }) => fold(question));
  return points
    .filter((point) => ownerOf(point, engagement.tasks) === task.id || !lists(engagement.tasks, task.id))
    .filter((point) => !known.some((question) => isAbout(question, point)))
    .map((point) => writeQuestion(point, engagement.language))
    .slice(0, questionsLeft);
}

/** Finds the points that a brief leaves open, the surest first, at most as many as an engagement may ask. */
async function findOpenPoints(
  { engagement, sources, tables }: Pick<Asking, 'engagement' | 'sources' | 'tables'>,
  timeSlice: TimeSlice,
): Promise<OpenPoint[]> {
  const material = await readMaterial(listDocuments(engagement, sources, tables), timeSlice);
  const open: OpenPoint[] = [];
  for (const { origin, text, isInstruction } of material.passages) {
    if (origin.kind !== 'brief') break;
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    if (isInstruction) continue;
    for (const point of readPoints(text, engagement.language)) {
      const isNew = open.every((other) => !isSame(other, point));
      if (isNew && !isHeld(point, material)) open.push(point);
    }
  }
  return open.toSorted((one, other) => other.weight - one.weight).slice(0, perEngagement);
}

/** True for a question that asks for the same thing, in whatever words. */
function isAbout(question: string, { noun, families }: OpenPoint): boolean {
  return question.includes(fold(noun)) && families.every((family) => namesFamily(question, family));
}

/** One noun with one yardstick is one point, wherever the brief repeats it. */
function isSame(one: OpenPoint, other: OpenPoint): boolean {
  return one.stem === other.stem && one.families.join() === other.families.join();
}

/** Returns the task whose name shares most words with the sentence of a point, else the first one. */
function ownerOf({ stems }: OpenPoint, tasks: readonly ListedTask[]): string | undefined {
  const able = tasks.length > 2 ? tasks.filter(({ dependsOn }) => dependsOn.length < tasks.length - 1) : tasks;
  const rated = able.map(({ id, name }) => ({ id, shared: readStems(name).filter((stem) => stems.has(stem)).length }));
  return rated.toSorted((one, other) => other.shared - one.shared)[0]?.id;
}

const lists = (tasks: readonly ListedTask[], id: string) => tasks.some((task) => task.id === id);
const fold = (text: string) => text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
