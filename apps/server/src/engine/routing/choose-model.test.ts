import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CatalogModel, ModelTier } from '../models/catalog.ts';
import type { RoutingInput } from './choose-model.ts';
import { chooseModel } from './choose-model.ts';
import type { PastTask } from './estimates.ts';
import { listCostNanoUsd } from './estimates.ts';

const model = (
  tier: ModelTier,
  inputPerMillion: number,
  outputPerMillion: number,
  id: string = tier,
): CatalogModel => {
  return { id, provider: 'openai-compatible', tier, inputPerMillion, outputPerMillion };
};
const models = [model('premium', 5, 25), model('standard', 3, 15), model('economy', 1, 5)];
const rivals = [model('standard', 3, 15, 'rival-a'), model('standard', 3, 15, 'rival-b')];
const dollar = 1e9;

const easy: RoutingInput['task'] = { kind: 'general', description: 'Summarise.', dependsOn: [] };
const hard: RoutingInput['task'] = {
  kind: 'strategy',
  description: 'x'.repeat(2_000),
  dependsOn: ['a', 'b', 'c'],
};

const done: Omit<PastTask, 'model' | 'score'> = {
  kind: 'general',
  agentSlug: 'b',
  review: null,
  failed: false,
  costNanoUsd: null,
  ageDays: 0,
};
const seen = (id: string, score: number, tasks = 10, change: Partial<PastTask> = {}): PastTask[] =>
  Array.from({ length: tasks }, () => ({ ...done, model: id, score, ...change }));
const failed = (id: string, tasks: number, change: Partial<PastTask> = {}): PastTask[] =>
  Array.from({ length: tasks }, () => ({
    ...done,
    model: id,
    score: null,
    failed: true,
    ...change,
  }));

/** Chooses without exploration unless the test permits it. */
function choose(question: Partial<RoutingInput>) {
  const money = { remainingNanoUsd: 1_000 * dollar, tasksLeft: 3 };
  const asked = {
    task: easy,
    agentSlug: 'a',
    models,
    seed: 'run\ntask',
    mayExplore: false,
    pinned: null,
  };
  return chooseModel({ ...asked, ...money, past: [], ...question });
}
const candidateOf = (id: string, question: Partial<RoutingInput>) => {
  const candidate = choose(question).candidates.find(({ model: of }) => of === id);
  if (!candidate) throw new Error(`No candidate ${id}`);
  return candidate;
};

/** Answers the same question with many seeds. */
const chooseOften = (question: Partial<RoutingInput>, times = 400) =>
  Array.from({ length: times }, (_, seed) =>
    choose({ ...question, mayExplore: true, seed: `run\n${seed}` }),
  );

