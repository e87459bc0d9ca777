import type { PlacedText } from './pdf-items.ts';

/** An annotation of a page as pdf.js gives it, as far as it is read. */
interface Annotation {
  subtype?: string;
  /** Bits of ISO 32000-1, table 165. */
  annotationFlags?: number;
  rect?: number[];
  fieldType?: string;
  fieldValue?: string | string[] | null;
  /** The lines that the annotation shows. */
  textContent?: string[];
  contentsObj?: { str?: string };
  password?: boolean;
  checkBox?: boolean;
  radioButton?: boolean;
  exportValue?: string;
  buttonValue?: string | null;
  options?: { exportValue?: string; displayValue?: string }[];
}

/** The texts of the annotations of a page. */
export interface PageAnnotations {
  /** Values of its fields, and texts that somebody wrote on it. */
  texts: PlacedText[];
  /** True if it has fields, filled or not. */
  hasFields: boolean;
  /** True if people commented on it. */
  hasComments: boolean;
}

const hiddenFlags = 2 | 32;

/** Reads the values of the fields of a page as a reader sees them, with their places; passwords are left out. */
export function readAnnotations(annotations: readonly object[]): PageAnnotations {
  const seen = (annotations as Annotation[]).filter(({ annotationFlags = 0 }) => (annotationFlags & hiddenFlags) === 0);
  const texts = seen.flatMap((annotation): PlacedText[] => {
    const text = textOf(annotation).trim();
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = annotation.rect ?? [];
    if (text === '') return [];
    return [{ text, left: Math.min(x1, x2), right: Math.max(x1, x2), bottom: Math.min(y1, y2), top: Math.max(y1, y2) }];
  });
  return {
    texts,
    hasFields: seen.some(({ subtype }) => subtype === 'Widget'),
    hasComments: seen.some(({ subtype = '', contentsObj }) => !written.has(subtype) && (contentsObj?.str ?? '') !== ''),
  };
}

/** Kinds whose contents are no comments: their text is read, or describes them. */
const written = new Set(['Widget', 'FreeText', 'Link', 'Popup', 'Stamp']);

function textOf(annotation: Annotation): string {
  const shown = (annotation.textContent ?? []).join('\n').trim();
  if (annotation.subtype === 'FreeText') return shown || (annotation.contentsObj?.str ?? '');
  if (annotation.subtype !== 'Widget' || annotation.password) return '';
  const { fieldType, fieldValue } = annotation;
  if (fieldType === 'Btn') return stateOf(annotation);
  const values = [fieldValue ?? ''].flat().filter((value) => typeof value === 'string');
  if (fieldType === 'Ch') return values.map((value) => displayOf(annotation, value)).join(', ');
  if (fieldType !== 'Tx') return '';
  const value = values.join(', ').replace(/\r\n?/g, '\n');
  // A field shows its value as its format says, EUR 45,000 for 45000, or with gaps between the cells of a comb.
  return shown === '' || squeeze(shown) === squeeze(value) ? value : shown;
}

const squeeze = (text: string) => text.replace(/\s+/g, '');

function stateOf({ checkBox, radioButton, fieldValue, exportValue, buttonValue }: Annotation): string {
  if (!checkBox && !radioButton) return '';
  const own = radioButton ? buttonValue : exportValue;
  const isOn = typeof fieldValue === 'string' && fieldValue !== 'Off' && fieldValue === own;
  return isOn ? '☒ checked' : '☐ unchecked';
}

function displayOf({ options = [] }: Annotation, value: string): string {
  return options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value;
}
