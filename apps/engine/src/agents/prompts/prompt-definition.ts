import type { PromptInputs, PromptPurpose, SourceImage } from '@ecp/model-calls/prompt-types';
import type { TSchema } from 'typebox';

/** A part of the user's message. A provider may keep everything up to a part with `cache` for later calls. */
export interface PromptPart {
  text: string;
  cache: boolean;
  /** An image that follows the text. */
  image?: SourceImage;
}

/** Material that a prompt does not show whole. */
export interface LeftOut {
  /** Title of the source, or file name of the document. */
  name: string;
  shownBytes: number;
  fullBytes: number;
}

/** The setting in which a prompt is rendered from its input. */
export interface PromptContext {
  /** An unguessable marker of the run that encloses every untrusted text. */
  fence: string;
  /** True if the model can search the sources for text that does not fit. */
  canSearch: boolean;
  room: MaterialRoom;
  /** Collects what is not shown whole. */
  leftOut: LeftOut[];
}

/** Most UTF-8 bytes of the material in a prompt, by kind. */
export interface MaterialRoom {
  /** The sources, which are the same in all calls of a run. */
  sources: number;
  /** The documents that a task builds on. */
  upstream: number;
  /** The document that a call judges or rewrites. */
  document: number;
}

/** The parts of a prompt that follow the brief and the sources, in their order. */
export interface PromptBody {
  /** Material that several calls of a task share. */
  material?: string | null;
  /** The role of the agent, what only this call sees, and the assignment. */
  assignment: string;
}

/** The prompt for one purpose. Rendering is pure: the same input and context give the same texts. */
export interface PromptDefinition<Purpose extends PromptPurpose> {
  purpose: Purpose;
  /** Returns the schema of the answer for this input, or null for a markdown document. */
  outputSchema: (input: PromptInputs[Purpose]) => TSchema | null;
  /**
   * True for a call that sees neither brief nor tasks nor the date, because its answer depends on its own material
   * alone (contract 8 on the judge).
   */
  standsAlone?: true;
  /** The prompt shows neither sources nor tables, because the tools of the call read what it needs. */
  withoutSources?: true;
  /** The output that an answer needs. A document gets as much as its model allows (`null`). */
  maxOutputTokens: number | null | ((input: PromptInputs[Purpose]) => number);
  render: (input: PromptInputs[Purpose], context: PromptContext) => PromptBody;
}
