import { type ChatRequest, messageText } from './fake-llm-wire.ts';

/** The material of a prompt between a BEGIN line and the END line with the same marker and label. */
export interface PromptSection {
  label: string;
  text: string;
}

const section = /^\[\[([0-9a-f]+) BEGIN (.+)\]\]\n([\s\S]*?)\n\[\[\1 END \2\]\]$/gm;

/** Returns the sections of a text in order. Markers inside a section belong to its material. */
export function readSections(text: string): PromptSection[] {
  return [...text.matchAll(section)].map(([, , label = '', material = '']) => ({ label, text: material }));
}

/** Returns the labels of the sections in a request's prompt, such as `source 1`. Those in tool results are left out. */
export function labelsOf(request: ChatRequest): Set<string> {
  return new Set(readSections(messageText(request, ['system', 'developer', 'user'])).map(({ label }) => label));
}
