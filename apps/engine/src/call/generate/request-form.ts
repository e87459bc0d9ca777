import type { CatalogModel } from '../../models/catalog.ts';
import type { ModelCallError } from '../../models/model-call-error.ts';

/** How a structured answer is asked for, strictest first: by schema, in JSON mode, or by the schema in the prompt alone. */
export const answerFormats = ['schema', 'json', 'prompt'] as const;
export type AnswerFormat = (typeof answerFormats)[number];

/** The parts of a request that some servers refuse. */
export interface RequestForm {
  format: AnswerFormat;
  /** False for a server that refuses tools. */
  tools: boolean;
  /** False for a server that does not know how much a model shall reason. */
  effort: boolean;
}

/** What a call sends, as far as forms matter. */
export interface RequestNeeds {
  structured: boolean;
  tools: boolean;
  effort: boolean;
}

/** The forms that the models of this process have accepted or refused so far. */
export interface KnownForms {
  /** Returns the strictest form that the model is not known to refuse. */
  of(model: CatalogModel, needs: RequestNeeds): RequestForm;
  /** Remembers a refusal. Returns the next form, or null if there is none. */
  refused(model: CatalogModel, needs: RequestNeeds, form: RequestForm, error: ModelCallError): RequestForm | null;
}

/** Opens an empty memory. A new process asks in the strictest form again, because a server may have learned it. */
export function createKnownForms(): KnownForms {
  const known = new Map<string, RequestForm>();
  // Some servers take a schema, but not beside tools.
  const keyOf = ({ provider, id }: CatalogModel, { structured, tools }: RequestNeeds) =>
    JSON.stringify([provider, id, structured && tools]);
  return {
    of: (model, needs) => known.get(keyOf(model, needs)) ?? { format: 'schema', tools: true, effort: true },
    refused(model, needs, form, { refused }) {
      const next = nextForm(needs, form, refused);
      if (next) known.set(keyOf(model, needs), next);
      return next;
    },
  };
}

function nextForm(needs: RequestNeeds, form: RequestForm, refused: readonly string[]): RequestForm | null {
  const looser = answerFormats[answerFormats.indexOf(form.format) + 1];
  if (needs.effort && form.effort && refused.includes('effort')) return { ...form, effort: false };
  if (needs.structured && refused.includes('format') && looser) return { ...form, format: looser };
  if (needs.tools && form.tools && refused.includes('tools')) {
    // Tools beside a structured answer are refused: the answer is asked for in the prompt first, and tools go last.
    return needs.structured && form.format !== 'prompt' ? { ...form, format: 'prompt' } : { ...form, tools: false };
  }
  return null;
}

declare module '../../kernel/engine-services.ts' {
  interface EngineServices {
    forms: KnownForms;
  }
}
