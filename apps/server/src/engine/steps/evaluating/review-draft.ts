import { maxObjections } from '@ecp/contract/values/review-answers';
import type {
  DraftInput,
  ObservedIssue,
  PromptInputs,
  PromptOutputs,
} from '@ecp/model-calls/prompt-types';
import type { EngineServices } from '../../call/engine-services.ts';
import { figuresReader } from '../../evidence/check-deliverable.ts';
import { issuesReader } from '../../evidence/draft-issues.ts';
import { findConflicts, readConflicts, readDocumentFigures } from '../../evidence/ledger.ts';
import type { SentenceIssue } from '../../evidence/plan-repair.ts';
import { emitEvent } from '../../kernel/events.ts';
import { briefOf, readRun } from '../../kernel/runs.ts';
import { foreignModels, judgeModels, readWriters } from '../../routing/judges.ts';
import {
  callModel,
  logLack,
  runOptionalStep,
  runRecorded,
  type TaskModels,
  type TaskWorkflowInput,
} from '../calling/call-model.ts';
import { taskStartKey } from '../calling/task-record.ts';

/** Observer's score below which a draft is revised, if the budget allows. */
const revisionBelow = 75;
/** Issues that are mended at any score. */
const grave: readonly ObservedIssue['concern'][] = [
  'length',
  'coverage',
  'reasoning',
  'contradiction',
  'error',
];
const ofWhole: readonly ObservedIssue['concern'][] = ['length', 'coverage'];
/** Score from which only issues of the concerns in `wrong` cause another revision. */
const fine = 85;
const wrong: readonly ObservedIssue['concern'][] = ['contradiction', 'error'];
/**
 * Keys of the calls of each revision. The second one mends only what the first one's critic finds
 * grave.
 */
const rounds = [
  { revise: 'revise', observe: 'observe:revised' },
  { revise: 'revise:again', observe: 'observe:again' },
] as const;

type Observation = PromptOutputs['observe'];

/** Asks the observer to score a draft, and the `earlier` one if given, with conflicting figures. */
export async function observeDraft(
  services: EngineServices,
  input: TaskWorkflowInput,
  material: () => Promise<DraftInput>,
  draft: string,
  { key, earlier }: { key: string; earlier?: PromptInputs['observe']['earlier'] },
): Promise<Observation> {
  const { observer } = services.roster;
  const call = {
    purpose: 'observe' as const,
    key,
    agentSlug: observer.slug,
    models: judgeModels(services.models),
  };
  const gather = async () => {
    const given = await material();
    const run = await readRun(services.database, input);
    const documents = await readDocumentFigures(services.database, run, {
      before: taskStartKey(input.task.id),
    });
    const { filename } = input.task;
    const others = documents.filter(
      (document) => document.filename !== filename && document.figures.length > 0,
    );
    const isCompared = others.length > 0;
    const figures = isCompared
      ? await services.texts.run(input.tenantId, figuresReader, { draft })
      : [];
    const known = await readConflicts(services.database, run);
    const conflicts = [
      ...known.filter(({ kind }) => kind === 'sources'),
      ...findConflicts([...others, { filename, version: 0, figures }], known, filename),
    ];
    return { ...given, draft, observer, conflicts, ...(earlier && { earlier }) };
  };
  const observation = await callModel(services, input, { ...call, gather });
  const listOthers = async () => {
    const { upstream, previous } = await material();
    const others = [...upstream.map(({ content }) => content), previous?.content, earlier?.draft];
    return others.filter((content) => content !== undefined);
  };
  return withOwnIssues(services, input, { observation, draft, listOthers, key });
}

async function withOwnIssues(
  services: EngineServices,
  input: TaskWorkflowInput,
  {
    observation,
    draft,
    listOthers,
    key,
  }: { observation: Observation; draft: string; listOthers: () => Promise<string[]>; key: string },
): Promise<Observation> {
  const { issues } = observation;
  if (issues.every(({ sentences = [] }) => sentences.length === 0)) return observation;
  const others = await runRecorded(services, listOthers);
  const { own, foreign } = await services.texts.run(input.tenantId, issuesReader, {
    issues,
    draft,
    others,
  });
  const { id: taskId, name, agentSlug: agent } = input.task;
  if (foreign.length > 0) {
    const named = foreign.map(({ issue }) => `“${issue}”`).join('; ');
    await emitEvent(services, input, `log:${key}:foreign:${taskId}`, {
      type: 'log',
      level: 'warning',
      code: 'issues_dropped',
      agent,
      taskId,
      message: `${name}: issues that quote sentences of another document are left out: ${named}`,
    });
  }
  return { ...observation, issues: own };
}