describe('chooseModel', () => {
  it('takes the best model for a hard task if there is plenty of money', () => {
    expect(choose({ task: hard }).model.id).toBe('premium');
  });

  it('takes what the money per task allows, and the cheapest if it allows none, and says so', () => {
    expect(choose({ task: hard, remainingNanoUsd: 1.2 * dollar }).model.id).toBe('standard');
    expect(choose({ task: hard, remainingNanoUsd: 0.35 * dollar }).model.id).toBe('economy');
    const short = choose({ task: hard, remainingNanoUsd: 0 });
    expect(short.model.id).toBe('economy');
    expect(short.reason).toContain('cheapest, because money is short');
    expect(short.candidates.every(({ affordable }) => !affordable)).toBe(true);
  });

  it('takes the cheapest of equally good models, however much money there is', () => {
    const past = models.flatMap(({ id }) => seen(id, 86));
    expect(choose({ past, remainingNanoUsd: 1_000 * dollar }).model.id).toBe('economy');
  });

  it('takes a good model before a cheap one that is not good often enough, and says why', () => {
    const past = [...seen('premium', 88, 20), ...seen('economy', 76, 20)];
    const { model: chosen, candidates } = choose({ past });
    expect(chosen.id).toBe('premium');
    expect(candidates.find(({ model: id }) => id === 'economy')).toMatchObject({
      verdict: 'too_risky',
      why: expect.stringMatching(
        /^A quality of 75 is expected in \d+ % of cases; at least 85 % of cases is required$/,
      ),
    });
  });

  it('gives a cheaper model the benefit of the doubt, and says so', () => {
    const {
      model: chosen,
      reason,
      explored,
    } = choose({
      past: [...seen('premium', 88, 8), ...seen('economy', 86, 8)],
      models: [model('premium', 10, 50), model('economy', 1, 5)],
    });
    expect([chosen.id, explored]).toEqual(['economy', false]);
    expect(reason).toContain('from 8 observed tasks');
  });

  it('weighs results of the same agent more than those of others', () => {
    const past = [
      ...seen('economy', 72, 4, { agentSlug: 'mine' }),
      ...seen('economy', 86, 4, { agentSlug: 'other' }),
    ];
    const scoreFor = (agentSlug: string) =>
      candidateOf('economy', { agentSlug, past }).expectedScore;
    expect(scoreFor('mine')).toBeLessThan(scoreFor('other') - 1);
  });

  it('learns about a model from its results on other kinds of task, but less', () => {
    const expected = (past: PastTask[]) => candidateOf('economy', { past }).expectedScore;
    const [none, other, same] = [
      expected([]),
      expected(seen('economy', 95, 10, { kind: 'research' })),
      expected(seen('economy', 95, 10)),
    ];
    expect(other).toBeGreaterThan(none + 3);
    expect(same).toBeGreaterThan(other + 3);
  });

  it('records the chosen model first, then the fallbacks: next best first, unaffordable and failing ones last', () => {
    const all = [...models, model('premium', 50, 250, 'dear'), model('premium', 5, 25, 'broken')];
    const past = [...failed('broken', 2), ...seen('premium', 88, 20), ...seen('standard', 70, 20)];
    const asked = { task: easy, models: all, past, remainingNanoUsd: 3 * dollar };
    expect(choose(asked).candidates.map(({ model: id, verdict }) => [id, verdict])).toEqual([
      ['premium', 'best'],
      ['economy', 'too_risky'],
      ['standard', 'too_risky'],
      ['dear', 'not_affordable'],
      ['broken', 'failing'],
    ]);
  });

  it('gives the same choice for the same question', () => {
    const first = choose({ task: hard, mayExplore: true });
    for (let round = 0; round < 5; round += 1)
      expect(choose({ task: hard, mayExplore: true })).toEqual(first);
  });
});

describe('a pinned model', () => {
  it('is chosen whatever speaks against it; nothing is explored, and the others are fallbacks in order', () => {
    const past = [...failed('economy', 3), ...seen('premium', 90), ...seen('standard', 80)];
    for (const choice of chooseOften(
      { task: hard, past, pinned: 'economy', remainingNanoUsd: dollar },
      50,
    )) {
      expect(choice.model.id).toBe('economy');
      expect(choice.explored).toBe(false);
      expect(choice.reason).toMatch(
        /^pinned: no other model writes for this engagement; difficulty/,
      );
      expect(choice.candidates.map(({ verdict }) => verdict)).toEqual([
        'pinned',
        'not_tried',
        'not_tried',
      ]);
      expect(choice.candidates[1]?.why).toBe('The engagement is set to economy');
    }
  });

  it('is never replaced in silence: an engine without it refuses the task', () => {
    expect(() => choose({ pinned: 'gone' })).toThrow('The model gone is not configured');
  });
});

describe('failures', () => {
  it('two in a row, on whatever kinds of task, end the use of a model for a day, also by exploration', () => {
    const past = [
      ...failed('premium', 1),
      ...failed('premium', 1, { kind: 'research' }),
      ...seen('premium', 92, 30),
    ];
    const choices = chooseOften({ past, models: models.slice(0, 2) }, 100);
    expect(choices.every(({ model: { id } }) => id === 'standard')).toBe(true);
    expect(choices[0]?.candidates[1]).toMatchObject({ model: 'premium', verdict: 'failing' });
    const recovered = [...seen('premium', 92, 1), ...past];
    expect(choose({ past: recovered }).candidates.map(({ verdict }) => verdict)).not.toContain(
      'failing',
    );
    const longAgo = past.map((task) => ({ ...task, ageDays: 2 }));
    expect(choose({ past: longAgo }).candidates.map(({ verdict }) => verdict)).not.toContain(
      'failing',
    );
  });

  it('count as rejections: a model that fails now and then is worth less', () => {
    const now = [...seen('economy', 88, 4), ...failed('economy', 1), ...seen('economy', 88, 4)];
    expect(candidateOf('economy', { past: now }).expectedScore).toBeLessThan(
      candidateOf('economy', { past: seen('economy', 88, 9) }).expectedScore - 3,
    );
  });

  it('of all models do not leave a task without one', () => {
    const past = models.flatMap(({ id }) => failed(id, 2));
    expect(choose({ past }).model.id).toBeDefined();
  });
});

