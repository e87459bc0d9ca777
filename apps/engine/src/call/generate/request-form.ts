import type { CatalogModel } from '../../models/catalog.ts';
import type { ModelCallError } from '../../models/model-call-error.ts';

/**
 * The ways to ask for a structured answer, strictest first: by schema, in JSON mode, or by words in the prompt alone.
 */
const answerFormats = ['schema', 'json', 'prompt'] as const;
export type AnswerFormat = (typeof answerFormats)[number];

/** The parts of a request that some servers refuse. */
export interface RequestForm {
  format: AnswerFormat;
  /** False for a server that refuses tools. */
  tools: boolean;
  /** False for a server that does not know how much a model shall reason. */
  effort: boolean;
}

/** The parts of a request that have forms. */
export interface RequestNeeds {
  structured: boolean;
  tools: boolean;
  effort: boolean;
}

/** The forms that the models of this process have accepted or refused so far. */
export interface KnownForms {
  /** Returns the strictest form that the model is not known to refuse. */
  of(model: CatalogModel, needs: RequestNeeds): RequestForm;
  /**
   * Remembers that an answer was no JSON at all although the server took the form. After a schema, the next call asks
   * in JSON mode, which also states the schema in words.
   */
  ignored(model: CatalogModel, form: RequestForm): void;
  /** Remembers a refusal. Returns the next form, or null if there is none. */
  refused(model: CatalogModel, needs: RequestNeeds, form: RequestForm, error: ModelCallError): RequestForm | null;
}

/** The forms that a model is known to take. */
interface Known extends RequestForm {
  /** Some servers take a schema, but not beside tools. */
  formatWithTools: AnswerFormat;
}

/** Opens an empty memory. A new process asks in the strictest form again, because a server may have learned it. */
export function createKnownForms(): KnownForms {
  const byModel = new Map<string, Known>();
  const strictest: Known = { format: 'schema', formatWithTools: 'schema', tools: true, effort: true };
  const keyOf = ({ provider, id }: CatalogModel) => JSON.stringify([provider, id]);
  const knownOf = (model: CatalogModel) => byModel.get(keyOf(model)) ?? strictest;
  const learn = (model: CatalogModel, lesson: Partial<Known>) =>
    byModel.set(keyOf(model), { ...knownOf(model), ...lesson });
  const formOf = (model: CatalogModel, needs: RequestNeeds): RequestForm => {
    const { formatWithTools, ...form } = knownOf(model);
    return needs.tools && form.tools ? { ...form, format: looser(form.format, formatWithTools) } : form;
  };
  return {
    of: formOf,
    ignored(model, { format }) {
      if (format === 'schema') learn(model, { format: 'json' });
    },
    refused(model, needs, form, error) {
      const lesson = lessonOf(needs, form, error.refused);
      if (lesson === null) return null;
      learn(model, lesson);
      return formOf(model, needs);
    },
  };
}

/** Returns what a refusal teaches, or null if the request has nothing left to give up. */
function lessonOf(needs: RequestNeeds, form: RequestForm, refused: readonly string[]): Partial<Known> | null {
  const next = answerFormats[answerFormats.indexOf(form.format) + 1];
  const namesTools = needs.tools && form.tools && refused.includes('tools');
  if (needs.effort && form.effort && refused.includes('effort')) return { effort: false };
  if (namesTools && needs.structured && form.format !== 'prompt') return { formatWithTools: 'prompt' };
  if (needs.structured && refused.includes('format') && next) return { format: next };
  return namesTools ? { tools: false } : null;
}

function looser(one: AnswerFormat, other: AnswerFormat): AnswerFormat {
  return answerFormats.indexOf(one) > answerFormats.indexOf(other) ? one : other;
}

declare module '../../kernel/engine-services.ts' {
  interface EngineServices {
    forms: KnownForms;
  }
}