interface Revising<Version> {
  contentOf(version: Version): string;
  revise(version: Version, issues: string[], key: string): Promise<Version>;
  observe(
    version: Version,
    key: string,
    earlier: { draft: string; issues: string[] },
  ): Promise<Observation>;
  optional<Result>(key: string, work: () => Promise<Result>): Promise<Result | null>;
  /** A reason to revise a version at any score, such as its truncation; else null. */
  mustMend?(version: Version): string | null;
}

/**
 * Revises a weak draft, and once more if the revision has grave issues. Of two versions the same
 * critic's higher score counts. Returns the best version with its score, and its sentence issues.
 */
export async function reviseByIssues<Version>(
  draft: Version,
  first: Observation,
  { contentOf, revise, observe, optional, mustMend = () => null }: Revising<Version>,
): Promise<{ version: Version; score: number; left: SentenceIssue[] }> {
  let best = { version: draft, score: first.score };
  let critic = first;
  for (const [round, keys] of rounds.entries()) {
    const fault = mustMend(best.version);
    const { version } = best;
    const ofWholeText = {
      score: critic.score,
      issues: critic.issues.filter((issue) => !isSmall(issue)),
    };
    const isWanted =
      round === 0 ? isWeak(ofWholeText) || fault !== null : isStillWanting(ofWholeText);
    if (!isWanted) break;
    const issues = [...(fault === null ? [] : [fault]), ...critic.issues.map(({ issue }) => issue)];
    const revision = await optional(keys.revise, async () => {
      const next = await revise(version, issues, keys.revise);
      return {
        next,
        seen: await observe(next, keys.observe, { draft: contentOf(version), issues }),
      };
    });
    if (!revision) break;
    const { next, seen } = revision;
    // A complete document is better than a truncated one, whatever their scores.
    const isWhole = mustMend(next) === null;
    const isBetter =
      isWhole === (fault === null) ? seen.score >= (seen.earlierScore ?? critic.score) : isWhole;
    if (!isBetter) break;
    best = { version: next, score: seen.score };
    critic = seen;
  }
  const small = critic.issues.filter(isSmall);
  const left = small.flatMap(({ issue, sentences = [] }) =>
    sentences.map((sentence) => ({ sentence, issue })),
  );
  return { ...best, left };
}

/**
 * True if new words for the sentences that an issue quotes mend it. Each of them stands in the
 * draft.
 */
const isSmall = ({ concern, sentences = [] }: ObservedIssue): boolean =>
  sentences.length > 0 && !ofWhole.includes(concern);

const isGrave = ({ concern }: ObservedIssue): boolean => grave.includes(concern);

/** True if the observer found a draft weak or something grave in it, and gave issues. */
const isWeak = ({ score, issues }: Pick<Observation, 'score' | 'issues'>): boolean =>
  issues.length > 0 && (score < revisionBelow || issues.some(isGrave));

const isStillWanting = ({ score, issues }: Pick<Observation, 'score' | 'issues'>): boolean =>
  issues.some((issue) => (score < fine ? isGrave(issue) : wrong.includes(issue.concern)));

/** The agent that objects, in the log and the calls. It leads no task and has no roster file. */
const adversarySlug = 'adversary';

const lack = 'no reader of another provider has objected to the paper';

/** Lets another provider's model make at most five objections, the strongest first. */
export async function challengeDraft(
  services: EngineServices,
  input: TaskWorkflowInput,
  { required }: TaskModels,
  document: string,
): Promise<PromptOutputs['challenge']['objections']> {
  const { task } = input;
  const writers = await readWriters(services.database, input, task.id, services.models, required);
  const models = foreignModels(services.models, writers);
  if (models.length === 0) {
    const message = `${task.name}: ${lack}. No model of another provider is configured`;
    await logLack(services, input, 'challenge', message);
    return [];
  }
  const answer = await runOptionalStep(services, input, {
    key: 'challenge',
    lack,
    work: () =>
      callModel(services, input, {
        purpose: 'challenge',
        key: 'challenge',
        agentSlug: adversarySlug,
        models,
        gather: async () => {
          const engagement = briefOf(await readRun(services.database, input));
          return { engagement, task, document, maxObjections };
        },
      }),
  });
  return answer?.objections ?? [];
}