describe('judges and reviewers', () => {
  it('agree: scores count as they are', () => {
    const past = seen('premium', 86, 20, { review: 'approved' });
    expect(candidateOf('premium', { past }).expectedScore).toBeGreaterThan(83);
  });

  it('a judge who praises everything is believed less once people have rejected what it praised', () => {
    const two = { models: models.filter(({ tier }) => tier !== 'standard') };
    const praised = [...seen('economy', 88, 8), ...seen('premium', 88, 8)];
    expect(choose({ ...two, past: praised }).model.id).toBe('economy');
    const past = [
      ...seen('economy', 88, 8, { review: 'revision_requested' }),
      ...seen('premium', 88, 8, { review: 'approved' }),
    ];
    expect(choose({ ...two, past }).model.id).toBe('premium');
  });
});

describe('exploration', () => {
  const known = seen('rival-a', 88, 20);

  it('takes a share of the first tasks of a kind and a small guaranteed share of the later ones', () => {
    const share = (past: PastTask[]) =>
      chooseOften({ models: rivals, past }, 2_000).filter(({ explored }) => explored).length /
      2_000;
    expect(share(seen('rival-a', 88, 4))).toBeGreaterThan(0.2);
    const later = share(seen('rival-a', 88, 60));
    expect(later).toBeGreaterThan(0.002);
    expect(later).toBeLessThan(0.04);
  });

  it('ends once it is known that a model is worse', () => {
    const past = [...known, ...seen('rival-b', 70, 25)];
    expect(chooseOften({ models: rivals, past }, 2_000).filter(({ explored }) => explored)).toEqual(
      [],
    );
  });

  it('says that a choice is an exploration, and against which model', () => {
    const past = [...seen('rival-a', 88, 3), ...seen('rival-b', 84, 1)];
    const choice = chooseOften({ models: rivals, past }).find(({ explored }) => explored);
    expect(choice?.model.id).toBe('rival-b');
    expect(choice?.reason).toContain('tried to learn whether it is as good as rival-a');
    expect(choice?.candidates.map(({ verdict, why }) => [verdict, why])).toEqual([
      ['explored', 'Chosen to learn whether it is as good as rival-a'],
      ['lower_value', 'Preferred, but rival-b was tried this time'],
    ]);
  });

  it.each([
    ['a reviewer sent the task back', { mayExplore: false }],
    [
      'the share of the task would not pay a second attempt',
      { remainingNanoUsd: 0.35 * dollar, tasksLeft: 1 },
    ],
  ])('does not happen if %s', (_case, change) => {
    for (let seed = 0; seed < 100; seed += 1) {
      const asked = {
        models: rivals,
        past: seen('rival-a', 88, 2),
        mayExplore: true,
        seed: `run\n${seed}`,
        ...change,
      };
      expect(choose(asked).explored).toBe(false);
    }
  });
});

