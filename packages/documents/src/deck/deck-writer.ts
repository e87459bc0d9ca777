import { type ChildAnswer, describeBundle, SandboxError } from '@ecp/sandbox/child-program';
import type { Sandbox } from '@ecp/sandbox/sandbox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { PrintOrder } from '../document-renderer.ts';
import { DocumentError, toDocumentError } from '../reports/report-types.ts';
import type { Deck } from './deck-types.ts';
import {
  DeckTemplateError,
  type DeckTemplateFault,
  type DeckTemplateSummary,
  layoutUses,
  templateFaultKinds,
} from './template/template-fault.ts';

/** Writes decks as .pptx in a sandbox, and checks the master of a firm there. */
export interface DeckWriter {
  /**
   * Writes a deck, into the master of `template` if it is given, else into a theme of ours from the
   * branding. Rejects with DocumentError, DeckTemplateError, or the signal's reason.
   */
  write(deck: Deck, options: { template?: Uint8Array }, order: PrintOrder): Promise<Buffer>;
  /** Tells which layouts of a master the slides use, or why it cannot serve. Rejects like write. */
  checkTemplate(template: Uint8Array, order: PrintOrder): Promise<DeckTemplateCheck>;
}

type DeckTemplateCheck = { fault: DeckTemplateFault } | DeckTemplateSummary;

/** Settings. All but the sandbox have defaults. */
interface DeckWriterOptions {
  sandbox: Sandbox;
  /** Time for a deck from its turn, plus half of it for each MiB; the default is 30 s. */
  timeoutMs?: number;
  program?: typeof deckProgram;
}

/** The largest master, in bytes. */
export const maxTemplateBytes = 20 * 1024 * 1024;
/**
 * Limits of a deck. `slides` counts before tables go on on further slides; `texts` are points,
 * sources and notes.
 */
const limits = {
  slides: 300,
  characters: 4 * 1024 * 1024,
  rows: 20_000,
  texts: 20_000,
  values: 200_000,
} as const;
const mebibyte = 1024 * 1024;
const shortSizeBytes = 256 * 1024;

/** Creates the writer. Children start with the first deck. */
export function createDeckWriter({
  sandbox,
  program = deckProgram,
  ...options
}: DeckWriterOptions): DeckWriter {
  const { timeoutMs = 30_000 } = options;

  function run(
    job: DeckJob,
    body: Uint8Array | undefined,
    sizeBytes: number,
    order: PrintOrder,
  ): Promise<ChildAnswer> {
    return sandbox.run(program, {
      job,
      ...(body && { body }),
      tenantId: order.tenantId,
      signal: order.signal,
      sizeBytes,
      isAwaited: true,
      lane: sizeBytes > shortSizeBytes ? 'long' : 'short',
      timeMs: timeoutMs * (1 + sizeBytes / mebibyte / 2),
    });
  }
  return {
    write: async (deck, { template }, order) => {
      refuseLarge(template);
      const size = measureDeck(deck);
      const over = (Object.keys(limits) as (keyof typeof limits)[]).find(
        (name) => size[name] > limits[name],
      );
      if (over)
        throw new DocumentError(
          'too_large',
          `The deck has ${size[over]} ${over}; at most ${limits[over]}`,
        );
      const sizeBytes = size.characters + (template?.length ?? 0);
      const { head, body } = await run({ kind: 'write', deck }, template, sizeBytes, order).catch(
        (error: unknown) => {
          throw toDocumentError(error);
        },
      );
      if (Value.Check(Refused, head)) throw new DeckTemplateError(head.fault);
      return body;
    },
    checkTemplate: async (template, order) => {
      if (template.length > maxTemplateBytes) return { fault: tooLarge(template) };
      try {
        const { head } = await run({ kind: 'check' }, template, template.length, order);
        if (Value.Check(Refused, head)) return head;
        if (Value.Check(Summary, head)) return head;
        return { fault: { kind: 'damaged', detail: null } };
      } catch (error) {
        if (!(error instanceof SandboxError) || error.kind === 'busy' || error.kind === 'closed') {
          throw toDocumentError(error);
        }
        const isLarge = error.kind === 'timeout' || error.kind === 'memory';
        return { fault: { kind: isLarge ? 'too_large' : 'damaged', detail: null } };
      }
    },
  };
}

const tooLarge = (template: Uint8Array): DeckTemplateFault => ({
  kind: 'too_large',
  detail: `${template.length} bytes`,
});

function refuseLarge(template: Uint8Array | undefined): void {
  if (template && template.length > maxTemplateBytes)
    throw new DeckTemplateError(tooLarge(template));
}

/** Measures a deck by what its file grows with; a value of a chart counts as twelve characters. */
function measureDeck({ slides }: Deck): Record<keyof typeof limits, number> {
  const size = { slides: slides.length, characters: 0, rows: 0, texts: 0, values: 0 };
  const add = (texts: readonly string[]) => {
    for (const text of texts) size.characters += text.length + 8;
  };
  for (const { title, points, chart, table, sources, notes } of slides) {
    for (const texts of [[title], points, sources, notes, chart?.categories ?? []]) add(texts);
    size.texts += points.length + sources.length + notes.length;
    for (const { name, values } of chart?.series ?? []) {
      add([name]);
      size.values += Math.max(values.length, chart?.categories.length ?? 0);
    }
    size.rows += table?.rows.length ?? 0;
    add(table?.columns.map(({ name }) => name) ?? []);
    for (const row of table?.rows ?? []) add(row);
  }
  size.characters += 12 * size.values;
  return size;
}

const Refused = Type.Object({
  fault: Type.Object({
    kind: Type.Enum([...templateFaultKinds]),
    detail: Type.Union([Type.Null(), Type.String({ maxLength: 500 })]),
  }),
});
const Summary = Type.Object({
  layouts: Type.Array(
    Type.Object({ use: Type.Enum([...layoutUses]), name: Type.String({ maxLength: 300 }) }),
    {
      maxItems: 10,
    },
  ),
});

/**
 * The program that writes decks. It is JavaScript but for the writer of the charts' workbooks,
 * which is WebAssembly.
 */
export const deckProgram = describeBundle({
  name: 'deck',
  source: new URL('./child-main.ts', import.meta.url),
  reads: [],
  packages: ['wasm-xlsxwriter'],
  allowAddons: false,
  heapMb: 512,
  memoryMb: 800,
});

/**
 * A job for a child process. A master comes with it as bytes; without bytes a deck gets a theme of
 * ours.
 */
export type DeckJob = { kind: 'write'; deck: Deck } | { kind: 'check' };

/** The answer of a job. The bytes of a deck follow it. */
export type DeckHead = null | { fault: DeckTemplateFault } | DeckTemplateSummary;