describe('the past', () => {
  it('fades: newer tasks outweigh older ones, because a model changes behind its name', () => {
    const [bad, good] = [seen('rival-a', 55, 8), seen('rival-a', 92, 60)];
    const scoreOf = (past: PastTask[]) =>
      candidateOf('rival-a', { models: rivals, past }).expectedScore;
    expect(scoreOf([...bad, ...good])).toBeLessThan(scoreOf([...good, ...bad]) - 5);
    const old = seen('rival-a', 92, 60, { ageDays: 900 });
    expect(candidateOf('rival-a', { models: rivals, past: old }).spread).toBeGreaterThan(8);
  });

  it('teaches what tasks really cost: by kind, by model, by agent', () => {
    const cost = (id: string, past: PastTask[], agentSlug = 'c') =>
      candidateOf(id, { models: rivals, past, agentSlug }).expectedCostNanoUsd;
    const paid = (id: string, usd: number, change: Partial<PastTask> = {}) =>
      seen(id, 80, 20, { costNanoUsd: usd * dollar, ...change });
    const list = cost('rival-a', []);
    expect(list).toBe(listCostNanoUsd(model('standard', 3, 15)));
    const past = [...paid('rival-a', 0.1), ...paid('rival-b', 0.9)];
    expect(cost('rival-a', past)).toBeLessThan(list);
    expect(cost('rival-b', past)).toBeGreaterThan(0.7 * dollar);
    const mine = paid('rival-a', 0.6, { agentSlug: 'a' });
    expect(cost('rival-a', [...mine, ...paid('rival-a', 0.1)], 'a')).toBeGreaterThan(
      1.3 * cost('rival-a', [...mine, ...paid('rival-a', 0.1)]),
    );
    expect(cost('rival-b', paid('rival-b', 0.9, { kind: 'research' }))).toBeGreaterThan(1.5 * list);
    // Past tasks may have been unusually cheap, so the list price must also fit the share.
    const short = { models: rivals, remainingNanoUsd: 0.25 * dollar, tasksLeft: 1 };
    expect(candidateOf('rival-a', { ...short, past: paid('rival-a', 0.05) }).affordable).toBe(
      false,
    );
  });

  it('counts on the price of cached input where the catalogue has it', () => {
    const [plain, cached] = [
      model('standard', 3, 15),
      { ...model('standard', 3, 15), cachedInputPerMillion: 0.3 },
    ];
    expect(listCostNanoUsd(cached)).toBeLessThan(listCostNanoUsd(plain));
  });
});

describe('any question', () => {
  const past = fc.array(
    fc.record({
      model: fc.constantFrom('premium', 'standard', 'economy', 'gone'),
      kind: fc.constantFrom('general' as const, 'strategy' as const),
      agentSlug: fc.constantFrom('a', 'b'),
      score: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
      review: fc.option(
        fc.constantFrom('approved' as const, 'revision_requested' as const, 'rejected' as const),
      ),
      failed: fc.boolean(),
      costNanoUsd: fc.option(fc.integer({ min: 0, max: 3 * dollar })),
      ageDays: fc.double({ min: 0, max: 700, noNaN: true }),
    }),
    { maxLength: 40 },
  );
  const question = fc.record({
    past,
    task: fc.constantFrom(easy, hard),
    remainingNanoUsd: fc.integer({ min: 0, max: 50 * dollar }),
    tasksLeft: fc.integer({ min: 1, max: 20 }),
    seed: fc.string(),
    mayExplore: fc.boolean(),
    pinned: fc.option(fc.constantFrom('premium', 'economy')),
  });

  it('gets finite numbers, each model once, and an affordable model that works if there is one', () => {
    fc.assert(
      fc.property(question, (asked) => {
        const { model: chosen, explored, candidates } = choose(asked);
        expect(candidates.map(({ model: id }) => id).toSorted()).toEqual([
          'economy',
          'premium',
          'standard',
        ]);
        for (const { expectedScore, spread, utility } of candidates) {
          expect([expectedScore, spread, utility].every(Number.isFinite)).toBe(true);
        }
        const [taken, ...others] = candidates;
        expect(taken?.model).toBe(chosen.id);
        expect(
          others.filter(({ verdict }) => ['best', 'explored', 'pinned'].includes(verdict)),
        ).toEqual([]);
        if (asked.pinned !== null) expect([chosen.id, explored]).toEqual([asked.pinned, false]);
        else {
          const open = candidates.filter(
            ({ affordable, verdict }) => affordable && verdict !== 'failing',
          );
          expect(open.length === 0 || open[0] === taken).toBe(true);
        }
        if (explored) expect(asked.mayExplore).toBe(true);
      }),
    );
  });
});
